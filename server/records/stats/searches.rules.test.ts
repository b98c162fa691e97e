import { expect, test } from 'vitest'

import { countedQuery } from './count-empty-searches.ts'

test.each([
  ['  ESX   Garage ', 'esx garage'],
  ['x', undefined],
  ['ada@example.com', undefined],
  ['ada @ example', undefined],
  ['+1 (555) 010-9999', undefined],
  ['qb-core 1.2', 'qb-core 1.2'],
  ['é'.repeat(80), 'é'.repeat(60)],
])('the query %j is counted as %j', (typed, counted) => {
  expect(countedQuery(typed)).toBe(counted)
})
