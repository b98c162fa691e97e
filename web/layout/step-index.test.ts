import { expect, test } from 'vitest'

import { stepIndex } from './SearchSuggestions.tsx'

test.each([
  ['down from no option', -1, 1, 3, 0],
  ['up from no option', -1, -1, 3, 2],
  ['down from the last', 2, 1, 3, 0],
  ['up from the first', 0, -1, 3, 2],
  ['down without options', 0, 1, 0, -1],
] as const)('an arrow key %s', (_, active, step, count, expected) =>
  expect(stepIndex(active, step, count)).toBe(expected),
)
