import type { Measure } from './load/take-turns.ts'

/** One line of a table: what was measured and, where it has one, the yardstick of the same rounds. */
export type Row = Measure & { against?: Measure }

/** A promise about speed, held by this run or not. */
export type Bar = {
  claim: string
  value: number
  unit: string
  bound: { atLeast: number } | { atMost: number }
}

export type Finding = {
  /** The scenario, and the site it ran on: a later run of both takes its place in the report. */
  name: string
  title: string
  /** How it was measured, in whole sentences. */
  how: string
  measuredAt: string
  rows: readonly Row[]
  bars: readonly Bar[]
}

export function isHeld({ value, bound }: Bar): boolean {
  return 'atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost
}

/** How many times the yardstick's requests a second. */
export function ratioOf({ perSecond, against }: Row): number {
  return against ? perSecond / against.perSecond : Number.NaN
}
