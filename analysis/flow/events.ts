import type { Loop } from '#analysis/ir/ir.ts'
import type { Instance, Place, SourceFile } from './heap.ts'
import type { Value } from './value.ts'

/** Something that a known function does, with the values of its arguments. */
export const callKinds = [
  'runs-code',
  'runs-program',
  'runs-command',
  'http',
  'sends-more',
  /** What a callback gives the client that asked. */
  'answers',
  'answers-web',
  'writes-file',
  'removes-file',
  'reads-file',
  'reads-setting',
  'sets-setting',
  'reads-identity',
  'database',
  'stops-server',
  'stops-resource',
  'act',
  'listens',
  'command',
  'exports',
  'uses',
  'sends-event',
  'sends-to-server',
  'shares',
  'requires',
  'loads-script',
  'adds-markup',
  'shows-page',
  'sends-screen',
  'calls-native',
  'looks-inside',
  'makes-bytecode',
  'finds-player',
  'locks-entities',
  'character',
  'constructs-function',
  'sets-attribute',
  /** Asks whether another resource runs. */
  'asks-state',
] as const
export type CallKind = (typeof callKinds)[number]

export const placeKinds = [
  /** A text or number of the code. */
  'literal',
  /** A constant that the code computes. */
  'folded',
  'list',
  'assigns',
  'sets-property',
  'reads-key',
  'compares',
  'loop',
  'handler',
  'calls',
  /** Once for each file. */
  'file',
] as const
export type EventKind = CallKind | (typeof placeKinds)[number]

/** The events of each kind. */
export type EventsOf = (kind: EventKind) => readonly Event[]

export function byKind(events: readonly Event[]): EventsOf {
  const kinds = Map.groupBy(events, ({ kind }) => kind)
  return (kind) => kinds.get(kind) ?? []
}

/** What makes a function run. */
export type Trigger = 'event' | 'state' | 'command' | 'restricted' | 'chat' | 'http' | 'web'

export type Event = {
  kind: EventKind
  file: SourceFile
  place: Place
  /** The function that it happens in. */
  fn: Instance
  /** A condition that dominates the place asks for a permission, a price, a distance or the like. */
  isChecked: boolean
  /** The full name of the function that is called, or of the property. */
  name: string
  values: readonly Value[]
  /** What the method is called on, or what holds the property. */
  object?: Value
  /** Arguments with a meaning: `code`, `url`, `body`, `path`, … */
  named: Readonly<Record<string, Value | undefined>>
  loop?: Loop
  trigger?: Trigger
  isNet?: boolean
  isNew?: boolean
  detail?: string
}
