import { expect, test } from 'vitest'

import { isReservedName } from './users.rules.ts'

test.each([
  ['admin', true],
  ['ADMIN', true],
  ['Admin_', true],
  ['a.d.m.i.n', true],
  ['moderators', true],
  ['Scripthaven', true],
  ['night-city', true],
  ['adminton', false],
  ['system-of-a-town', false],
  ['...', false],
])('on the site Night City the name %s is reserved: %s', (username, expected) =>
  expect(isReservedName(username, 'Night City')).toBe(expected),
)
