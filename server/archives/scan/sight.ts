import type { capabilityKinds } from '#contract/analysis.ts'
import type { Side } from '#contract/manifest/find-sides.ts'
import type { RuleId } from '#contract/rules.ts'

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
  /** A command that grants rights, and the identifier of a player. */
  grants: Place | undefined
  identifier: Place | undefined
  /** A text that is the start of such a command. */
  grantText: Place | undefined
  /** It runs a command whose start is not known. */
  runsBuiltCommand: boolean
  /** It gives money or items. */
  gives: Place | undefined
  /** A text that names an anti-cheat. */
  antiCheat: Place | undefined
  /** It stops a resource whose name is not constant. */
  stopsResource: Place | undefined
  /** Markup that was read. */
  markup: Set<string>
}

export function lineAt(text: string, at: number): number {
  let line = 1
  for (let found = text.indexOf('\n'); found >= 0 && found < at; found = text.indexOf('\n', found + 1)) line++
  return line
}
