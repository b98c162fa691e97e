import { expect, test } from 'vitest'

import { fullNumber, shortNumber, shortNumberPlus } from './short-number.ts'

test.each([
  [0, '0', '0'],
  [999, '999', '999'],
  [1000, '1K', '1K+'],
  [1049, '1K', '1K+'],
  [1200, '1.2K', '1.2K+'],
  [2547, '2.5K', '2.5K+'],
  [15_312, '15.3K', '15.3K+'],
  [999_999, '999.9K', '999.9K+'],
  [1_000_000, '1M', '1M+'],
  [1_512_430, '1.5M', '1.5M+'],
])('%i is %s on a card and %s on the homepage', (value, onCard, onHomepage) => {
  expect(shortNumber(value)).toBe(onCard)
  expect(shortNumberPlus(value)).toBe(onHomepage)
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-1234, '-1,234'],
  [1_512_430, '1,512,430'],
])('%i is %s in full', (value, text) => expect(fullNumber(value)).toBe(text))
