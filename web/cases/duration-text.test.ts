import { expect, test } from 'vitest'

import { dueText, durationText } from './duration-text.ts'

const hour = 60 * 60_000

test.each([
  [0, '1 minute'],
  [59 * 60_000, '59 minutes'],
  [hour, '1 hour'],
  [47.9 * hour, '47 hours'],
  [48 * hour, '2 days'],
])('%d ms are %s', (ms, text) => expect(durationText(ms)).toBe(text))

test.each([
  ['2026-11-20T15:00:00Z', { isLate: false, text: 'Due in 3 hours' }],
  ['2026-11-20T10:00:00Z', { isLate: true, text: 'Overdue for 2 hours' }],
])('a case due at %s', (dueAt, expected) =>
  expect(dueText(dueAt, Date.parse('2026-11-20T12:00:00Z'))).toEqual(expected),
)
