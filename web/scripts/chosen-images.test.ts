import { expect, test } from 'vitest'

import { movedItem, acceptImages, invalidImageIndexes } from './chosen-images.ts'

test('five images are accepted, and more of them are a problem', () => {
  expect(acceptImages(0, ['a', 'b', 'c', 'd', 'e'])).toEqual({
    accepted: ['a', 'b', 'c', 'd', 'e'],
    problem: undefined,
  })
  expect(acceptImages(4, ['e', 'f'])).toEqual({ accepted: ['e'], problem: 'Maximum 5 images allowed' })
  expect(acceptImages(5, ['f'])).toEqual({ accepted: [], problem: 'Maximum 5 images allowed' })
})

test('images that are too large or of another type are found by their index', () => {
  const good = { type: 'image/png', size: 10 }
  const large = { type: 'image/png', size: 11 * 1024 ** 2 }
  const other = { type: 'image/heic', size: 10 }
  expect(invalidImageIndexes([good, large, good, other])).toEqual([1, 3])
})

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
])('the image at %d moves to %d', (from, to, expected) =>
  expect(movedItem(['a', 'b', 'c'], from, to)).toEqual(expected),
)
