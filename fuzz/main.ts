import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { launchPostgres } from '#postgres-launcher/launch.ts'

import type { Result } from './findings.ts'
import { fuzzCalls } from './fuzz-calls.ts'
import { fuzzFiles } from './fuzz-files.ts'
import { fuzzPrograms } from './fuzz-programs.ts'
import { fuzzSockets } from './fuzz-sockets.ts'
import { fuzzTexts } from './fuzz-texts.ts'
import { writeReport } from './report.ts'
import { startTarget, type Target } from './target.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string' },
    only: { type: 'string', default: 'calls,files,sockets,texts,programs' },
    json: { type: 'string' },
  },
})

const parts = {
  calls: { run: fuzzCalls, runs: 20_000 },
  files: { run: fuzzFiles, runs: 5_000 },
  sockets: { run: fuzzSockets, runs: 5_000 },
  texts: { run: (_: Target, options: { runs: number; seed: number }) => fuzzTexts(options), runs: 200_000 },
  programs: {
    run: (_: Target, options: { runs: number; seed: number }) => fuzzPrograms(options),
    runs: 100_000,
  },
}

const results: Result[] = []
for (const [name, { run, runs }] of Object.entries(parts)) {
  if (!values.only.split(',').includes(name)) continue
  results.push(
    await withTarget((target) =>
      run(target, { runs: Number(values.runs ?? runs), seed: Number(values.seed) }),
    ),
  )
}
console.log(writeReport(results, Number(values.seed)))
if (values.json) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`)
process.exitCode = results.some(({ findings }) => findings.length > 0) ? 1 : 0

/** Runs one part on its own database and folder, and removes both afterwards. */
async function withTarget<T>(use: (target: Target) => Promise<T> | T): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'scripthaven-fuzz-'))
  const database = await launchPostgres(join(folder, 'postgres'), { settings: { fsync: 'off' } })
  try {
    const target = await startTarget(database.connection, join(folder, 'app'))
    try {
      return await use(target)
    } finally {
      await target.close()
    }
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
