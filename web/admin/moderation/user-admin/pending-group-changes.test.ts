import { expect, test } from 'vitest'

import { noGroupChanges, countChanges, toggleGroup, willBeMember } from './user-form.ts'

test('toggling a group of which the user is not a member adds it, and a second time takes that back', () => {
  const changes = toggleGroup(noGroupChanges, 5, false)

  expect(changes).toEqual({ add: [5], remove: [] })
  expect(willBeMember(changes, 5, false)).toBe(true)
  expect(toggleGroup(changes, 5, false)).toEqual(noGroupChanges)
})

test('toggling a group of the user removes it, and a second time takes that back', () => {
  const changes = toggleGroup(noGroupChanges, 5, true)

  expect(changes).toEqual({ add: [], remove: [5] })
  expect(willBeMember(changes, 5, true)).toBe(false)
  expect(toggleGroup(changes, 5, true)).toEqual(noGroupChanges)
})

test('changes of several groups are collected', () => {
  const changes = toggleGroup(toggleGroup(toggleGroup(noGroupChanges, 1, false), 2, true), 3, false)

  expect(changes).toEqual({ add: [1, 3], remove: [2] })
  expect(countChanges(changes)).toBe(3)
})
