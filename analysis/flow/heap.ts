import type { Binding, Fn, Program } from '#analysis/ir/ir.ts'
import type { Price } from './bounds.ts'
import {
  isConstant,
  join,
  lasting,
  nothing,
  origin,
  outside,
  unknown,
  withOrigins,
  type Value,
} from './value.ts'

/** A place that holds values, and the functions to evaluate again when it holds more. */
export class Cell {
  value: Value = nothing
  // Most have one reader and one writer, and a Set takes 200 bytes.
  reader: Instance | undefined
  lastReader: Instance | undefined
  otherReaders: Set<Instance> | undefined
  writer: SourceFile | undefined
  otherWriters: Set<SourceFile> | undefined
}

/** A file of the program. Text that is run as code is one, too, whose places are those of the call. */
export type SourceFile = {
  path: string
  language: 'lua' | 'javascript'
  side: 'server' | 'client' | 'shared' | 'page' | 'none'
  /** The name of its resource; empty if there is none. */
  resource: string
  /** A manifest names it. */
  isLoaded: boolean
  text: string
  program: Program
  /** The place that runs the text. */
  outer: Place | undefined
}

export type Place = { file: SourceFile; start: number; end: number }

/** A function in the scope that made it. */
export class Instance {
  readonly file: SourceFile
  readonly node: Fn
  readonly parent: Instance | undefined
  // An empty Map takes 192 bytes, and most functions and objects need few of theirs.
  cells: Map<Binding, Cell> | undefined
  inner: Map<Fn, Instance> | undefined
  objects: Map<object, Obj> | undefined
  variants: Map<string, Instance> | undefined
  readonly returns = new Cell()
  /** For functions of Lua: the values that it returns, by position, and those that may be at any position. */
  results: Cell[] | undefined
  anyResult: Cell | undefined
  thrown: Cell | undefined
  /** The values that a coroutine gets when it is resumed. */
  received: Cell | undefined
  /** The `prototype` of a function of JavaScript. */
  prototype: Obj | undefined
  superclass: Cell | undefined
  isQueued = false
  /** Its result depends on a check. This may change in both directions while values become known. */
  isCheck = false
  checkChanges = 0
  /** It is created where a check has passed. */
  isMadeChecked = false
  /** Bounds of values that are known where it is created. */
  prices: readonly Price[] | undefined
  /** It is `__index` of a table: its second parameter is what is read from the table. */
  isIndex = false
  /** Its end may be reached, where it returns nothing. */
  mayEnd = false
  runs = 0
  #value: Value | undefined

  constructor(file: SourceFile, node: Fn, parent: Instance | undefined) {
    this.file = file
    this.node = node
    this.parent = parent
  }

  /** The function and nothing else. */
  get value(): Value {
    return (this.#value ??= { origins: 0, functions: [this] })
  }

  resultAt(position: number): Cell {
    return ((this.results ??= [])[position] ??= new Cell())
  }

  cellOf(binding: Binding): Cell {
    if (this.node.id !== binding.fn && this.parent) return this.parent.cellOf(binding)
    this.cells ??= new Map()
    let cell = this.cells.get(binding)
    if (!cell) {
      cell = new Cell()
      this.cells.set(binding, cell)
    }
    return cell
  }
}

/** The result of the function, and whether it depends on a check. */
export const resultOf = ({ isCheck, returns }: Instance, read: (cell: Cell) => Value): Value =>
  isCheck ? withOrigins(read(returns), origin.check) : read(returns)

/** Fields of what `bind` returns. */
export const boundFunction = '#function'
export const boundThis = '#this'

const fieldsMax = 4000
const elementsMax = 64

/** A table of Lua, an object, array or Map of JavaScript; one for each place that makes it. */
export class Obj {
  readonly first: number
  readonly fields = new Map<string, Cell>()
  getters: Map<string, Instance> | undefined
  setters: Map<string, Instance> | undefined
  /** The tables with its operators. */
  meta: Cell | undefined
  /** Elements that are added at the end, by the place that does it. */
  pushed: Map<object, Cell> | undefined
  /** Elements whose keys are not known. */
  readonly rest = new Cell()
  /** Objects and functions that are asked for other keys: `__index`, a prototype. */
  readonly parents = new Cell()
  /** Read by those who look at all elements; `onGrow` tells them of new ones. */
  readonly shape = new Cell()
  onGrow: (() => void) | undefined
  #value: Value | undefined

  constructor(first: number) {
    this.first = first
  }

  /** The object and nothing else. */
  get value(): Value {
    return (this.#value ??= { origins: 0, objects: [this] })
  }

  field(key: string): Cell {
    let cell = this.fields.get(key)
    if (!cell) {
      if (this.fields.size >= fieldsMax) return this.rest
      cell = new Cell()
      this.fields.set(key, cell)
      this.onGrow?.()
    }
    return cell
  }

  /** Who reads all fields reads what the getter returns. */
  addGetter(key: string, getter: Instance): void {
    ;(this.getters ??= new Map()).set(key, getter)
    if (this.fields.get(key) === getter.returns) return
    this.fields.set(key, getter.returns)
    this.onGrow?.()
  }

  push(site: object): Cell {
    this.pushed ??= new Map()
    let cell = this.pushed.get(site)
    if (!cell) {
      if (this.pushed.size >= fieldsMax) return this.rest
      cell = new Cell()
      this.pushed.set(site, cell)
      this.onGrow?.()
    }
    return cell
  }

  /** The elements of the list in order. */
  items(): Cell[] {
    const cells: Cell[] = []
    for (let index = this.first; cells.length < fieldsMax; index++) {
      const cell = this.fields.get(String(index))
      if (!cell) break
      cells.push(cell)
    }
    return this.pushed ? [...cells, ...this.pushed.values()] : cells
  }

  get size(): number {
    return this.fields.size + (this.pushed?.size ?? 0)
  }

  /** All cells, or the first ones of a large table. */
  *cells(): Generator<Cell> {
    yield this.rest
    yield* this.fields.values().take(elementsMax)
    if (this.pushed) yield* this.pushed.values().take(elementsMax)
  }
}

/** Any element of what a value holds. `read` notes who reads a cell. */
export function elementOf(value: Value, read: (cell: Cell) => Value = (cell) => cell.value): Value {
  const origins = value.origins & (lasting | origin.check | origin.chosen | (value.objects ? 0 : origin.sent))
  if (value.refs?.includes('#modules')) return { origins: origins | origin.unknown, refs: ['#modules'] }
  if (!value.objects) return origins === 0 ? unknown : { origins: origins | origin.unknown }
  let element = nothing
  let count = 0
  let isWhole = true
  for (const object of value.objects) {
    read(object.shape)
    const parents = read(object.parents)
    for (const parent of parents.objects ?? [])
      for (const cell of parent.cells()) element = join(element, read(cell))
    for (const cell of object.cells()) element = join(element, read(cell))
    count += object.size
    // Not in JavaScript: in bundles, more constants cost more steps than a file has.
    isWhole &&=
      object.first === 1 && parents === nothing && object.rest.value === nothing && object.size <= elementsMax
  }
  element = withOrigins(element, origins)
  if (count < 2) return element
  const isNumber = element.constants?.some((item) => typeof item === 'number') ?? isNumeric(element)
  if (isNumber) return withOrigins(element, origin.charCode | origin.unknown)
  // A list of constants is one of them.
  return isWhole && isConstant(element) ? element : withOrigins(element, origin.unknown)
}

/** Numbers that were too many to remember. */
function isNumeric({ origins, prefix, suffix }: Value): boolean {
  return (origins & origin.many) !== 0 && /^\d*$/.test(`${prefix ?? ''}${suffix ?? ''}`)
}

/** A value and what is in its objects, in what these were copied from and in those within them. Each object is visited once. */
export function* valuesWithin(
  value: Value,
  depth = 3,
  read: (cell: Cell) => Value = (cell) => cell.value,
): Generator<Value> {
  yield value
  if (!value.objects) return
  const seen = new Set(value.objects)
  for (let level = [...seen]; level.length > 0 && depth > 0; depth--) {
    const inner: Obj[] = []
    for (const object of level)
      for (const cell of [object.parents, ...object.cells()]) {
        const element = read(cell)
        yield element
        for (const next of element.objects ?? [])
          if (!seen.has(next) && seen.size < 200) {
            seen.add(next)
            inner.push(next)
          }
      }
    level = inner
  }
}

const isOfOwner = origin.secret | origin.private | origin.identity
const sourcesMax = 3

/**
 * The origins of a value and of what it holds. In a large program the values of all sources merge into some that may be
 * anything: these do not show that a secret is among them.
 */
export function originsWithin(value: Value, depth?: number): number {
  if (!value.objects) return ownOrigins(value)
  let origins = 0
  for (const item of valuesWithin(value, depth)) origins |= ownOrigins(item)
  return origins
}

const ownOrigins = (value: Value): number =>
  sourceCount(value) > sourcesMax ? value.origins & ~isOfOwner : value.origins

function sourceCount({ origins }: Value): number {
  let count = 0
  for (let bits = origins & (outside | origin.http); bits !== 0; bits &= bits - 1) count++
  return count
}

/** The origins of a value with its elements: those of numbers may be characters. */
export function originsOf(value: Value): number {
  if (!value.objects) return value.origins
  let all = value.origins
  for (const object of value.objects) {
    let isNumber = false
    for (const { value: element } of object.cells()) {
      all |= element.origins
      isNumber ||= element.constants?.some((item) => typeof item === 'number') ?? false
    }
    if (object.size >= 2) all |= origin.unknown | (isNumber ? origin.charCode : 0)
  }
  return all
}

/** The field of an object, or of what it was copied from. */
export function fieldOf(value: Value, key: string, depth = 3): Value | undefined {
  let field: Value | undefined
  for (const { fields, parents } of value.objects ?? []) {
    const own = fields.get(key)?.value
    const one = own && own !== nothing ? own : depth > 0 ? fieldOf(parents.value, key, depth - 1) : own
    if (one) field = field ? join(field, one) : one
  }
  return field
}
export const itemsOf = (value: Value): Value[] =>
  (value.objects ?? []).flatMap((object) => object.items().map((cell) => cell.value))
