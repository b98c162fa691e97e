import { expect, test } from 'vitest'

import { caseDecisions } from '#contract/moderation/cases.ts'

import { appealSubject, logDecisions, parseCasesSearch, parseLogSearch } from './cases-search.ts'

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

test.each([
  ['removal-7', { removalId: 7 }],
  ['version-9', { withdrawnVersionId: 9 }],
  ['works-report-3', { hiddenText: { kind: 'works-report', id: 3 } }],
  ['profile-4', { hiddenText: { kind: 'profile', id: 4 } }],
  ['removal-0', undefined],
  ['removal-9999999999', undefined],
  ['ban-7', undefined],
])('the appeal %s is about %j', (appeal, subject) => {
  expect(appealSubject(appeal)).toEqual(subject)
  expect(parseCasesSearch({ page: '2', appeal })).toEqual(subject ? { page: 2, appeal } : { page: 2 })
})
