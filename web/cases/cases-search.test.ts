import { expect, test } from 'vitest'

import { caseDecisions } from '#contract/cases.ts'

import { logDecisions, parseLogSearch } from './cases-search.ts'

test.each([
  [{}, {}],
  [
    { page: '2', decision: 'removed' },
    { page: 2, decision: 'removed' },
  ],
  [{ page: '1', decision: 'unknown' }, {}],
  [{ page: '1.5' }, {}],
])('the search of the public log %j is read as %j', (raw, expected) =>
  expect(parseLogSearch(raw)).toEqual(expected),
)

test('the public log can be filtered by each decision', () => {
  expect(logDecisions).toEqual([...new Set(caseDecisions)])
})
