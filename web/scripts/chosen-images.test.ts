import { expect, test } from 'vitest'

import { movedItem, takeImages, unfitImages } from './chosen-images.ts'

test('five pictures fit, and what comes on top is told', () => {
  expect(takeImages(0, ['a', 'b', 'c', 'd', 'e'])).toEqual({
    taken: ['a', 'b', 'c', 'd', 'e'],
    problem: undefined,
  })
  expect(takeImages(4, ['e', 'f'])).toEqual({ taken: ['e'], problem: 'Maximum 5 images allowed' })
  expect(takeImages(5, ['f'])).toEqual({ taken: [], problem: 'Maximum 5 images allowed' })
})

test('pictures that are too large or of another kind are found by their place', () => {
  const good = { type: 'image/png', size: 10 }
  const large = { type: 'image/png', size: 11 * 1024 ** 2 }
  const other = { type: 'image/heic', size: 10 }
  expect(unfitImages([good, large, good, other])).toEqual([1, 3])
})

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
])('the picture at %d moves to %d', (from, to, expected) =>
  expect(movedItem(['a', 'b', 'c'], from, to)).toEqual(expected),
)
