import { expect, test } from 'vitest'

import { nextSort, sortOf } from './user-sort.ts'

test('a new column starts descending', () => {
  expect(nextSort({}, 'scripts')).toEqual({ sort: 'scripts', order: undefined })
  expect(nextSort({ sort: 'downloads', order: 'asc' }, 'scripts')).toEqual({
    sort: 'scripts',
    order: undefined,
  })
})

test('the active column turns round and back', () => {
  const turned = nextSort({ sort: 'scripts' }, 'scripts')

  expect(turned).toEqual({ sort: 'scripts', order: 'asc' })
  expect(sortOf(turned, 'scripts')).toBe('ascending')
  expect(sortOf(nextSort(turned, 'scripts'), 'scripts')).toBe('descending')
  expect(sortOf(turned, 'downloads')).toBeUndefined()
})
