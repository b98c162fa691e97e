import { expect, test } from 'vitest'

import { compare } from './comparison.ts'

test.each([
  ['something where nothing was', 5, 0, '+100%', 'up'],
  ['nothing where nothing was', 0, 0, '~0%', 'same'],
  ['no change', 200, 200, '~0%', 'same'],
  ['so little that a decimal rounds it away', 10_004, 10_000, '~0%', 'same'],
  ['the least that a decimal shows', 10_005, 10_000, '+0.1%', 'up'],
  ['under one percent', 1004, 1000, '+0.4%', 'up'],
  ['under one percent less', 996, 1000, '-0.4%', 'down'],
  ['one percent after rounding', 10_097, 10_000, '+1%', 'up'],
  ['one percent', 101, 100, '+1%', 'up'],
  ['rounded down', 11_240, 10_000, '+12%', 'up'],
  ['rounded up', 11_250, 10_000, '+13%', 'up'],
  ['less', 50, 100, '-50%', 'down'],
  ['all gone', 0, 100, '-100%', 'down'],
  ['many times as much', 1000, 10, '+9900%', 'up'],
])('%s', (_, current, previous, text, tone) => expect(compare(current, previous)).toEqual({ text, tone }))
