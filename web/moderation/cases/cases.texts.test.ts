import { expect, test } from 'vitest'

import { caseDueText, durationText } from './cases.texts.ts'

const hour = 60 * 60_000

test.each([
  [0, '1 minute'],
  [59 * 60_000, '59 minutes'],
  [hour, '1 hour'],
  [47.9 * hour, '47 hours'],
  [48 * hour, '2 days'],
])('%d ms are %s', (ms, text) => expect(durationText(ms)).toBe(text))

const now = Date.parse('2026-11-20T12:00:00Z')
const received = { kind: 'takedown', state: 'open', decision: null } as const
const answered = { ...received, decision: 'taken-down' } as const

test.each([
  [received, '2026-11-20T15:00:00Z', { isLate: false, text: 'Due in 3 hours' }],
  [received, '2026-11-20T10:00:00Z', { isLate: true, text: 'Overdue for 2 hours' }],
  [answered, '2026-12-04T10:00:00Z', { isLate: false, text: 'Not before 4 Dec 2026' }],
  [answered, '2026-11-20T10:00:00Z', { isLate: false, text: 'Can be restored' }],
  [{ ...answered, state: 'closed' } as const, '2026-11-20T10:00:00Z', undefined],
  [received, null, undefined],
])('of %o due at %s the text is %o', (row, dueAt, expected) =>
  expect(caseDueText({ ...row, dueAt }, now)).toEqual(expected),
)
