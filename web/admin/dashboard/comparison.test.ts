import { expect, test } from 'vitest'

import { compare } from './TotalCards.tsx'

test.each([
  ['a rise from zero', 5, 0, '+100%', 'up'],
  ['zero and zero', 0, 0, '~0%', 'same'],
  ['no change', 200, 200, '~0%', 'same'],
  ['a change that one decimal rounds to zero', 10_004, 10_000, '~0%', 'same'],
  ['the smallest change that one decimal shows', 10_005, 10_000, '+0.1%', 'up'],
  ['a rise under one percent', 1004, 1000, '+0.4%', 'up'],
  ['a fall under one percent', 996, 1000, '-0.4%', 'down'],
  ['one percent after rounding', 10_097, 10_000, '+1%', 'up'],
  ['one percent', 101, 100, '+1%', 'up'],
  ['rounded down', 11_240, 10_000, '+12%', 'up'],
  ['rounded up', 11_250, 10_000, '+13%', 'up'],
  ['a fall', 50, 100, '-50%', 'down'],
  ['a fall to zero', 0, 100, '-100%', 'down'],
  ['a rise to a hundred times as much', 1000, 10, '+9900%', 'up'],
])('%s is shown as a percentage', (_, current, previous, text, tone) =>
  expect(compare(current, previous)).toEqual({ text, tone }),
)
