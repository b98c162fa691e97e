import type { Call } from './frames.ts'
import type { Place, Sight } from './sight.ts'
import { join, nothing, type Fn, type Value } from './values.ts'

/** What makes a function run: a player, a player with a right, a chat message, another host, or a web request. */
export type Trigger = 'event' | 'command' | 'restricted' | 'chat' | 'http' | 'web'

export type ActKind =
  | 'gift'
  | 'right'
  | 'job'
  | 'drops-all'
  | 'deletes'
  | 'stops'
  | 'console'
  | 'changes-data'

/** Something that changes the server or its players. */
export interface Act {
  kind: ActKind
  place: Place
  sight: Sight
  detail: string
  /** A value that the player sends decides about it. */
  isChosen: boolean
  isComputed: boolean
  isFromHost: boolean
  isLarge: boolean
}

/** How the functions of a program are connected. Positions are those of a text plus its base. */
export interface Connections {
  /** Events that clients may send. */
  netEvents: Set<string>
  handlers: Map<Fn, { trigger: Trigger; name: string; isNet: boolean }>
  calls: { at: number; fn: Fn }[]
  acts: Map<number, Act>
  /** Where the code asks for a permission, a price, a place or the like. */
  checks: Set<number>
  /** The arguments of each event that the program triggers, by name. */
  sent: Map<string, Value[]>
  /** A text that names a secret setting of the server. */
  secretName: string | undefined
  /** A text that names a file with secrets of the server. */
  secretFile: string | undefined
  /** A page of the program has a field for a password. */
  asksPassword: boolean
  hasFrame: boolean
  /** Those that the program calls, as far as they are known. */
  urls: Set<string>
  writesFiles: boolean
  /** The functions that the program exports, by name. */
  exported: Map<string, Value>
}

const connectionsMax = 20_000
/** Functions that a handler calls, directly or not. */
const reachMax = 50
const stepsMax = 2_000_000

export function createConnections(): Connections {
  return {
    netEvents: new Set(),
    handlers: new Map(),
    calls: [],
    acts: new Map(),
    checks: new Set(),
    sent: new Map(),
    secretName: undefined,
    secretFile: undefined,
    asksPassword: false,
    hasFrame: false,
    urls: new Set(),
    writesFiles: false,
    exported: new Map(),
  }
}

export function addHandler(
  { connections }: Sight,
  value: Value,
  trigger: Trigger,
  name: string,
  isNet = true,
): void {
  for (const fn of value.fns ?? [])
    if (connections.handlers.size < connectionsMax) connections.handlers.set(fn, { trigger, name, isNet })
}

export function addAct(sight: Sight, act: Omit<Act, 'sight'>): void {
  const { acts } = sight.connections
  if (acts.size < connectionsMax) acts.set(sight.base + act.place.at, { ...act, sight })
}

export function addCall({ connections: { calls }, base }: Sight, fn: Fn, { at }: Call): void {
  if (calls.length < connectionsMax) calls.push({ at: base + at, fn })
}

export function addCheck({ connections: { checks }, base }: Sight, at: number): void {
  if (checks.size < connectionsMax) checks.add(base + at)
}

/** The arguments that an event may have, after those of this call are added. */
export function sendTo({ connections: { sent } }: Sight, name: string, args: readonly Value[]): void {
  const known = sent.get(name) ?? []
  if (sent.size >= connectionsMax) return
  sent.set(
    name,
    args.slice(0, 16).map((value, index) => join(known[index] ?? nothing, value)),
  )
}

export type Range = { from: number; to: number }

/** Finds what lies within the bodies of functions. Its steps are limited, whatever the program. */
export function createReach({ calls, acts, checks }: Connections) {
  const inOrder = calls.toSorted((left, right) => left.at - right.at)
  const callsAt = inOrder.map(({ at }) => at)
  const actsAt = [...acts.keys()].sort((left, right) => left - right)
  const checksAt = [...checks].sort((left, right) => left - right)
  let steps = stepsMax

  return {
    isWhole: (): boolean => steps > 0,
    bodiesOf,
    actsIn: (bodies: readonly Range[]): Act[] =>
      bodies.flatMap((body) => within(actsAt, body).flatMap((at) => acts.get(at) ?? [])),
    hasCheckIn: (bodies: readonly Range[]): boolean =>
      bodies.some(({ from, to }) => (checksAt[firstFrom(checksAt, from)] ?? Infinity) <= to),
  }

  /** The bodies of a function and of those that it calls. */
  function bodiesOf(fn: Fn): Range[] {
    const reached = new Set([fn])
    const ranges: Range[] = []
    for (const one of reached) {
      const range = { from: one.base + one.at, to: one.base + one.end }
      ranges.push(range)
      for (let index = firstFrom(callsAt, range.from); (callsAt[index] ?? Infinity) <= range.to; index++) {
        if (steps-- <= 0 || reached.size >= reachMax) break
        const called = inOrder[index]?.fn
        if (called) reached.add(called)
      }
    }
    return ranges
  }

  function within(positions: readonly number[], { from, to }: Range): number[] {
    const found: number[] = []
    for (let index = firstFrom(positions, from); (positions[index] ?? Infinity) <= to; index++) {
      if (steps-- <= 0) break
      found.push(positions[index] ?? 0)
    }
    return found
  }
}

/** The index of the first position from there on, in ascending positions. */
function firstFrom(positions: readonly number[], from: number): number {
  let low = 0
  let high = positions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((positions[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low
}
