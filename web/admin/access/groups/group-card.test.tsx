import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import type { Group } from '#contract/access/groups.ts'

import { GroupCard } from './GroupsPage.tsx'

const group: Group = {
  id: 1,
  name: 'moderator',
  display_name: 'Moderators',
  description: 'They keep order.',
  color: '#12ab9f',
  priority: 50,
  style_id: 3,
  is_default: false,
  member_count: 1200,
  group_permissions: [
    'admin.system.access',
    'admin.users.ban',
    'scripts.rate',
    'scripts.upload',
    'old.key',
  ].map((permission_key) => ({ permission_key })),
  user_styles: { id: 3, name: 'Gold', css_properties: 'color: gold' },
}
const controls = { onEdit: () => undefined, onDelete: () => undefined, isDeleting: false }

function textOf(shown: Group): string {
  return renderToStaticMarkup(<GroupCard group={shown} {...controls} />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test('a card shows a group’s fields, its first three permissions and the number of the others', () => {
  const text = textOf(group)

  for (const shown of [
    'Moderators',
    'moderator · Priority 50',
    'They keep order.',
    '1,200 members',
    '5 permissions',
    'Enter the back office',
    'Rate scripts',
    '+2 more',
    'Custom style',
    'Delete',
  ])
    expect(text).toContain(shown)
  expect(text).not.toContain('Upload scripts')
  expect(text).not.toContain('Default')
})

test('the default group has a badge and no button to delete it', () => {
  const text = textOf({ ...group, is_default: true, group_permissions: [], user_styles: null })

  expect(text).toContain('Default')
  expect(text).toContain('0 permissions')
  expect(text).not.toMatch(/more|Custom style|Delete/)
})
