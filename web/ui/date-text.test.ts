import { expect, test } from 'vitest'

import { dateText } from './date-text.ts'
import { dateTimeText } from './date-time-text.ts'

const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 5, 12)).toISOString())

test.each(months)('the date of %s is the same with and without its time', (iso) => {
  expect(dateTimeText(iso)).toMatch(/^5 \w+ 2026, \d\d:\d\d$/)
  expect(dateTimeText(iso).split(',')[0]).toBe(dateText(iso))
})
