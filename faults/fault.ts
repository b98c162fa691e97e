import type { Site } from './site.ts'

/** A measured value and its limits. */
export type Measure = {
  value: number
  unit: string
  /** How the values of several runs are combined. */
  aggregate: 'sum' | 'max'
  atMost?: number
  atLeast?: number
}

export type Measures = Record<string, Measure>

export type Fault = {
  /** Its id, such as F1. */
  figure: string
  /** What goes wrong. */
  name: string
  /** What must hold nevertheless. */
  bar: string
  /** How often; 0 leaves the fault out of short runs. */
  iterations: { short: number; long: number }
  /** Why this machine cannot produce the fault. A skipped fault does not count as passed. */
  skipReason?: () => Promise<string | undefined>
  run: (env: TestEnvironment, iterations: number) => Promise<Measures>
}

export type TestEnvironment = {
  /** A new instance for one fault, not started yet; it is removed with its data after the fault. */
  site: (environment?: Record<string, string>, dataDir?: string) => Promise<Site>
  /** One running instance for all faults that leave it unchanged. */
  shared: () => Promise<Site>
  log: (line: string) => void
}

type Bar = Pick<Measure, 'atMost' | 'atLeast'>

/** A value that is summed over several runs. */
export function total(value: number, unit: string, bar: Bar = {}): Measure {
  return { value, unit, aggregate: 'sum', ...bar }
}

/** A value of which the maximum over several runs counts. */
export function worst(value: number, unit: string, bar: Bar = {}): Measure {
  return { value: Math.round(value * 10) / 10, unit, aggregate: 'max', ...bar }
}

/**
 * The same values, with limits of times ten times as long: short runs also happen on machines that are busy otherwise.
 * They still notice what never ends. The full run, on a machine that does nothing else, keeps the required limits.
 */
export function withLongerLimits(measures: Measures): Measures {
  const entries = Object.entries(measures).map(([what, measure]) => {
    const { unit, atMost } = measure
    const isTime = unit === 'ms' || unit === 's'
    return [what, isTime && atMost !== undefined ? { ...measure, atMost: 10 * atMost } : measure] as const
  })
  return Object.fromEntries(entries)
}

export function isMissed({ value, atMost, atLeast }: Measure): boolean {
  // NaN means that nothing was measured, and comparisons would accept it.
  if (Number.isNaN(value)) return true
  return (atMost !== undefined && value > atMost) || (atLeast !== undefined && value < atLeast)
}
