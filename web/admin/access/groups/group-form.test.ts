import { expect, test } from 'vitest'

import { filterPermissions, groupChange, outrankedText, proposedPriority } from './group-form.ts'

test('a new group is proposed ten below the lowest rank', () => {
  expect(proposedPriority([{ priority: 10 }, { priority: 1000 }, { priority: 500 }])).toBe(1010)
  expect(proposedPriority([{ priority: 9995 }])).toBe(9999)
  expect(proposedPriority([])).toBe(10)
})

test.each([
  ['700', 'Its members outrank Member.'],
  ['10', 'Its members outrank Verified, Member.'],
  ['1000', 'Its members outrank no other group.'],
  ['high', undefined],
  ['', undefined],
])('a group of priority "%s" says whom its members outrank', (text, expected) => {
  const groups = [
    { priority: 500, display_name: 'Verified' },
    { priority: 1000, display_name: 'Member' },
  ]
  expect(outrankedText(text, groups)).toBe(expected)
})

const available = [
  { key: 'admin.users.ban', name: 'Ban users', description: 'Lift bans too.', category: 'Users' },
  { key: 'scripts.rate', name: 'Rate scripts', description: 'Like them.', category: 'Content' },
] as const

test('a tab shows its own permissions, and a search those of all tabs', () => {
  expect(filterPermissions(available, 'Users', '').map(({ key }) => key)).toEqual(['admin.users.ban'])
  expect(filterPermissions(available, 'Users', ' LIKE ').map(({ key }) => key)).toEqual(['scripts.rate'])
  expect(filterPermissions(available, 'System', '')).toEqual([])
})

const group = {
  id: 7,
  name: 'helpers',
  display_name: 'Helpers',
  description: '',
  color: '#111111',
  priority: 600,
  style_id: null,
  is_default: false,
  member_count: 3,
  group_permissions: [{ permission_key: 'scripts.rate' }, { permission_key: 'scripts.upload' }],
  user_styles: null,
}
const asOpened = {
  name: 'helpers',
  display_name: 'Helpers',
  description: '',
  color: '#111111',
  is_default: false,
  priority: '600',
  style_id: '',
  permissions: ['scripts.upload', 'scripts.rate'],
}

test.each([
  ['nothing', {}, { expected: {} }],
  ['a colour', { color: '#222222' }, { color: '#222222', expected: { color: '#111111' } }],
  ['the rank', { priority: '50' }, { priority: 50, expected: { priority: 600 } }],
  [
    'a permission',
    { permissions: ['scripts.rate'] },
    { permissions: ['scripts.rate'], expected: { permissions: ['scripts.rate', 'scripts.upload'] } },
  ],
])('an edit that changes %s sends the new and the old value', (_, change, sent) => {
  expect(groupChange(group, { ...asOpened, ...change })).toEqual(sent)
})
