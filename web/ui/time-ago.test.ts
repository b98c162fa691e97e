import { expect, test } from 'vitest'

import { dateText, timeAgoText } from './date-text.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

test.each([
  ['2026-11-20T11:59:30Z', 'just now'],
  ['2026-11-20T12:05:00Z', 'just now'],
  ['2026-11-20T11:58:59Z', '1 minute ago'],
  ['2026-11-20T11:00:00Z', '1 hour ago'],
  ['2026-11-20T09:00:00Z', '3 hours ago'],
  ['2026-11-19T11:00:00Z', 'yesterday'],
  ['2026-11-14T11:00:00Z', '6 days ago'],
  ['2026-11-12T11:00:00Z', 'last week'],
  ['2026-11-01T11:00:00Z', '2 weeks ago'],
  ['2026-10-15T11:00:00Z', 'last month'],
  ['2026-09-01T11:00:00Z', '2 months ago'],
  ['2025-11-01T11:00:00Z', 'last year'],
  ['2024-09-01T11:00:00Z', '2 years ago'],
])('%s was %s', (iso, text) => expect(timeAgoText(iso, now)).toBe(text))

test('a date is the same in every time zone', () =>
  expect(dateText('2026-11-14T23:59:00Z')).toBe('14 Nov 2026'))
