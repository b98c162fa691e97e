import { expect, test } from 'vitest'

import { sameFilters, withFilters, parseScriptListSearch } from './script-list-search.ts'

test.each([
  ['no parameters', {}, {}],
  [
    'all parameters',
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
  [
    'filters by contents',
    {
      framework: 'esx',
      game: 'rdr3',
      includes: 'sql, page,lua,page',
      exclude: 'qbcore,open,,x',
      updated: '90',
      report: 'no-high',
      needs: ' ox_lib ',
      tags: 'b, a,b',
    },
    {
      framework: 'esx',
      game: 'rdr3',
      includes: 'page,sql',
      exclude: 'open,qbcore',
      updated: '90',
      report: 'no-high',
      needs: 'ox_lib',
      tags: 'a,b',
    },
  ],
  ['invalid filters', { framework: 'x', game: 'gta4', includes: 'x', updated: '7', report: 'clean' }, {}],
  [
    'the form without JavaScript',
    {
      'has-sql': 'without',
      'has-source': 'with',
      'has-page': 'with',
      'has-open': '',
      exclude: 'esx',
      tag: 'b',
      tags: 'a',
    },
    { includes: 'page,source', exclude: 'esx,sql', tags: 'a,b' },
  ],
  ['one tag in a list', { tags: 'a,' }, { tag: 'a' }],
  ['unknown parameters', { utm_source: 'x', limit: '100' }, {}],
  ['defaults', { sort: 'newest', page: '1', q: '' }, {}],
  ['the default sort of a search', { q: 'hud', sort: 'best' }, { q: 'hud' }],
  ['newest first in a search', { q: 'hud', sort: 'newest' }, { q: 'hud', sort: 'newest' }],
  ['best match without a search', { sort: 'best' }, {}],
  ['invalid values', { sort: 'oldest', page: '-2' }, {}],
  ['a fractional page', { page: '1.5' }, {}],
  ['a page that is too large', { page: '1e30' }, {}],
  ['a numeric search text', { q: '7' }, { q: '7' }],
  ['surrounding spaces', { q: '  hud ' }, { q: 'hud' }],
  ['a text that is too long', { q: 'x'.repeat(200) }, { q: 'x'.repeat(100) }],
  ['a NUL character', { q: 'a\u0000b' }, { q: 'ab' }],
  ['values of another type', { q: ['a'], category: null }, {}],
])('a URL with %s is parsed', (_, raw, expected) => expect(parseScriptListSearch(raw)).toEqual(expected))

test('parsing is idempotent', () => {
  const search = parseScriptListSearch({ q: 'hud', page: '2', sort: 'downloads' })
  expect(parseScriptListSearch(search)).toEqual(search)
})

test('a change of filter starts at the first page and keeps the others', () => {
  expect(withFilters({ q: 'hud', page: 4, sort: 'views' }, { category: 'Cars' })).toEqual({
    q: 'hud',
    sort: 'views',
    category: 'Cars',
  })
})

test('without a search text the sort is newest again', () => {
  expect(withFilters({ q: 'hud', sort: 'newest' }, { q: undefined })).toEqual({})
})

test('undefined removes a filter', () => {
  expect(withFilters({ category: 'Cars', status: 'Readable' }, { category: undefined })).toEqual({
    status: 'Readable',
  })
})

test.each([
  ['another page', { q: 'hud' }, { q: 'hud', page: 2 }, {}, true],
  ['another text', { q: 'hud' }, { q: 'map' }, {}, false],
  ['another category', { category: 'Cars' }, {}, {}, false],
  [
    'another category with the category changed in both',
    { category: 'Cars' },
    {},
    { category: undefined },
    true,
  ],
])('%s: whether two searches have the same filters', (_, a, b, change, expected) =>
  expect(sameFilters(a, b, change)).toBe(expected),
)
