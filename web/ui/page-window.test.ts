import { expect, test } from 'vitest'

import { pageWindow } from './Pagination.tsx'

test.each([
  ['no pages', 1, 0, []],
  ['all of five pages', 3, 5, [1, 2, 3, 4, 5]],
  ['the first of many pages', 1, 21, [1, 2, 3, 4, 'gap-after', 21]],
  ['a page in the middle', 9, 21, [1, 'gap-before', 8, 9, 10, 'gap-after', 21]],
  ['a page near the end', 20, 21, [1, 'gap-before', 18, 19, 20, 21]],
])('the window of %s', (_, current, total, expected) => expect(pageWindow(current, total)).toEqual(expected))

test('the current page, the first and the last are listed once and in order', () => {
  for (let total = 1; total <= 30; total += 1)
    for (let current = 1; current <= total; current += 1) {
      const pages = pageWindow(current, total).filter((slot) => typeof slot === 'number')
      expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b))
      expect(pages).toEqual(expect.arrayContaining([1, current, total]))
    }
})
