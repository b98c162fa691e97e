import type { Event } from '#analysis/flow/events.ts'
import { originsOf } from '#analysis/flow/heap.ts'
import {
  join,
  nothing,
  origin,
  outside,
  startOf,
  textOf,
  textsOf,
  unknown,
  withOrigins,
  type Value,
} from '#analysis/flow/value.ts'
import { hostsOf, isOfLibraries, isRemote } from './hosts.ts'

/** The events by which text becomes code. */
export const codeKinds = [
  'runs-code',
  'constructs-function',
  'loads-script',
  'requires',
  'sets-property',
  'sets-attribute',
  'adds-markup',
] as const

const sources: [origins: number, name: string][] = [
  [origin.event, 'an event'],
  [origin.command, 'a command'],
  [origin.state, 'a state bag'],
  [origin.web, 'a web request'],
  [origin.stored, 'a stored value'],
  [origin.otherResource, 'another resource'],
]
export const sourceOf = (origins: number): string =>
  sources.flatMap(([bit, name]) => ((origins & bit) === 0 ? [] : [name])).join(', ')

export type Code = { value: Value; origins: number; runner: string; severity?: 'medium' }

/** The value that an event runs as code; undefined if it runs none. */
export function codeOf(event: Event): Code | undefined {
  const { kind, name, named, values, object, file } = event
  if (kind === 'runs-code') {
    const value = named.code ?? named.text ?? named.bytes
    if (!value) return undefined
    if (named.bytes) {
      const origins = originsOf(value) & ~(outside | origin.otherFile)
      return (origins & origin.http) === 0 ? undefined : { value, origins, runner: name }
    }
    const carried = originsOf(value) & (outside | origin.http | origin.decoded)
    // A timer that gets a function. The answer of a host may be text.
    if (named.text && (value.functions ?? value.objects ?? value.refs?.some((ref) => ref !== '#response')))
      return undefined
    // Timers of Node.js reject a text. A value that carries the answer of a host may still be meant for a page.
    const runs = file.side === 'page' ? carried : carried & (origin.http | origin.decoded)
    if (named.text && !value.constants && runs === 0) return undefined
    return code(value, name)
  }
  if (kind === 'constructs-function')
    return values.length > 0 ? code(named.code ?? unknown, 'Function') : undefined
  if (kind === 'loads-script' && !event.isNew && name === 'Blob') return undefined
  if (kind === 'loads-script') return loadedCode(event)
  if (kind === 'requires') {
    const source = named.name ?? nothing
    return isRemote(startOf(source)) ? remote(source, 'import') : undefined
  }
  if ((kind !== 'sets-property' && kind !== 'sets-attribute') || file.language !== 'javascript')
    return undefined
  const [property, value] = propertyOf(event)
  const isScript = object?.refs?.includes('#script') === true
  if (property === 'src' && isScript) return sourceCode(value, 'a script element')
  // As a property it would have to be a function.
  const isHandler = kind === 'sets-attribute' && /^on[a-z]+$/.test(property)
  if (isHandler && (originsOf(value) & (outside | origin.http | origin.decoded)) !== 0)
    return code(value, property)
  const isText = /^(text|textContent|innerText|innerHTML)$/.test(property) && isScript
  return isText && (value.constants || (originsOf(value) & (outside | origin.http | origin.decoded)) !== 0)
    ? code(value, 'a script element')
    : undefined
}

/** The name and the value of a property that is set, also by setAttribute. */
export function propertyOf({ name, named, values }: Event): [name: string, value: Value] {
  if (name === 'setAttribute')
    return [textOf(named.name ?? nothing)?.toLowerCase() ?? '', named.value ?? nothing]
  return [name, values[0] ?? nothing]
}

function code(value: Value, runner: string): Code {
  // A function that returns the parts of the code.
  const returned = (value.functions ?? []).reduce((all, { returns }) => join(all, returns.value), nothing)
  return { value, origins: originsOf(value) | returned.origins, runner }
}

function remote(value: Value, runner: string): Code {
  const [host = ''] = hostsOf(startOf(value))
  return isOfLibraries(value)
    ? { value, origins: origin.http, runner: host, severity: 'medium' }
    : code(withOrigins(value, origin.http), runner)
}

function sourceCode(value: Value, runner: string): Code | undefined {
  const start = startOf(value)
  if (value.refs?.includes('#blob')) return code(value, runner)
  if (textsOf(value).some(isRemote) || isRemote(start)) return remote(value, runner)
  if (start === '' || /^(data|blob):/.test(start)) return code(withOrigins(value, origin.unknown), runner)
  return undefined
}

function loadedCode({ named, name }: Event): Code | undefined {
  const value = named.code ?? nothing
  const start = startOf(value)
  const evaluated = (named.options?.objects ?? []).map(
    (object) => object.fields.get('eval')?.value ?? nothing,
  )
  const isText = evaluated.some((option) => option.constants?.includes(true) ?? option.origins !== 0)
  if (value.refs?.includes('#blob') || isText) return code(value, name)
  if (isRemote(start)) return remote(value, name)
  const carried = originsOf(value) & (outside | origin.http | origin.decoded)
  if (/^(data|blob):/.test(start) || (carried !== 0 && start === ''))
    return code(withOrigins(value, origin.unknown), name)
  if (name === '$.getScript' && start === '') return code(withOrigins(value, origin.unknown), name)
  return undefined
}
