import { expect, test } from 'vitest'

import { parseCollectionListSearch, parseCollectionSearch } from './collections-search.ts'

test('invalid search parameters of the list become the default, and the first page has no number', () => {
  expect(
    parseCollectionListSearch({ q: ' \u0000 ', sort: 'best', page: '1', author: 7, other: 'x' }),
  ).toEqual({})
  expect(parseCollectionListSearch({ sort: 'newest', page: '-1' })).toEqual({})
  expect(parseCollectionListSearch({ page: '1.5' })).toEqual({})
  expect(parseCollectionListSearch({ q: ' garage ', sort: 'updated', page: '3', author: 'Marlow' })).toEqual({
    q: 'garage',
    sort: 'updated',
    page: 3,
    author: 'Marlow',
  })
})

test('a key is taken only as the server makes it', () => {
  expect(parseCollectionSearch({ key: 'a b' })).toEqual({})
  expect(parseCollectionSearch({ key: ['a'] })).toEqual({})
  expect(parseCollectionSearch({ key: 'Ab_c-9' })).toEqual({ key: 'Ab_c-9' })
})
