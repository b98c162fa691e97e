import { spend } from './budget.ts'

/** What is known about a value of scanned code without running it. Everything is "may be": values only ever join. */
export interface Value {
  /** Flags of `from` and of how the value was made. */
  bits: number
  /** The whole text, if it is constant. */
  text?: string
  num?: number
  /** The constant beginning and end of a text that is partly unknown. */
  head?: string
  tail?: string
  /** Names of functions and objects that this file does not define, such as `os.execute` or `module:fs`. */
  refs?: readonly string[]
  fns?: readonly Fn[]
  table?: Table
}

export interface Fn {
  at: number
  line: number
  /** The variables of each parameter. A pattern has several. */
  params: VariableId[][]
  /** What is added to its places, and where its body ends. */
  base: number
  end: number
  /** The index of a parameter that takes all further arguments. */
  restFrom: number
  returns: Value
  /** The names that its body declares, so that code above a declaration finds it. */
  locals: Map<string, VariableId>
}

/** The name of a variable of the whole file, or where another one is declared. */
export type VariableId = string | number

export interface Table {
  fields: Map<string, Value>
  items: Value[]
  /** Elements whose keys are not known. */
  rest: Value
  /** How often it was changed. */
  changes: number
  /** The tables of which a variable may hold any, and how often each was changed before its contents were added. */
  parts?: Map<Table, number>
}

/** Where a value comes from. */
export const from = {
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
  /** The code of a character. */
  charCode: 1 << 9,
  /** Made with exclusive or. */
  xor: 1 << 10,
  /** Made by arithmetic from character codes. */
  arithmetic: 1 << 11,
  secret: 1 << 12,
  /** Not constant: at least one part is unknown. */
  unknown: 1 << 13,
  /** A constant that was stored as numbers, in base64 and so on. */
  hidden: 1 << 14,
  /** A file whose name is not that of code. */
  otherFile: 1 << 15,
  /** A constant that is no literal: made of others. */
  built: 1 << 16,
  /** A function of the language, such as `[].filter`. */
  method: 1 << 17,
  /** Data of players, and files whose names are not known. */
  private: 1 << 18,
  /** The identifier of a player, or made from it. */
  identity: 1 << 19,
  /** The time of day or the date. */
  time: 1 << 20,
  /** A hash of the identifier of a player. */
  playerHash: 1 << 21,
} as const

/** Names of fields and variables. */
export const password = /^(pass(wd|word)?|pwd?)$/i

export const outside = from.event | from.command | from.state | from.web | from.stored | from.otherResource
/** What an operation on a value hands on to its result. */
export const lasting =
  outside |
  from.http |
  from.decoded |
  from.file |
  from.secret |
  from.unknown |
  from.otherFile |
  from.private |
  from.identity |
  from.time

export const nothing: Value = { bits: 0 }
export const unknown: Value = { bits: from.unknown }

export const textMax = 4096
const namesMax = 8

export function textOf(text: string, bits = 0): Value {
  return text.length > textMax ? { bits: bits | from.unknown, head: text.slice(0, 256) } : { bits, text }
}

export function refTo(name: string, bits = 0): Value {
  return { bits, refs: [name] }
}

export function withBits(value: Value, bits: number): Value {
  return (value.bits | bits) === value.bits ? value : { ...value, bits: value.bits | bits }
}

/** Either of two values. The text of the second wins, since it is the later one. Returns the first if nothing is new. */
export function join(first: Value, second: Value): Value {
  if (second === nothing || first === second) return first
  if (first === nothing) return second
  spend(1)
  const bits = first.bits | second.bits
  const refs = union(first.refs, second.refs)
  const fns = union(first.fns, second.fns)
  const table = eitherTable(first.table, second.table)
  const text = second.text ?? first.text
  const num = second.num ?? first.num
  const head = second.head ?? first.head
  const tail = second.tail ?? first.tail
  if (
    bits === first.bits &&
    refs === first.refs &&
    fns === first.fns &&
    table === first.table &&
    text === first.text &&
    num === first.num &&
    head === first.head &&
    tail === first.tail
  )
    return first
  const value: Value = { bits }
  if (text !== undefined) value.text = text
  if (num !== undefined) value.num = num
  if (head !== undefined) value.head = head
  if (tail !== undefined) value.tail = tail
  if (refs) value.refs = refs
  if (fns) value.fns = fns
  if (table) value.table = table
  return value
}

const partsMax = 8
const elementsMax = 64
const fieldsMax = 64

/** A table with what both hold. Large tables are not joined. */
function eitherTable(first: Table | undefined, second: Table | undefined): Table | undefined {
  if (!first || !second || first === second) return first ?? second
  if (sizeOf(first) > fieldsMax || sizeOf(second) > fieldsMax) return first
  const parts = first.parts ?? new Map([[first, first.changes]])
  const joined = [...(second.parts?.keys() ?? [second])]
  if (parts.size + joined.filter((part) => !parts.has(part)).length > partsMax) return first
  if (!first.parts) spend(sizeOf(first))
  const table = first.parts
    ? first
    : { ...first, fields: new Map(first.fields), items: [...first.items], parts }
  for (const part of joined) addPart(table, parts, part)
  return table
}

function addPart(table: Table, parts: Map<Table, number>, part: Table): void {
  if (parts.get(part) === part.changes) return
  parts.set(part, part.changes)
  table.changes++
  spend(sizeOf(part))
  for (const [name, value] of part.fields) table.fields.set(name, joinInTable(table.fields.get(name), value))
  for (const [index, value] of part.items.entries())
    table.items[index] = joinInTable(table.items[index], value)
  table.rest = joinInTable(table.rest, part.rest)
}

/** Tables within tables are not joined. */
function joinInTable(first: Value | undefined, second: Value): Value {
  if (!first) return second
  return first.table && second.table ? join(first, { ...second, table: first.table }) : join(first, second)
}

function sizeOf({ fields, items }: Table): number {
  return fields.size + items.length
}

function union<T>(
  first: readonly T[] | undefined,
  second: readonly T[] | undefined,
): readonly T[] | undefined {
  if (!first || !second) return first ?? second
  const added = second.filter((one) => !first.includes(one))
  return added.length === 0 || first.length >= namesMax ? first : [...first, ...added].slice(0, namesMax)
}

/** The constant text of a value; that of a number is its decimal form. */
export function constantOf(value: Value): string | undefined {
  return value.text ?? (value.num === undefined ? undefined : String(value.num))
}

/** Any element of a table or of a value that holds others. */
export function elementOf(value: Value): Value {
  const { table } = value
  const lastingBits = value.bits & lasting
  if (!table) return lastingBits === 0 ? unknown : { bits: lastingBits | from.unknown }
  let element = nothing
  for (const item of elementsOf(table)) element = join(element, item)
  element = withBits(element, lastingBits)
  if (table.items.length + table.fields.size < 2) return element
  // One of several constants: which one is not known.
  return element.num === undefined
    ? withBits(element, from.unknown)
    : { bits: element.bits | from.charCode | from.unknown }
}

/** What stands for all elements of a table: the first ones of a large table. */
function* elementsOf({ fields, items, rest }: Table): Generator<Value> {
  spend(1 + Math.min(elementsMax, items.length) + Math.min(elementsMax, fields.size))
  yield rest
  for (const item of items.slice(0, elementsMax)) yield item
  yield* fields.values().take(elementsMax)
}

/** A value and what is in its table and in the tables within it. Each table is visited once. */
export function* valuesWithin(value: Value, depth = 3): Generator<Value> {
  yield value
  const tables = new Set(value.table && [value.table])
  for (let level = [...tables]; level.length > 0 && depth > 0; depth--) {
    const inner: Table[] = []
    for (const table of level)
      for (const element of elementsOf(table)) {
        yield element
        if (!element.table || tables.has(element.table)) continue
        tables.add(element.table)
        inner.push(element.table)
      }
    level = inner
  }
}

/** As `bitsOf`, with the tables within its table. */
export function deepBitsOf(value: Value, depth?: number): number {
  return valuesWithin(value, depth).reduce((all, { bits }) => all | bits, 0)
}

/** All that a value carries, with the elements of its table. */
export function bitsOf({ bits, table }: Value): number {
  if (!table) return bits
  let all = bits
  let isNumber = false
  for (const element of elementsOf(table)) {
    all |= element.bits
    isNumber ||= element.num !== undefined
  }
  if (table.items.length + table.fields.size < 2) return all
  return all | from.unknown | (isNumber ? from.charCode : 0)
}

export const comparisons = new Set(['==', '~=', '!=', '===', '!==', '<', '>', '<=', '>='])

export function combine(left: Value, operator: string, right: Value): Value {
  const bits = (left.bits | right.bits) & lasting
  switch (operator) {
    case '..':
      return concatenate(left, right)
    case '+': {
      if (left.num !== undefined && right.num !== undefined) return { bits, num: left.num + right.num }
      if (isText(left) || isText(right)) return concatenate(left, right)
      return calculate(left, right, bits)
    }
    case '*':
      return left.num !== undefined && right.num !== undefined
        ? { bits, num: left.num * right.num }
        : { bits: bits | from.unknown }
    case '-':
    case '%':
      if (left.num !== undefined && right.num !== undefined)
        return { bits, num: operator === '-' ? left.num - right.num : left.num % right.num }
      return calculate(left, right, bits)
    case '^':
    case '~':
      if (left.num !== undefined && right.num !== undefined) return { bits, num: left.num ^ right.num }
      return { bits: bits | from.unknown | from.xor | ((left.bits | right.bits) & from.charCode) }
    case '>>':
    case '>>>':
    case '<<':
    case '/':
    case '//':
      return { bits: bits | from.unknown }
    case '&':
    case '|': {
      // Hash functions mask words that they have mixed with exclusive or: those are no character codes.
      const made = left.bits | right.bits
      const marks = made & from.charCode ? from.charCode | from.xor | from.arithmetic : 0
      return { bits: bits | from.unknown | (made & (marks | from.playerHash)) }
    }
    case '==':
    case '~=':
    case '!=':
    case '===':
    case '!==':
    case '<':
    case '>':
    case '<=':
    case '>=':
    case 'instanceof':
    case 'in':
      return nothing
    default:
      return join(left, right)
  }
}

function isText(value: Value): boolean {
  return value.text !== undefined || value.head !== undefined || value.tail !== undefined
}

function calculate(left: Value, right: Value, bits: number): Value {
  const made = (left.bits | right.bits) & (from.charCode | from.xor | from.arithmetic)
  return { bits: bits | from.unknown | made | (made & from.charCode ? from.arithmetic : 0) }
}

export function concatenate(left: Value, right: Value): Value {
  const first = constantOf(left)
  const second = constantOf(right)
  const bits = (left.bits | right.bits) & (lasting | from.hidden)
  if (first !== undefined && second !== undefined) {
    spend(1 + ((first.length + second.length) >> 4))
    return textOf(first + second, bits | from.built)
  }
  const value: Value = { bits: bits | from.unknown }
  const head = first ?? left.head
  const tail = second === undefined ? right.tail : (left.tail ?? '') + second
  if (head !== undefined) value.head = head.slice(0, 256)
  if (tail !== undefined) value.tail = tail.slice(-256)
  return value
}
