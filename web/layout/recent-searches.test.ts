import { expect, test } from 'vitest'

import { parseSearches, withSearch } from './recent-searches.ts'

test.each([
  ['the first search', [], 'garage', ['garage']],
  ['a new search comes first', ['garage'], 'police', ['police', 'garage']],
  ['a repeated search moves to the front', ['a', 'b', 'c'], 'C', ['C', 'a', 'b']],
  ['the oldest of six is dropped', ['a', 'b', 'c', 'd', 'e'], 'f', ['f', 'a', 'b', 'c', 'd']],
])('%s', (_, searches, text, expected) => expect(withSearch(searches, text)).toEqual(expected))

test.each([
  ['nothing', null, []],
  ['a list', '["garage","police"]', ['garage', 'police']],
  ['more than the maximum', '["a","b","c","d","e","f"]', ['a', 'b', 'c', 'd', 'e']],
  ['a list with other values', '["garage",7,null,{}]', ['garage']],
  ['an object', '{"0":"garage"}', []],
  ['invalid JSON', 'garage', []],
])('%s in the storage is read as a list of strings', (_, stored, expected) =>
  expect(parseSearches(stored)).toEqual(expected),
)
