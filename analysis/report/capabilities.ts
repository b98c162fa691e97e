import { cutText } from '#analysis/cut-text.ts'
import { lineOf } from '#analysis/lines.ts'

import type { Member } from './archive.ts'

/** In the order of display. */
export const capabilityKinds = [
  'runs-code',
  'runs-programs',
  'console',
  'calls-out',
  'answers-web',
  'writes-files',
  'reads-secrets',
  'reads-identities',
  'database',
  'reads-files',
  'page',
  'webhook',
  'binaries',
  'escrowed',
  'obfuscated',
  'events',
  'commands',
  'exports',
  'uses',
] as const
export type CapabilityKind = (typeof capabilityKinds)[number]
export type Side = 'server' | 'client' | 'shared' | 'page' | 'none'
export type Capability = {
  kind: CapabilityKind
  side: Side
  count: number
  values: string[]
  places: { path: string; line: number | null }[]
}

/** Collects the facts of all files. */
export function createCapabilities() {
  const found = new Map<string, Capability>()
  return {
    add(
      kind: CapabilityKind,
      start: number,
      value: string | undefined,
      { path, side }: Pick<Member, 'path' | 'side'>,
      text: string,
    ): void {
      const key = `${kind} ${side}`
      const empty = { kind, side, count: 0, values: [], places: [] }
      const capability = found.getOrInsert(key, empty)
      capability.count++
      const max = kind === 'calls-out' ? 50 : 20
      if (value !== undefined && capability.values.length < max && !capability.values.includes(value))
        capability.values.push(cutText(value, 200))
      if (capability.places.length < 5)
        capability.places.push({ path, line: start < 0 ? null : lineOf(text, start) })
    },
    list: (): Capability[] =>
      [...found.values()].sort((a, b) => capabilityKinds.indexOf(a.kind) - capabilityKinds.indexOf(b.kind)),
  }
}
