import type { Binding, Expr } from '#analysis/ir/ir.ts'

import type { Engine } from './engine.ts'
import type { Event, EventKind } from './events.ts'
import type { Instance } from './heap.ts'
import { isBounded, isPaid, type Price } from './bounds.ts'
import type { Value } from './value.ts'

export type Span = { start: number; end: number }
export type Site = Span & { isNew?: boolean }

/** A gift after something was counted and time has passed. */
export type Gift = { site: Site; name: string; args: readonly Value[]; object: Value | undefined }

/** What the evaluation of a function knows at a place. */
export type Frame = {
  engine: Engine
  fn: Instance
  /** The values of locals that no inner function uses, which follow from the order of the statements. */
  locals: Map<Binding, Value>
  /** Locals that are no tables here, because `type` says so. */
  noTables?: Set<Binding>
  /** A condition that dominates the place is a check. */
  isChecked: boolean
  /** The same at the end of the list of statements that ran last. */
  isEndChecked: boolean
  /** The result of the function depends on a check. */
  isCheck?: boolean
  /** What left a loop or switch before its end. */
  exits: Map<Binding, Value>[][]
  /** The condition of a loop is evaluated, which waits for something. */
  isWaiting?: boolean
  /** The call whose result nothing uses. */
  unused?: Expr
  depth: number
  /** Values that the sender of an event chose and pays, or has at least, and those that are among what is allowed. */
  prices?: readonly Price[] | undefined
  /** The same at the end of the list of statements that ran last. */
  endPrices?: readonly Price[] | undefined
  /** Whether goods are counted, sold after a pause, and only then taken. */
  race?: 'read' | 'counted' | 'waited' | 'over' | Gift
  /** The functions that returned all of what the last call gave. */
  called: Instance[]
  /** The element of a loop over `pairs` and the tables that it reads, by its key. */
  pairs?: Map<Binding, { element: Binding; tables: Value }>
  evaluate: (frame: Frame, expr: Expr) => Value
  evaluateList: (frame: Frame, list: readonly Expr[]) => Value[]
  readMember: (frame: Frame, object: Value, key: Value, span: Span, isNamed: boolean) => Value
  writeMember: (frame: Frame, object: Value, key: Value, value: Value, span: Span) => void
  /** Calls a value that something else passes on, such as a handler. */
  callValue: (frame: Frame, callee: Value, args: Value[], object?: Value, site?: Site) => Value
}

/** One for all events without such arguments. */
const unnamed: Event['named'] = {}

export function emitAt(
  frame: Frame,
  kind: EventKind,
  { start, end }: Span,
  name: string,
  values: readonly Value[],
  more: Partial<Event> = {},
): void {
  const { engine, fn, isWaiting } = frame
  if (!engine.collects) return
  const { file } = fn
  const place = file.outer ?? { file, start, end }
  const isChecked = frame.isChecked || isPaid(frame.prices) || isBounded(frame.prices, values)
  const event: Event = { kind, file: place.file, place, fn, isChecked, name, values, named: unnamed, ...more }
  if (isWaiting && kind === 'asks-state') event.detail ??= 'waits'
  engine.events.push(event)
}
