import { expect, test } from 'vitest'

import { areSameFilters, changedSearch, readScriptListSearch } from './script-list-search.ts'

test.each([
  ['nothing', {}, {}],
  [
    'everything',
    {
      q: 'hud',
      category: 'Cars',
      status: 'Readable',
      tag: 'esx',
      author: 'kestrel',
      sort: 'views',
      page: '3',
    },
    { q: 'hud', category: 'Cars', status: 'Readable', tag: 'esx', author: 'kestrel', sort: 'views', page: 3 },
  ],
  ['what nobody asked for', { utm_source: 'x', limit: '100' }, {}],
  ['defaults, which are not written', { sort: 'newest', page: '1', q: '' }, {}],
  ['values that mean nothing', { sort: 'best', page: '-2' }, {}],
  ['a page that is no whole number', { page: '1.5' }, {}],
  ['a page beyond every list', { page: '1e30' }, {}],
  ['a number as search text', { q: '7' }, { q: '7' }],
  ['spaces around a text', { q: '  hud ' }, { q: 'hud' }],
  ['a text that is too long', { q: 'x'.repeat(200) }, { q: 'x'.repeat(100) }],
  ['a character that no text has', { q: 'a\u0000b' }, { q: 'ab' }],
  ['values of another kind', { q: ['a'], category: null }, {}],
])('an address with %s', (_, raw, expected) => expect(readScriptListSearch(raw)).toEqual(expected))

test('what the search reads it would write again', () => {
  const search = readScriptListSearch({ q: 'hud', page: '2', sort: 'downloads' })
  expect(readScriptListSearch(search)).toEqual(search)
})

test('a change of filter starts at the first page and keeps the others', () => {
  expect(changedSearch({ q: 'hud', page: 4, sort: 'views' }, { category: 'Cars' })).toEqual({
    q: 'hud',
    sort: 'views',
    category: 'Cars',
  })
})

test('a filter is taken away', () => {
  expect(changedSearch({ category: 'Cars', status: 'Readable' }, { category: undefined })).toEqual({
    status: 'Readable',
  })
})

test.each([
  ['another page', { q: 'hud' }, { q: 'hud', page: 2 }, {}, true],
  ['another text', { q: 'hud' }, { q: 'map' }, {}, false],
  ['another category', { category: 'Cars' }, {}, {}, false],
  ['another category, whatever it is', { category: 'Cars' }, {}, { category: undefined }, true],
])('%s: whether the filters are the same', (_, a, b, change, expected) =>
  expect(areSameFilters(a, b, change)).toBe(expected),
)
