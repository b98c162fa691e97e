import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import type { StyleAssignment } from '#contract/user-styles.ts'

import { AssignmentList } from './AssignmentList.tsx'

const assignment: StyleAssignment = {
  id: 1,
  user_id: 2,
  style_id: 3,
  assigned_at: '2026-01-31T12:00:00Z',
  expires_at: null,
  is_active: true,
  users: { username: 'ada', avatar_url: null },
  user_styles: {
    name: 'Gold',
    css_properties: 'color: gold',
    font_family: 'default',
    priority: 0,
    is_active: true,
  },
}

function markupOf(shown: StyleAssignment): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <AssignmentList assignments={[shown]} onEdit={() => undefined} />
    </QueryClientProvider>,
  )
}

test('an assignment says who has which style, since when and until when, and whether it counts', () => {
  const markup = markupOf(assignment)

  for (const shown of [
    'ada',
    'Gold',
    'Assigned 31 Jan 2026',
    'Permanent',
    'Active',
    'href="/user/ada"',
    'Edit',
    'Remove',
  ])
    expect(markup).toContain(shown)
  expect(markupOf({ ...assignment, expires_at: '2026-12-31T12:00:00Z' })).toContain('Expires 31 Dec 2026')
  expect(markupOf({ ...assignment, is_active: false })).toContain('Inactive')
})

test('somebody who is gone is an unknown user without a profile', () => {
  const markup = markupOf({ ...assignment, users: null })

  expect(markup).toContain('Unknown User')
  expect(markup).not.toContain('View Profile')
})
