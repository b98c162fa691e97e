import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { chooseRun, UsageError } from './choose-run.ts'
import type { Result } from './result.ts'
import { writeReport } from './report/write-report.ts'
import { scenarios } from './scenarios.ts'
import { createHarness, type Harness } from './harness.ts'

let folder: string
let harness: Harness
const results: Result[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scripthaven-bench-'))
  const run = chooseRun(['--no-report', '--folder', folder])
  const shortRun = { pace: { rounds: 1, seconds: 0.02 }, share: 0.01, small: 600, large: 600 }
  harness = createHarness({ ...run, ...shortRun }, () => undefined)
})
afterAll(async () => {
  await harness.dispose()
  await rm(folder, { recursive: true, force: true })
})

test.each(scenarios)(
  '$name measures its metrics without failed requests',
  async ({ measure }) => {
    const result = await measure(harness)
    results.push(result)

    expect(result.rows.length + result.thresholds.length).toBeGreaterThan(0)
    expect(result.rows.filter(({ perSecond, failed }) => perSecond === 0 || failed > 0)).toEqual([])
    expect(result.thresholds.filter(({ value }) => Number.isNaN(value))).toEqual([])
  },
  // A test is no stopwatch: a busy machine takes many times as long.
  900_000,
)

test('a report preserves the results of other scenarios and the text around them', async () => {
  const [first, ...others] = results
  if (!first) throw new Error('There are no results')
  await writeReport(folder, others)
  const page = await writeReport(folder, [first])
  const text = await readFile(page, 'utf8')

  for (const { title } of results) expect(text.split(`\n### ${title}\n`)).toHaveLength(2)
  expect(await readFile(join(folder, 'performance.svg'), 'utf8')).toContain(first.thresholds[0]?.metric)
})

test('unknown scenario names and options are reported', () => {
  expect(() => chooseRun(['cahced'])).toThrow(UsageError)
  expect(() => chooseRun(['--rounds'])).toThrow(UsageError)
  expect(chooseRun(['--million']).names).toEqual(['lists'])
  expect(chooseRun(['lists', 'cached']).names).toEqual(['cached', 'lists'])
})
