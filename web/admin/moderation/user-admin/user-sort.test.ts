import { expect, test } from 'vitest'

import { nextSort, sortOf } from './user-cells.ts'

test('a new column starts descending', () => {
  expect(nextSort({}, 'scripts')).toEqual({ sort: 'scripts', order: undefined })
  expect(nextSort({ sort: 'downloads', order: 'asc' }, 'scripts')).toEqual({
    sort: 'scripts',
    order: undefined,
  })
})

test('a click on the sorted column reverses the order, and again', () => {
  const reversed = nextSort({ sort: 'scripts' }, 'scripts')

  expect(reversed).toEqual({ sort: 'scripts', order: 'asc' })
  expect(sortOf(reversed, 'scripts')).toBe('ascending')
  expect(sortOf(nextSort(reversed, 'scripts'), 'scripts')).toBe('descending')
  expect(sortOf(reversed, 'downloads')).toBeUndefined()
})

test('the list returns to newest first, its default', () => {
  expect(sortOf({}, 'created_at')).toBe('descending')
  expect(nextSort({ sort: 'scripts' }, 'created_at')).toEqual({ sort: undefined, order: undefined })
  expect(nextSort({}, 'created_at')).toEqual({ sort: 'created_at', order: 'asc' })
})
