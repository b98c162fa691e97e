import { expect, test } from 'vitest'

import type { ScriptStatistics } from '#contract/scripts/script-authors.ts'

import { daysCsv, downloadsBy, downloadsCsv } from './statistics.data.ts'
import { parseStatisticsSearch } from './statistics-search.ts'

const statistics: ScriptStatistics = {
  days: [{ date: '2026-03-10', downloads: 3, views: 9, likes: -1, followers: 0, reports: 1, servers: 2 }],
  downloads: [
    { date: '2026-03-10', version: '=1+1', source: 'site', downloads: 1 },
    { date: '2026-03-10', version: '1,"0"', source: 'recipe', downloads: 2 },
    { date: '2026-03-09', version: null, source: 'site', downloads: 4 },
  ],
  totals: { downloads: 7, views: 9, likes: 1, followers: 0 },
  works: { works: 0, problems: 0, fails: 0 },
}

test('a CSV file quotes texts and starts no formula', () => {
  expect(daysCsv(statistics)).toBe(
    '"Date","Downloads","Views","Likes","Followers","Compatibility reports","Servers"\r\n"2026-03-10",3,9,-1,0,1,2\r\n',
  )
  expect(downloadsCsv(statistics)).toBe(
    [
      '"Date","Version","Source","Downloads"',
      `"2026-03-10","'=1+1","Download button",1`,
      '"2026-03-10","1,""0""","Link for a server",2',
      '"2026-03-09","","Download button",4',
      '',
    ].join('\r\n'),
  )
})

test('downloads are summed by name, most first', () => {
  expect(downloadsBy(statistics, ({ source }) => source)).toEqual([
    { name: 'site', downloads: 5 },
    { name: 'recipe', downloads: 2 },
  ])
})

test('only known periods are in the URL, and the usual one is not', () => {
  expect(['7', 365, '30', '8', 'x'].map((days) => parseStatisticsSearch({ days }))).toEqual([
    { days: 7 },
    { days: 365 },
    {},
    {},
    {},
  ])
})
