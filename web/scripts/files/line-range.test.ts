import { expect, test } from 'vitest'

import { createRange, parseLineRange, rangeHash } from './line-range.ts'

test.each([
  ['L40', { from: 40, to: 40 }],
  ['L40-L52', { from: 40, to: 52 }],
  ['L52-L40', { from: 40, to: 52 }],
  ['L40-52', { from: 40, to: 52 }],
  ['', undefined],
  ['L', undefined],
  ['L1-', undefined],
  ['L99999999999', undefined],
  ['license', undefined],
])('the fragment %j means %o', (hash, range) => {
  expect(parseLineRange(hash)).toEqual(range)
})

test('a range is written as its fragment', () => {
  expect(rangeHash(createRange(52, 40))).toBe('L40-L52')
  expect(rangeHash(createRange(3, 3))).toBe('L3')
})
