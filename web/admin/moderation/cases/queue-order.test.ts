import { expect, test } from 'vitest'

import { holderOf, neighbourOf, nextToDecide } from './queue-order.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const row = (id: number, claimedBy: string | null = null, claimedUntil = '2026-11-20T12:05:00Z') => ({
  id,
  createdAt: `2026-11-20T1${id}:00:00Z`,
  claimedBy,
  claimedUntil: claimedBy === null ? null : claimedUntil,
})

test.each([
  ['no one', row(1), undefined],
  ['the user', row(1, 'me'), undefined],
  ['another user', row(1, 'ada'), 'ada'],
  ['another user until a minute ago', row(1, 'ada', '2026-11-20T11:59:00Z'), undefined],
])('a case claimed by %s', (_, claimed, holder) => expect(holderOf(claimed, 'me', now)).toBe(holder))

test('the neighbours of a case are found by its place, also when it has left the list', () => {
  const rows = [row(1), row(3), row(5)]

  expect(neighbourOf(rows, row(3), 1)?.id).toBe(5)
  expect(neighbourOf(rows, row(3), -1)?.id).toBe(1)
  expect(neighbourOf(rows, row(4), 1)?.id).toBe(5)
  expect(neighbourOf(rows, row(4), -1)?.id).toBe(3)
  expect(neighbourOf(rows, row(6), -1)?.id).toBe(5)
  expect(neighbourOf(rows, row(5), 1)).toBeUndefined()
  expect(neighbourOf(rows, row(1), -1)).toBeUndefined()
})

test('after a decision the next case follows, without those of other users, then the first one', () => {
  const rows = [row(1), row(4, 'ada'), row(5, 'me')]

  expect(nextToDecide(rows, row(3), 'me', now)?.id).toBe(5)
  expect(nextToDecide(rows, row(6), 'me', now)?.id).toBe(1)
  expect(nextToDecide([row(4, 'ada')], row(3), 'me', now)).toBeUndefined()
})
