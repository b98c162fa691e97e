import { expect, test } from 'vitest'

import { parseSearches, withSearch } from './recent-searches.ts'

test.each([
  ['the first', [], 'garage', ['garage']],
  ['a new one goes to the front', ['garage'], 'police', ['police', 'garage']],
  ['one that is known moves to the front', ['a', 'b', 'c'], 'C', ['C', 'a', 'b']],
  ['of six the oldest goes', ['a', 'b', 'c', 'd', 'e'], 'f', ['f', 'a', 'b', 'c', 'd']],
])('%s', (_, searches, text, expected) => expect(withSearch(searches, text)).toEqual(expected))

test.each([
  ['nothing', null, []],
  ['a list', '["garage","police"]', ['garage', 'police']],
  ['more than are kept', '["a","b","c","d","e","f"]', ['a', 'b', 'c', 'd', 'e']],
  ['other things in a list', '["garage",7,null,{}]', ['garage']],
  ['no list', '{"0":"garage"}', []],
  ['no JSON', 'garage', []],
])('of %s in the storage, a list of texts comes out', (_, stored, expected) =>
  expect(parseSearches(stored)).toEqual(expected),
)
