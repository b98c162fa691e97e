import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import type { Group } from '#contract/groups.ts'

import { GroupCard } from './GroupCard.tsx'

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
const nothing = () => undefined

function textOf(shown: Group): string {
  const card = (
    <GroupCard group={shown} isRemoving={false} onEdit={nothing} onMembers={nothing} onRemove={nothing} />
  )
  return renderToStaticMarkup(card)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test('a card tells what a group is, with its first three permissions and how many more there are', () => {
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

test('the default group says so, and there is nothing to delete it with', () => {
  const text = textOf({ ...group, is_default: true, group_permissions: [], user_styles: null })

  expect(text).toContain('Default')
  expect(text).toContain('0 permissions')
  expect(text).not.toMatch(/more|Custom style|Delete/)
})
