import { expect, test } from 'vitest'

import { moveEntry } from './move-entry.ts'

test('an element moves to its new place, the others keep their order', () => {
  expect(moveEntry(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveEntry(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moveEntry(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'b', 'c'])
})
