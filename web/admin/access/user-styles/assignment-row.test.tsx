import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import type { StyleAssignment } from '#contract/access/user-styles.ts'

import { AssignmentRow } from './UserStylesPage.tsx'

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

const controls = { onEdit: () => undefined, onDelete: () => undefined, isDeleting: false }

function markupOf(shown: StyleAssignment): string {
  return renderToStaticMarkup(<AssignmentRow assignment={shown} {...controls} />)
}

test('an assignment shows its user, style, dates and whether it is active', () => {
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

test('a deleted user is shown as an unknown user without a profile link', () => {
  const markup = markupOf({ ...assignment, users: null })

  expect(markup).toContain('Unknown User')
  expect(markup).not.toContain('View Profile')
})
