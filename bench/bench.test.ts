import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { chooseRun, UsageError } from './choose-run.ts'
import type { Finding } from './finding.ts'
import { writeReport } from './report/write-report.ts'
import { scenarios } from './scenarios.ts'
import { openStage, type Stage } from './stage.ts'

let folder: string
let stage: Stage
const findings: Finding[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scripthaven-bench-'))
  const run = chooseRun(['--no-report', '--folder', folder])
  const moment = { pace: { rounds: 1, seconds: 0.02 }, share: 0.01, small: 600, large: 600 }
  stage = openStage({ ...run, ...moment }, () => undefined)
})
afterAll(async () => {
  await stage.clear()
  await rm(folder, { recursive: true, force: true })
})

test.each(scenarios)(
  '$name measures what it promises, and nothing that it asks for fails',
  async ({ measure }) => {
    const finding = await measure(stage)
    findings.push(finding)

    expect(finding.rows.length + finding.bars.length).toBeGreaterThan(0)
    expect(finding.rows.filter(({ perSecond, failed }) => perSecond === 0 || failed > 0)).toEqual([])
    expect(finding.bars.filter(({ value }) => Number.isNaN(value))).toEqual([])
  },
  120_000,
)

test('a report keeps what it says of other scenarios, and what somebody wrote around it', async () => {
  const [first, ...others] = findings
  if (!first) throw new Error('Nothing was measured')
  await writeReport(folder, others)
  const page = await writeReport(folder, [first])
  const text = await readFile(page, 'utf8')

  for (const { title } of findings) expect(text.split(`\n### ${title}\n`)).toHaveLength(2)
  expect(await readFile(join(folder, 'performance.svg'), 'utf8')).toContain(first.bars[0]?.claim)
})

test('a name that nobody knows and an option that does not exist are told apart from a failure', () => {
  expect(() => chooseRun(['cahced'])).toThrow(UsageError)
  expect(() => chooseRun(['--rounds'])).toThrow(UsageError)
  expect(chooseRun(['--million']).names).toEqual(['lists'])
  expect(chooseRun(['lists', 'cached']).names).toEqual(['cached', 'lists'])
})
