import { cutText, cutToEnd } from '#analysis/cut-text.ts'
import type { Instance, Obj } from './heap.ts'

/** Where a value comes from and how it was made. A value has a set of them, as bits. */
export const origin = {
  http: 1,
  event: 1 << 1,
  command: 1 << 2,
  state: 1 << 3,
  web: 1 << 4,
  stored: 1 << 5,
  otherResource: 1 << 6,
  decoded: 1 << 7,
  /** A file of the resource. */
  file: 1 << 8,
  /** A file whose name is not that of code. */
  otherFile: 1 << 9,
  secret: 1 << 10,
  /** Data of players, and files whose names are not known. */
  private: 1 << 11,
  /** The identifier of a player, or made from it. */
  identity: 1 << 12,
  time: 1 << 13,
  /** At least one part is not constant. */
  unknown: 1 << 14,
  /** The code of a character, and what arithmetic made of it. */
  charCode: 1 << 15,
  xor: 1 << 16,
  arithmetic: 1 << 17,
  playerHash: 1 << 18,
  /** A constant that was stored as numbers, in base64 and so on. */
  hidden: 1 << 19,
  /** A constant that is made of others. */
  built: 1 << 20,
  /** Tells what a player may do, has, or where the player is. */
  check: 1 << 21,
  /** It may be more constants than are remembered. */
  many: 1 << 22,
  /** If it is true, a check has passed, or the console sent the command. */
  checkedIfTrue: 1 << 23,
  /** More functions and constants than are remembered meet here: the other origins say little. */
  anything: 1 << 24,
  checkedIfFalse: 1 << 25,
  /** A part of a text. */
  part: 1 << 26,
  /** Of any player, not only of the one who asks. */
  anyone: 1 << 27,
  /** The sender of an event or command chose exactly this: it is a parameter of the handler, or a field of one. */
  sent: 1 << 28,
  /** It is about what the sender named, such as another player or a row: it says nothing about the sender. */
  chosen: 1 << 29,
  /** A text that holds, between quotes, what was sent or downloaded. */
  inText: 1 << 30,
} as const

export const outside =
  origin.event | origin.command | origin.state | origin.web | origin.stored | origin.otherResource
/** What an operation on a value hands on to its result. */
export const lasting =
  outside |
  origin.http |
  origin.decoded |
  origin.file |
  origin.otherFile |
  origin.part |
  origin.secret |
  origin.private |
  origin.identity |
  origin.anyone |
  origin.time |
  origin.anything

export type Constant = string | number | boolean

/** What is known about a value without running the code. Everything is "may be": values only ever join. */
export type Value = {
  origins: number
  constants?: readonly Constant[]
  /** The constant beginning and end of a text that is partly unknown. */
  prefix?: string
  suffix?: string
  functions?: readonly Instance[]
  objects?: readonly Obj[]
  /** Names of what the program does not define, such as `os.execute` or `module:fs`. */
  refs?: readonly string[]
}

export const nothing: Value = { origins: 0 }
export const unknown: Value = { origins: origin.unknown }

export const textMax = 8192
const constantsMax = 8
const namesMax = 8
const functionsMax = 32
const affixMax = 256

export function constant(value: Constant, origins = 0): Value {
  return typeof value === 'string' && value.length > textMax
    ? { origins: origins | origin.unknown, prefix: cutText(value, affixMax) }
    : { origins, constants: [value] }
}
/** An element of the list of all players. */
export const isAnyPlayer = (ref: string): boolean => /^#player(\.|$)/.test(ref)
export const refTo = (name: string, origins = 0): Value => ({ origins, refs: [name] })
/** Something of which only the origins are known. */
export const unknownFrom = (origins: number): Value => ({ origins: origins | origin.unknown })
export const objectOf = (object: Obj, origins = 0): Value => withOrigins(object.value, origins)

export function withOrigins(value: Value, origins: number): Value {
  return (value.origins | origins) === value.origins ? value : { ...value, origins: value.origins | origins }
}

/** What the opposite of a condition says. */
export function negated({ origins }: Value): number {
  return (
    (origins & origin.check) |
    (origins & origin.checkedIfTrue ? origin.checkedIfFalse : 0) |
    (origins & origin.checkedIfFalse ? origin.checkedIfTrue : 0)
  )
}

export const has = (value: Value, origins: number): boolean => (value.origins & origins) !== 0

/** Either of two values. Returns the first one if the second adds nothing. */
export function join(first: Value, second: Value): Value {
  if (first === second || second === nothing) return first
  if (first === nothing) return second
  let origins = first.origins | second.origins
  let constants =
    (origins & origin.many) === 0 ? union(first.constants, second.constants, constantsMax + 1) : undefined
  let prefix = first.prefix === second.prefix ? first.prefix : affix(first, second, 'prefix', commonPrefix)
  let suffix = first.suffix === second.suffix ? first.suffix : affix(first, second, 'suffix', commonSuffix)
  if (constants && constants.length > constantsMax) {
    const texts = constants.map(String)
    prefix ??= texts.reduce(commonPrefix)
    suffix ??= texts.reduce(commonSuffix)
    origins |= origin.many | origin.unknown
    constants = undefined
  }
  const functions = union(first.functions, second.functions, functionsMax)
  if (functions?.length === functionsMax && (origins & origin.many) !== 0) origins |= origin.anything
  const objects = union(first.objects, second.objects, namesMax)
  const refs = union(first.refs, second.refs, namesMax)
  if (
    origins === first.origins &&
    constants === first.constants &&
    prefix === first.prefix &&
    suffix === first.suffix &&
    functions === first.functions &&
    objects === first.objects &&
    refs === first.refs
  )
    return first
  return build(origins, constants, prefix, suffix, functions, objects, refs)
}

function build(
  origins: number,
  constants: Value['constants'],
  prefix: string | undefined,
  suffix: string | undefined,
  functions?: Value['functions'],
  objects?: Value['objects'],
  refs?: Value['refs'],
): Value {
  const value: Value = { origins }
  if (constants) value.constants = constants
  if (prefix !== undefined) value.prefix = prefix
  if (suffix !== undefined) value.suffix = suffix
  if (functions) value.functions = functions
  if (objects) value.objects = objects
  if (refs) value.refs = refs
  return value
}

function union<T>(
  first: readonly T[] | undefined,
  second: readonly T[] | undefined,
  max: number,
): readonly T[] | undefined {
  if (!first || !second || first === second) return first ?? second
  let all: T[] | undefined
  for (const item of second) {
    if ((all ?? first).length >= max) break
    if (!first.includes(item)) (all ??= [...first]).push(item)
  }
  return all ?? first
}

/** What the beginnings (or ends) of two texts have in common: a value without one may begin with anything. */
function affix(
  first: Value,
  second: Value,
  side: 'prefix' | 'suffix',
  common: (a: string, b: string) => string,
): string | undefined {
  const a = first[side]
  const b = second[side]
  if (a === undefined) return isText(first) ? '' : b
  if (b === undefined) return isText(second) ? '' : a
  // An empty one says that they differ.
  return common(a, b)
}
const isText = ({ origins }: Value): boolean => (origins & origin.many) !== 0

function commonPrefix(a: string, b: string): string {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return cutText(a, Math.min(length, affixMax))
}
function commonSuffix(a: string, b: string): string {
  let length = 0
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++
  return cutToEnd(a, Math.min(length, affixMax))
}

/** The texts and numbers that the value may be, as texts. */
export function textsOf({ constants = [] }: Value): readonly string[] {
  return constants.every((item) => typeof item === 'string')
    ? constants
    : constants.filter((item) => typeof item !== 'boolean').map(String)
}
/** The one text or number that it may be. */
export function textOf(value: Value): string | undefined {
  const { constants } = value
  if (constants?.length !== 1) return undefined
  const first = constants[0]
  return typeof first === 'boolean' ? undefined : String(first)
}
/** The field that a key names: a text, a number or a symbol of the language. */
export const keyOf = (key: Value): string | undefined => textOf(key) ?? symbolOf(key)
export const symbolOf = ({ refs }: Value): string | undefined =>
  refs?.find((ref) => ref.startsWith('Symbol.'))
export function numberOf({ constants }: Value): number | undefined {
  const first = constants?.length === 1 ? constants[0] : undefined
  return typeof first === 'number' ? first : undefined
}
/** What it begins or ends with, as far as that is constant. */
export const startOf = (value: Value): string => textOf(value) ?? textsOf(value)[0] ?? value.prefix ?? ''
export const endOf = (value: Value): string => textOf(value) ?? textsOf(value).at(-1) ?? value.suffix ?? ''

/** It may begin with anything: constants that it may be instead do not bound it. */
export const hasFreeStart = (value: Value): boolean =>
  startOf(value) === '' || (has(value, origin.unknown) && value.prefix === undefined)

/** The text of what `new URL` makes. */
export const textOfUrl = ({ origins, prefix }: Value): Value => ({ origins, ...(prefix && { prefix }) })

/** It is one of these constants and nothing else. */
export function isConstant(value: Value): boolean {
  return (value.constants?.length ?? 0) > 0 && !has(value, origin.unknown)
}

/** What was sent or downloaded stands behind a quote; what a framework tells about the sender does not count. */
const isQuoted = (left: Value, right: Value): boolean =>
  has(right, origin.event | origin.web | origin.http) &&
  !has(right, origin.otherResource | origin.stored | origin.identity) &&
  /['"]$/.test(endOf(left))

/** The texts of both, one after the other. */
export function concatenate(left: Value, right: Value): Value {
  const lefts = textsOf(left)
  const rights = textsOf(right)
  const origins =
    ((left.origins | right.origins) &
      (lasting | origin.hidden | origin.check | origin.chosen | origin.many | origin.inText)) |
    (isQuoted(left, right) ? origin.inText : 0)
  const isWhole = lefts.length > 0 && rights.length > 0 && lefts.length * rights.length <= constantsMax
  const isPartly = has(left, origin.unknown) || has(right, origin.unknown)
  const first = lefts.length === 1 ? lefts[0] : undefined
  const second = rights.length === 1 ? rights[0] : undefined
  const prefix = (has(left, origin.unknown) ? left.prefix : undefined) ?? first ?? lefts[0] ?? left.prefix
  const suffix = second === undefined ? (right.suffix ?? rights[0]) : `${first ?? left.suffix ?? ''}${second}`
  if (isWhole && (origins & origin.many) === 0) {
    const texts = lefts.flatMap((a) => rights.map((b) => cutText(a + b, textMax)))
    const unknownPart = isPartly ? origin.unknown : 0
    return build(
      origins | origin.built | unknownPart,
      [...new Set(texts)],
      isPartly && prefix ? cutText(prefix, affixMax) : undefined,
      isPartly && suffix ? cutToEnd(suffix, affixMax) : undefined,
      undefined,
      undefined,
      texts.some((text) => foreignHost.test(text)) ? undefined : ownPageOf(left, right),
    )
  }
  return build(
    origins | origin.unknown,
    undefined,
    prefix && cutText(prefix, affixMax),
    suffix && cutToEnd(suffix, affixMax),
    undefined,
    undefined,
    ownPageOf(left, right),
  )
}

/** The name of the own resource, which stays known in a URL. */
const ownPage = '#own-page'
const ownPageOf = (...values: Value[]): string[] | undefined =>
  values.some(({ refs }) => refs?.includes(ownPage)) ? [ownPage] : undefined
/** The name may also be that of another host. */
const foreignHost = /^https?:\/\/[^/]*\./i
