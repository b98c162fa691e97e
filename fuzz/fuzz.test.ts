import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, inject, test } from 'vitest'

import { copyTemplate } from '#test-support/database.ts'

import { fuzzCalls } from './fuzz-calls.ts'
import { fuzzFiles } from './fuzz-files.ts'
import { fuzzSockets } from './fuzz-sockets.ts'
import { fuzzTexts } from './fuzz-texts.ts'
import { startTarget } from './target.ts'

// A selection of `npm run fuzz`, the same one each time.
const seed = 7
const timeout = 120_000
const database = await copyTemplate(inject('database'))
const folder = await mkdtemp(join(tmpdir(), 'scripthaven-fuzz-'))
const target = await startTarget(database.config, join(folder, 'app'))
afterAll(async () => {
  await target.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test(
  'requests generated from the OpenAPI document get documented responses, and rejected ones change nothing',
  async () => {
    const { findings, figures } = await fuzzCalls(target, { runs: 1_000, seed })

    expect(findings).toEqual([])
    expect(figures['calls']).toBeGreaterThan(80)
    expect(figures['compared']).toBeGreaterThan(20)
  },
  timeout,
)

test(
  'malformed archives and images are accepted or rejected, and leave no files',
  async () => {
    const { findings, figures } = await fuzzFiles(target, { runs: 60, seed })

    expect(findings).toEqual([])
    expect(figures['rejected']).toBeGreaterThan(20)
  },
  timeout,
)

test(
  'raw bytes get at most one response per request, and the app keeps running',
  async () => {
    const { findings, figures } = await fuzzSockets(target, { runs: 400, seed })

    expect(findings).toEqual([])
    expect(figures['responses by status']).toMatch(/200: .*400: /)
  },
  timeout,
)

test(
  'malformed manifests and code are read in time, without an error',
  () => {
    const { findings, figures } = fuzzTexts({ runs: 3_000, seed })

    expect(findings).toEqual([])
    expect(figures['manifests']).toBeGreaterThan(500)
  },
  timeout,
)
