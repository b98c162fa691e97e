import { expect, test } from 'vitest'

import { pageBeyondEnd } from './page-beyond-end.ts'

test.each([
  ['the only page', 1, 1, undefined],
  ['the last page', 3, 3, undefined],
  ['a page beyond the end', 9, 3, 3],
  ['the first page of an empty list', 1, 0, undefined],
  ['page 2 of an empty list', 2, 0, 1],
])('%s requests the right page', (_, page, totalPages, expected) => {
  expect(pageBeyondEnd({ page, limit: 12, total: totalPages * 12, totalPages })).toBe(expected)
})
