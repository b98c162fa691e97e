import type { Site } from './site.ts'

/** One number that a fault was measured by, and where it stops being good. */
export type Measure = {
  value: number
  unit: string
  /** How the pieces of a long run are put together. */
  together: 'sum' | 'max'
  atMost?: number
  atLeast?: number
}

export type Measures = Record<string, Measure>

export type Fault = {
  /** Its number in the list of figures to hold, such as F1. */
  figure: string
  /** What goes wrong. */
  name: string
  /** What has to hold all the same, in words. */
  bar: string
  /** How often; none in the short run leaves the fault out of it. */
  rounds: { short: number; long: number }
  /** Why this machine cannot bring it about. A fault that was not run has not passed. */
  obstacle?: () => Promise<string | undefined>
  bringAbout: (ground: Ground, rounds: number) => Promise<Measures>
}

export type Ground = {
  /** A hub of its own for one fault, not yet started; it goes with all that it left when the fault is over. */
  site: (environment?: Record<string, string>, dataDir?: string) => Promise<Site>
  /** One running hub for all faults of a run that leave it as they found it. */
  shared: () => Promise<Site>
  say: (line: string) => void
}

type Bar = Pick<Measure, 'atMost' | 'atLeast'>

/** Counted up over the pieces of a run. */
export function total(value: number, unit: string, bar: Bar = {}): Measure {
  return { value, unit, together: 'sum', ...bar }
}

/** The worst of all pieces of a run. */
export function worst(value: number, unit: string, bar: Bar = {}): Measure {
  return { value: Math.round(value * 10) / 10, unit, together: 'max', ...bar }
}

export function isMissed({ value, atMost, atLeast }: Measure): boolean {
  // Not a number is no measurement, and none of the two would refuse it.
  if (Number.isNaN(value)) return true
  return (atMost !== undefined && value > atMost) || (atLeast !== undefined && value < atLeast)
}
