import { expect, test } from 'vitest'

import { searchDraft } from './search-draft.ts'

test.each([{}, { status: 'Readable' }, { author: 'Marlow', sort: 'views' as const }])(
  'a search by %j cannot be saved',
  (search) => expect(searchDraft(search)).toBeUndefined(),
)

test('a saved search has the text, category, tag, framework and game, and says which filters it leaves out', () => {
  const nothing = { q: null, category: null, tag: null, framework: null, game: null }

  expect(searchDraft({ q: 'garage', page: 3 })).toEqual({ filters: { ...nothing, q: 'garage' }, leftOut: [] })
  expect(
    searchDraft({ category: 'Cars', framework: 'esx', game: 'gta5', tags: 'car,garage', includes: 'sql' }),
  ).toEqual({
    filters: { ...nothing, category: 'Cars', framework: 'esx', game: 'gta5' },
    leftOut: ['With SQL files', 'Tag: car', 'Tag: garage'],
  })
})
