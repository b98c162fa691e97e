import { expect, test } from 'vitest'

import { trendRange } from './TrendCharts.tsx'

test('the axis of counts by day begins at 0, also without any', () => {
  expect(trendRange([0, 0, 0], true)).toEqual([0, 1])
  expect(trendRange([50, 100], true)).toEqual([0, 116])
  expect(trendRange([-50, 50], true)).toEqual([-66, 66])
})

test('the axis of totals is around their values, and a constant is in the middle', () => {
  expect(trendRange([1000, 1100], false)).toEqual([984, 1116])
  expect(trendRange([7, 7], false)).toEqual([6, 8])
})
