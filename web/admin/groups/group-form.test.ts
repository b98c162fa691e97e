import { expect, test } from 'vitest'

import { groupChange, parsePriority, shownPermissions } from './group-form.ts'

test.each([
  ['250', 250],
  ['12 places', 12],
  ['', 0],
  ['high', 0],
  ['-4', 0],
  ['99999', 9999],
])('a priority of "%s" is %i', (text, priority) => expect(parsePriority(text)).toBe(priority))

const available = [
  { key: 'admin.users.ban', name: 'Ban users', description: 'Lift bans too.', category: 'Users' },
  { key: 'scripts.rate', name: 'Rate scripts', description: 'Like them.', category: 'Content' },
] as const

test('a tab shows its own permissions, a search those of all tabs', () => {
  expect(shownPermissions(available, 'Users', '').map(({ key }) => key)).toEqual(['admin.users.ban'])
  expect(shownPermissions(available, 'Users', ' LIKE ').map(({ key }) => key)).toEqual(['scripts.rate'])
  expect(shownPermissions(available, 'System', '')).toEqual([])
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
])('an edit that changes %s sends that, and what it was', (_, change, sent) => {
  expect(groupChange(group, { ...asOpened, ...change })).toEqual(sent)
})
