import { expect, test } from 'vitest'

import { hoursText } from './AnalyticsPage.tsx'

test.each([
  [null, '–'],
  [0, '< 1 min'],
  [0.016, '< 1 min'],
  [0.017, '1 min'],
  [0.5, '30 min'],
  [0.99, '59 min'],
  [0.999, '1 h'],
  [2.46, '2.5 h'],
  [47.9, '47.9 h'],
  [50, '2.1 days'],
])('%s hours are shown as "%s"', (hours, text) => {
  expect(hoursText(hours)).toBe(text)
})
