import type { Measure } from './load/interleave.ts'

/** One row of a table: a measurement and, if there is one, the baseline of the same rounds. */
export type Row = Measure & { baseline?: Measure }

/** A measured value with its limit. */
export type Threshold = {
  metric: string
  value: number
  unit: string
  limit: { atLeast: number } | { atMost: number }
}

export type Result = {
  /** The scenario and its site; a later run with the same name replaces it in the report. */
  name: string
  title: string
  /** How it was measured, as sentences. */
  how: string
  measuredAt: string
  rows: readonly Row[]
  thresholds: readonly Threshold[]
}

export function isMet({ value, limit }: Threshold): boolean {
  return 'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost
}

/** Requests per second relative to the baseline. */
export function ratioOf({ perSecond, baseline }: Row): number {
  return baseline ? perSecond / baseline.perSecond : Number.NaN
}
