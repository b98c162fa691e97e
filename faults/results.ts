import { availableParallelism, totalmem } from 'node:os'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { z } from 'zod/mini'

import { isMissed, type Fault, type Measures } from './fault.ts'

const Measure = z.object({
  value: z.number(),
  unit: z.string(),
  aggregate: z.enum(['sum', 'max']),
  atMost: z.exactOptional(z.number()),
  atLeast: z.exactOptional(z.number()),
})

const Result = z.object({
  figure: z.string(),
  name: z.string(),
  bar: z.string(),
  verdict: z.enum(['passed', 'missed', 'not run']),
  /** Why it missed or was not run, if no measure shows it. */
  reason: z.exactOptional(z.string()),
  measures: z.record(z.string(), Measure),
  seconds: z.number(),
  measuredAt: z.string(),
  machine: z.string(),
})
export type Result = z.output<typeof Result>

const Results = z.object({ results: z.array(Result) })

export function resultOf(
  { figure, name, bar }: Fault,
  outcome: { measures: Measures; seconds: number; reason?: string; notRun?: true },
): Result {
  const { measures, seconds, reason, notRun } = outcome
  const hasMissed = reason !== undefined || Object.values(measures).some(isMissed)
  return {
    figure,
    name,
    bar,
    verdict: notRun ? 'not run' : hasMissed ? 'missed' : 'passed',
    ...(reason !== undefined && { reason }),
    measures,
    seconds: Math.round(seconds),
    measuredAt: new Date().toISOString().slice(0, 10),
    machine: machineClass(),
  }
}

/** Combines the parts of a long run: sums of counts, maxima of times. A requirement missed once is missed. */
export function mergeResults(before: Result, part: Result): Result {
  const measures: Measures = { ...before.measures }
  for (const [name, measure] of Object.entries(part.measures)) {
    const earlier = measures[name]
    if (!earlier) measures[name] = measure
    else if (measure.aggregate === 'sum')
      measures[name] = {
        ...measure,
        value: earlier.value + measure.value,
        // Lower limits apply to each run by its own iterations.
        ...(measure.atLeast !== undefined && { atLeast: (earlier.atLeast ?? 0) + measure.atLeast }),
      }
    else measures[name] = { ...measure, value: Math.max(earlier.value, measure.value) }
  }
  const worse = before.verdict === 'passed' ? part : before
  return {
    ...part,
    verdict: worse.verdict,
    ...(worse.reason !== undefined && { reason: worse.reason }),
    measures,
    seconds: before.seconds + part.seconds,
  }
}

export function readResults(path: string): Result[] {
  if (!existsSync(path)) return []
  return Results.parse(JSON.parse(readFileSync(path, 'utf8'))).results
}

export function writeResults(path: string, results: readonly Result[]): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify({ results }, undefined, 2)}\n`)
}

function machineClass(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} cores, ${gigabytes} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`
}
