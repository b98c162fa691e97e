import type { capabilityKinds } from '#contract/analysis.ts'
import type { Side } from '#contract/manifest/find-sides.ts'
import type { RuleId } from '#contract/rules.ts'

import { createConnections, type Connections } from './connections.ts'
import type { Value } from './values.ts'

export interface Place {
  at: number
  line: number
}

export type Severity = 'high' | 'medium' | 'low'

/** What the rules see of a file, and where they report to. */
export interface Sight {
  isLua: boolean
  side: Side
  /** The name of the resource that the file belongs to. */
  resource: string
  report: (rule: RuleId, severity: Severity, place: Place, detail?: string) => void
  fact: (kind: (typeof capabilityKinds)[number], place: Place, value?: string) => void
  /** A setting of server.cfg that the code reads or sets. */
  convar: (name: string, fallback: string | null) => void
  /** Text that is run as code, to be scanned as well. */
  runs: (text: string, place: Place) => void
  /** What the file writes into files may come back when it reads files. */
  writtenBits: number
  /** The file uses something whose arguments matter. */
  isInteresting: boolean
  callsOut: boolean
  /** A host that the code names and calls. */
  host: string | undefined
  readsSecrets: Place | undefined
  /** A text that is a public IP address. */
  address: Place | undefined
  /** A connection without HTTP. */
  socket: Place | undefined
  /** Keys of services, which are sent to them. */
  readsKeys: Place | undefined
  /** A command that grants rights, and the identifier of a player. */
  grants: Place | undefined
  identifier: Place | undefined
  /** A text that is the start of such a command. */
  grantText: Place | undefined
  /** It runs a command whose start is not known. */
  runsBuiltCommand: boolean
  /** It gives money or items. */
  gives: Place | undefined
  /** A text that is a manifest. */
  manifestText: Place | undefined
  /** A text that names an anti-cheat. */
  antiCheat: Place | undefined
  /** It stops a resource whose name is not constant. */
  stopsResource: Place | undefined
  /** Markup that was read. */
  markup: Set<string>
  /** What is added to its places in `connections`. */
  base: number
  /** Those of the program. */
  connections: Connections
  /** What another file of the program exports; undefined if there is no such file. */
  importFile: (name: string) => Value | undefined
}

/** `given` is what differs from file to file. */
export function createSight(
  given: Pick<Sight, 'isLua' | 'side' | 'resource' | 'report'> & Partial<Sight>,
): Sight {
  return {
    fact: () => undefined,
    convar: () => undefined,
    runs: () => undefined,
    importFile: () => undefined,
    base: 0,
    connections: createConnections(),
    writtenBits: 0,
    isInteresting: false,
    callsOut: false,
    host: undefined,
    readsSecrets: undefined,
    address: undefined,
    socket: undefined,
    readsKeys: undefined,
    grants: undefined,
    identifier: undefined,
    grantText: undefined,
    runsBuiltCommand: false,
    gives: undefined,
    manifestText: undefined,
    antiCheat: undefined,
    stopsResource: undefined,
    markup: new Set(),
    ...given,
  }
}

/** JavaScript of a page. What no manifest names is the source of one more often than anything else. */
export function isPageCode({ side, isLua }: Pick<Sight, 'side' | 'isLua'>): boolean {
  return side === 'page' || (side === 'none' && !isLua)
}

export function lineAt(text: string, at: number): number {
  let line = 1
  for (let found = text.indexOf('\n'); found >= 0 && found < at; found = text.indexOf('\n', found + 1)) line++
  return line
}
