import { expect, test } from 'vitest'

import { dateTimeText } from '#web/ui/date-time-text.ts'

import { activityTime } from './ActivityRow.tsx'

const now = Date.parse('2026-11-20T12:00:00Z')

test.each([
  ['2026-11-20T11:59:40Z', 'Just now'],
  ['2026-11-20T12:00:05Z', 'Just now'],
  ['2026-11-20T11:59:00Z', '1 minute ago'],
  ['2026-11-20T11:00:01Z', '59 minutes ago'],
  ['2026-11-20T11:00:00Z', '1 hour ago'],
  ['2026-11-19T12:00:01Z', '23 hours ago'],
])('%s was %s', (time, text) => expect(activityTime(time, now)).toBe(text))

test('an activity that is a day old is shown with date and time', () => {
  const dayOld = '2026-11-19T12:00:00Z'

  expect(activityTime(dayOld, now)).toBe(dateTimeText(dayOld))
  expect(dateTimeText(dayOld)).toMatch(/^19 Nov 2026, \d\d:00$/)
})
