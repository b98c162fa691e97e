import { expect, test } from 'vitest'

import { nextVersionNumber } from './version-number.ts'

test.each([
  ['1.2.3', [], '1.2.4'],
  ['1.9', [], '1.10'],
  ['v2', [], 'v3'],
  ['2.0-beta', [], '2.1-beta'],
  ['2026.08', [], '2026.09'],
  ['beta', [], 'beta.1'],
  ['1.0.0', ['1.0.1', '1.0.2'], '1.0.3'],
  ['99999999999999999999', [], undefined],
  ['twenty characters...', [], undefined],
])('the number after %s, with %j taken, is %s', (current, taken, next) => {
  expect(nextVersionNumber(current, new Set(taken))).toBe(next)
})
