import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { allFaults } from './all-faults.ts'
import type { Fault } from './fault.ts'
import { openGround } from './ground.ts'
import { putTogether, readResults, resultOf, writeResults, type Result } from './results.ts'
import { documentOf, rowOf } from './table.ts'

const root = join(import.meta.dirname, '..')
const shortReport = join(root, '.cache/reports/faults.json')
const recorded = join(root, 'docs/faults.json')
const document = join(root, 'docs/faults.md')

const usage = `npm run faults -- [FIGURE…] [--short] [--rounds N] [--more]
  --short     small counts; nothing is recorded in docs
  --rounds N  instead of the long count
  --more      one more piece of a long run: added to what is recorded`

await main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? `${error.message}\n${usage}` : error)
  process.exitCode = 1
})

class UsageError extends Error {}

async function main(): Promise<void> {
  const { chosen, short, rounds, more } = readArguments()
  const ground = openGround()
  // Its hubs are processes of their own: nobody else would end them, nor remove what they left.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void ground.close().finally(() => process.exit(1)))
  const results: Result[] = []
  try {
    for (const fault of chosen) {
      const count = rounds ?? (short ? fault.rounds.short : fault.rounds.long)
      const result = await runFault(fault, ground, count)
      results.push(result)
      console.log(rowOf(result))
      // At once: a long run that is cut off has told what it knew.
      if (!short) record(result, more)
    }
  } finally {
    await ground.close()
  }
  if (short) writeResults(shortReport, results)
  const count = (verdict: Result['verdict']) => results.filter((result) => result.verdict === verdict).length
  console.log(`\n${count('passed')} passed, ${count('missed')} missed, ${count('not run')} not run`)
  if (count('missed') > 0) process.exitCode = 1
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { short: { type: 'boolean' }, rounds: { type: 'string' }, more: { type: 'boolean' } },
  })
  const figures = positionals.map((figure) => figure.toUpperCase())
  const unknown = figures.find((figure) => !allFaults.some((fault) => fault.figure === figure))
  if (unknown !== undefined)
    throw new UsageError(
      `There is no fault ${unknown}. There are ${allFaults.map(({ figure }) => figure).join(', ')}.`,
    )
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0))
    throw new UsageError('--rounds takes a whole number above 0.')
  const short = values.short ?? false
  const wanted = allFaults.filter(({ figure }) => figures.length === 0 || figures.includes(figure))
  const chosen = wanted.filter((fault) => figures.length > 0 || !short || fault.rounds.short > 0)
  return { chosen, short, rounds, more: values.more ?? false }
}

async function runFault(
  fault: Fault,
  ground: ReturnType<typeof openGround>,
  rounds: number,
): Promise<Result> {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const obstacle = rounds === 0 ? 'it has no short count' : await fault.obstacle?.()
  if (obstacle !== undefined)
    return resultOf(fault, { measures: {}, seconds: 0, reason: obstacle, notRun: true })
  try {
    const measures = await fault.bringAbout(ground, rounds)
    return resultOf(fault, { measures, seconds: seconds() })
  } catch (error) {
    console.error(error)
    for (const line of ground.lastWords()) console.error(line)
    const reason = error instanceof Error ? error.message : String(error)
    return resultOf(fault, { measures: {}, seconds: seconds(), reason })
  } finally {
    await ground.clear()
  }
}

function record(result: Result, more: boolean): void {
  const before = readResults(recorded)
  const earlier = more ? before.find(({ figure }) => figure === result.figure) : undefined
  const known = new Map(before.map((each) => [each.figure, each]))
  known.set(result.figure, earlier ? putTogether(earlier, result) : result)
  const ordered = allFaults.flatMap(({ figure }) => known.get(figure) ?? [])
  writeResults(recorded, ordered)
  writeFileSync(document, documentOf(ordered))
}
