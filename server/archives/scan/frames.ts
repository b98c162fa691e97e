import { spend, type Budget } from './budget.ts'
import type { JsHints } from './js-lexer.ts'
import {
  from,
  join,
  nothing,
  password,
  textOf,
  withBits,
  type Fn,
  type Table,
  type Value,
  type VariableId,
} from './values.ts'

/** An expression, and what can be assigned to if it is the target of an assignment. */
export interface Operand {
  value: Value
  at: number
  line: number
  name?: string
  id?: VariableId
  /** A member: `object.key`. */
  object?: Operand
  key?: string
  /** What is in the round brackets of a group or call: the parameters, if an arrow or a method body follows. */
  args?: Operand[]
  isCall?: boolean
  callee?: Operand
  /** The members that a pattern such as `{ a, b: c }` takes. */
  pattern?: [string, Operand][]
}

export interface Frame {
  kind: 'statements' | 'function' | 'arrow' | 'group' | 'call' | 'index' | 'table' | 'object'
  close: string
  at: number
  line: number
  cur?: Operand | undefined
  acc?: Value | undefined
  op: string
  items: Operand[]
  targets?: Operand[] | undefined
  /** The operator of `+=`. */
  compound: string
  takesElements: boolean
  declares: boolean
  returns: boolean
  isNew: boolean
  /** The brackets of `if (…)`, and the frame in which they follow. */
  isCondition: boolean
  awaitsCondition: boolean
  /** The item is spread: `...list`. */
  spreads: boolean
  /** A function that is a statement and no value. */
  isDeclaration?: boolean
  callee?: Operand | undefined
  table?: Table
  key?: Value | undefined
  pattern?: [string, Operand][]
  fn?: Fn
  /** The function whose body this is a part of. */
  owner?: Fn | undefined
  bound?: [string, VariableId | undefined][]
}

export interface Call {
  callee: Operand
  args: Value[]
  /** The arguments as they are written. */
  operands: readonly Operand[]
  at: number
  line: number
  isNew: boolean
}

/** What the evaluation of a file calls: the knowledge about the functions of the platform. */
export interface Hooks {
  call: (ref: string | undefined, call: Call) => Value | undefined
  member: (
    object: Value,
    key: string | undefined,
    keyValue: Value,
    place: { at: number; line: number },
  ) => Value
  assign: (target: Operand, value: Value, isDeclared: boolean) => void
  compare: (left: Value, right: Value, place: { at: number; line: number }) => void
  /** A function of the program is called. */
  applied: (fn: Fn, call: Call) => void
  table: (value: Value, place: { at: number; line: number }) => void
  global: (name: string, place: { at: number; line: number }) => void
}

/** One text of a program. */
export interface Source {
  text: string
  /** What its grammar says. */
  hints?: JsHints | undefined
  /** Added to each place, so that the variables of several texts differ. */
  base: number
  /** Added to the names of variables that the other texts do not see. */
  suffix: string
  /** These names. */
  locals: Set<string>
  budget: Budget
}

/** The variable of what a file of Lua returns. */
export const returned = 'return '

/** What is known about the variables of a program. */
export interface Memory {
  variables: Map<VariableId, Value>
  functions: Map<number, Fn>
  tables: Map<number, Table>
  /** The text that is evaluated, and the place of its last token. */
  source: Source
  position: number
  hasChanged: boolean
}

const itemsMax = 4096
const fieldsMax = 2000

export function createFrame(
  kind: Frame['kind'],
  end: string,
  { at, line }: { at: number; line: number },
): Frame {
  return {
    kind,
    close: end,
    at,
    line,
    op: '',
    items: [],
    compound: '',
    takesElements: false,
    declares: false,
    returns: false,
    isNew: false,
    isCondition: false,
    awaitsCondition: false,
    spreads: false,
  }
}

/** `key` is undefined where it is not known. */
export function setField(table: Table, key: string | undefined, value: Value, memory: Memory): void {
  const old = key === undefined ? table.rest : (table.fields.get(key) ?? nothing)
  const joined = join(old, value)
  if (joined === old) return
  if (hasGrown(old, joined)) memory.hasChanged = true
  table.changes++
  for (const part of table.parts?.keys() ?? []) setField(part, key, value, memory)
  if (key === undefined || (table.fields.size >= fieldsMax && !table.fields.has(key)))
    table.rest = join(table.rest, value)
  else table.fields.set(key, joined)
}

/** Adds an element to the table that a frame lists. */
export function addElement(frame: Frame, item: Operand, isLua: boolean): void {
  const { table, key, pattern } = frame
  frame.key = undefined
  if (!table) return
  table.changes++
  if (item.name === '...') table.rest = join(table.rest, item.value)
  if (frame.spreads) {
    frame.spreads = false
    const { text, table: list } = item.value
    spend(list ? list.items.length + list.fields.size : Math.min(text?.length ?? 0, itemsMax))
    if (list) table.rest = join(table.rest, list.rest)
    for (const [field, value] of list?.fields ?? [])
      if (table.fields.size < spreadMax) table.fields.set(field, value)
    const items =
      list?.items ?? (text === undefined ? [] : Array.from(text.slice(0, itemsMax)).map((one) => textOf(one)))
    for (const one of items) if (table.items.length < itemsMax) table.items.push(one)
    if (items.length > 0) return
  }
  const isObject = !isLua && frame.close === '}'
  const name = key
    ? (key.text ?? (key.num === undefined ? undefined : String(key.num)))
    : isObject
      ? item.name
      : undefined
  if (!isLua && pattern && pattern.length < patternMax)
    pattern.push([isObject ? (name ?? '') : String(table.items.length), item])
  if (name !== undefined && table.fields.size < fieldsMax)
    table.fields.set(name, password.test(name) ? withBits(item.value, from.private) : item.value)
  else if (!key && !isObject && table.items.length < itemsMax) table.items.push(item.value)
  else table.rest = join(table.rest, item.value)
}

const patternMax = 64
const spreadMax = 64

/** The table that is written or first used at this place. */
export function tableAt(at: number, { tables, source: { base, budget } }: Memory): Table | undefined {
  let table = tables.get(base + at)
  if (!table && budget.objects > 0) {
    table = { fields: new Map(), items: [], rest: nothing, changes: 0 }
    tables.set(base + at, table)
    budget.objects--
  }
  return table
}

export function functionAt(at: number, line: number, { functions, source: { base, budget } }: Memory): Fn {
  let fn = functions.get(base + at)
  if (!fn) {
    fn = { at, line, base, end: at, params: [], restFrom: -1, returns: nothing, locals: new Map() }
    functions.set(base + at, fn)
    budget.objects--
  }
  return fn
}

export function hasGrown(before: Value, after: Value): boolean {
  return (
    before.bits !== after.bits ||
    before.refs !== after.refs ||
    before.fns !== after.fns ||
    before.table !== after.table
  )
}
