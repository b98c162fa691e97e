import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { allFaults } from './all-faults.ts'
import { withLongerLimits, type Fault } from './fault.ts'
import { createEnvironment } from './environment.ts'
import { mergeResults, readResults, resultOf, writeResults, type Result } from './results.ts'
import { documentOf, rowOf } from './table.ts'

const root = join(import.meta.dirname, '..')
const shortReport = join(root, '.cache/reports/faults.json')
const recorded = join(root, 'docs/faults.json')
const document = join(root, 'docs/faults.md')

const usage = `npm run faults -- [ID…] [--short] [--iterations N] [--more]
  --short         small counts, longer time limits; nothing is recorded in docs
  --iterations N  replaces the long count
  --more          adds this run to the recorded results`

class UsageError extends Error {}

await main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? `${error.message}\n${usage}` : error)
  process.exitCode = 1
})

async function main(): Promise<void> {
  const { chosen, short, iterations, more } = readArguments()
  const env = createEnvironment()
  // The instances are separate processes, which only this program ends and cleans up.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void env.close().finally(() => process.exit(1)))
  const results: Result[] = []
  try {
    for (const fault of chosen) {
      const count = iterations ?? (short ? fault.iterations.short : fault.iterations.long)
      const result = await runFault(fault, env, { count, short })
      results.push(result)
      console.log(rowOf(result))
      // Recorded after each fault, so that an interrupted run keeps its results.
      if (!short) record(result, more)
    }
  } finally {
    await env.close()
  }
  if (short) writeResults(shortReport, results)
  const count = (verdict: Result['verdict']) => results.filter((result) => result.verdict === verdict).length
  console.log(`\n${count('passed')} passed, ${count('missed')} missed, ${count('not run')} not run`)
  if (count('missed') > 0) process.exitCode = 1
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { short: { type: 'boolean' }, iterations: { type: 'string' }, more: { type: 'boolean' } },
  })
  const figures = positionals.map((figure) => figure.toUpperCase())
  const unknown = figures.find((figure) => !allFaults.some((fault) => fault.figure === figure))
  if (unknown !== undefined)
    throw new UsageError(
      `There is no fault ${unknown}. There are ${allFaults.map(({ figure }) => figure).join(', ')}.`,
    )
  const iterations = values.iterations === undefined ? undefined : Number(values.iterations)
  if (iterations !== undefined && !(Number.isInteger(iterations) && iterations > 0))
    throw new UsageError('--iterations takes a whole number above 0.')
  const short = values.short ?? false
  const wanted = allFaults.filter(({ figure }) => figures.length === 0 || figures.includes(figure))
  const chosen = wanted.filter((fault) => figures.length > 0 || !short || fault.iterations.short > 0)
  return { chosen, short, iterations, more: values.more ?? false }
}

async function runFault(
  fault: Fault,
  env: ReturnType<typeof createEnvironment>,
  { count, short }: { count: number; short: boolean },
): Promise<Result> {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const skipReason = count === 0 ? 'it has no short count' : await fault.skipReason?.()
  if (skipReason !== undefined)
    return resultOf(fault, { measures: {}, seconds: 0, reason: skipReason, notRun: true })
  try {
    const measured = await fault.run(env, count)
    const measures = short ? withLongerLimits(measured) : measured
    return resultOf(fault, { measures, seconds: seconds() })
  } catch (error) {
    console.error(error)
    for (const line of env.logTail()) console.error(line)
    const reason = error instanceof Error ? error.message : String(error)
    return resultOf(fault, { measures: {}, seconds: seconds(), reason })
  } finally {
    await env.clear()
  }
}

function record(result: Result, more: boolean): void {
  const before = readResults(recorded)
  const earlier = more ? before.find(({ figure }) => figure === result.figure) : undefined
  const known = new Map(before.map((each) => [each.figure, each]))
  known.set(result.figure, earlier ? mergeResults(earlier, result) : result)
  const ordered = allFaults.flatMap(({ figure }) => known.get(figure) ?? [])
  writeResults(recorded, ordered)
  writeFileSync(document, documentOf(ordered))
}
