import { expect, test } from 'vitest'

import { nothingStaged, stagedCount, toggleGroup, willBeMember } from './staged-groups.ts'

test('a group that somebody is not in is added, and a second press takes that back', () => {
  const staged = toggleGroup(nothingStaged, 5, false)

  expect(staged).toEqual({ add: [5], remove: [] })
  expect(willBeMember(staged, 5, false)).toBe(true)
  expect(toggleGroup(staged, 5, false)).toEqual(nothingStaged)
})

test('a group that somebody is in is removed, and a second press takes that back', () => {
  const staged = toggleGroup(nothingStaged, 5, true)

  expect(staged).toEqual({ add: [], remove: [5] })
  expect(willBeMember(staged, 5, true)).toBe(false)
  expect(toggleGroup(staged, 5, true)).toEqual(nothingStaged)
})

test('changes of several groups stand beside each other', () => {
  const staged = toggleGroup(toggleGroup(toggleGroup(nothingStaged, 1, false), 2, true), 3, false)

  expect(staged).toEqual({ add: [1, 3], remove: [2] })
  expect(stagedCount(staged)).toBe(3)
})
