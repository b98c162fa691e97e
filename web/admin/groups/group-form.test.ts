import { expect, test } from 'vitest'

import { parsePriority, shownPermissions } from './group-form.ts'

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
