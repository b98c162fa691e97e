import { expect, test } from 'vitest'

import { pageWindow } from './page-window.ts'

test.each([
  ['nothing to page through', 1, 0, []],
  ['every page when there are five', 3, 5, [1, 2, 3, 4, 5]],
  ['a window at the start', 1, 21, [1, 2, 3, 4, 'gap-after', 21]],
  ['a window in the middle', 9, 21, [1, 'gap-before', 8, 9, 10, 'gap-after', 21]],
  ['a window at the end', 20, 21, [1, 'gap-before', 18, 19, 20, 21]],
])('%s', (_, current, total, expected) => expect(pageWindow(current, total)).toEqual(expected))

test('the current page, the first and the last are always there, in order and once', () => {
  for (let total = 1; total <= 30; total += 1)
    for (let current = 1; current <= total; current += 1) {
      const pages = pageWindow(current, total).filter((slot) => typeof slot === 'number')
      expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b))
      expect(pages).toEqual(expect.arrayContaining([1, current, total]))
    }
})
