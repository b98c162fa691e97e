import { expect, test } from 'vitest'

import { parseProfileSearch } from './profile-search.ts'

test.each([
  [{}, {}],
  [{ page: '1' }, {}],
  [{ page: '2' }, { page: 2 }],
  [{ page: 3, tab: 'x' }, { page: 3 }],
  [{ page: '0' }, {}],
  [{ page: '-2' }, {}],
  [{ page: '1.5' }, {}],
  [{ page: 'last' }, {}],
  [{ page: '1e12' }, {}],
  [
    { sort: 'downloads', page: '2' },
    { sort: 'downloads', page: 2 },
  ],
  [
    { list: 'co-authored', page: '2' },
    { list: 'co-authored', page: 2 },
  ],
  [{ list: 'owned' }, {}],
  [{ sort: 'newest' }, {}],
  [{ sort: 'best' }, {}],
])('%j is read as %j', (raw, search) => expect(parseProfileSearch(raw)).toEqual(search))
