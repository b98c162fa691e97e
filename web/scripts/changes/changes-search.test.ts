import { expect, test } from 'vitest'

import { changesHref, parseChangesSearch } from './changes-search.ts'

test.each([
  [{}, {}],
  [
    { from: '1', to: '2', file: 'a/b.lua' },
    { from: 1, to: 2, file: 'a/b.lua' },
  ],
  // The router validates what it has validated.
  [
    { from: 1, to: 2 },
    { from: 1, to: 2 },
  ],
  [
    { from: 'x', to: '-1', file: '' },
    { from: 0, to: 0 },
  ],
  [{ from: '99999999999', file: ['a'] }, { from: 0 }],
])('%j is %j', (search, expected) => {
  expect(parseChangesSearch(search)).toEqual(expected)
})

test('any path can be linked', () => {
  expect(changesHref(7, { from: 1, to: 2, file: '50% #1?&.lua' })).toBe(
    '/scripts/7/changes?from=1&to=2&file=50%25+%231%3F%26.lua',
  )
})
