import type { Fn } from '#analysis/ir/ir.ts'
import { Budget, UsedUpError, type Limits } from './budget.ts'
import type { Event } from './events.ts'
import { Cell, Instance, Obj, type SourceFile } from './heap.ts'
import { constant, join, nothing, refTo, type Constant, type Value } from './value.ts'

const variantsMax = 512
const eventsMax = 200_000
/** Functions that call each other may never agree. */
const checkChangesMax = 4
const runsMax = 200

/**
 * The evaluation of the files of a program: each function is evaluated again until nothing that it reads changes, then
 * once more to tell what it does with the values that are known then.
 */
export class Engine {
  readonly files: SourceFile[] = []
  readonly events: Event[] = []
  /** Names of globals that only have the value of their declaration. */
  readonly constants = new Set<string>()
  /** The files that a file requires, also of those that are missing. */
  readonly imports: { from: string; target: string }[] = []
  isEmitting = false
  hasStringMethods = false
  /** Loops run twice: only the last time says what happens. */
  silent = 0
  readonly #runFunction: (engine: Engine, instance: Instance) => void
  readonly #budget: Budget
  /** Files that were not evaluated to their end, and files that read what others wrote. */
  readonly #incomplete = new Set<SourceFile>()
  readonly #dependencies = new Map<SourceFile, Set<SourceFile>>()
  readonly #globals = new Map<string, Cell>()
  readonly #stringOperators = new Map<string, Cell>()
  readonly #constants = new Map<Constant, Value>()
  readonly #refs = new Map<string, Map<string, Value>>()
  readonly #channels = new Map<string, Cell[]>()
  readonly #mains = new Map<SourceFile, Instance>()
  readonly #instances: Instance[] = []
  readonly #modules = new Map<SourceFile, { module: Obj; exports: Obj }>()
  #queue: Instance[] = []
  #current: Instance | undefined

  constructor(
    runFunction: (engine: Engine, instance: Instance) => void,
    limits: Limits,
    checkpoint: () => void,
  ) {
    this.#runFunction = runFunction
    this.#budget = new Budget(limits, checkpoint)
  }

  add(file: SourceFile): void {
    const [main] = file.program.functions
    if (!main) return
    this.files.push(file)
    if (!file.outer) this.#budget.add(file)
    for (const name of file.program.constants) this.constants.add(name)
    this.#mains.set(file, this.instanceOf(file, main, undefined))
  }

  /** Evaluates until nothing changes, and then collects the events. */
  run(): void {
    this.#budget.start()
    while (this.#queue.length > 0) {
      const batch = this.#queue
      this.#queue = []
      for (const instance of batch) {
        instance.isQueued = false
        const isOver = this.#budget.isUsedUp || this.#budget.isUsedUpBy(ownerOf(instance))
        if (isOver || instance.runs++ >= runsMax) this.#incomplete.add(ownerOf(instance))
        else this.#evaluate(instance)
      }
    }
    this.events.length = 0
    this.isEmitting = true
    this.#budget.keepForEvents()
    // Short functions first in a file that will not reach its end: it does not hide its handlers.
    const isLate = (instance: Instance): boolean => this.#incomplete.has(ownerOf(instance))
    const late = this.#instances.filter(isLate).sort((left, right) => lengthOf(left) - lengthOf(right))
    for (const instance of [...this.#instances.filter((one) => !isLate(one)), ...late]) {
      if (this.#budget.isUsedUp || this.#budget.isUsedUpBy(ownerOf(instance)))
        this.#incomplete.add(ownerOf(instance))
      else this.#evaluate(instance)
    }
    this.isEmitting = false
    this.#queue = []
  }

  #evaluate(instance: Instance): void {
    const before = this.#current
    const { silent } = this
    this.#current = instance
    try {
      this.#runFunction(this, instance)
    } catch (error) {
      if (!(error instanceof UsedUpError)) throw error
      this.#incomplete.add(ownerOf(instance))
      // It may have ended in a loop.
      this.silent = silent
    }
    this.#current = before
  }

  spend(steps: number): void {
    if (this.#current) this.#budget.spend(ownerOf(this.#current), steps)
  }

  /** Why a file was not evaluated to its end: the file itself, or one whose values it reads. */
  incompleteFor(file: SourceFile): SourceFile | undefined {
    const seen = new Set([file])
    for (const one of seen) {
      if (this.#incomplete.has(one)) return one
      for (const other of this.#dependencies.get(one) ?? []) seen.add(other)
    }
    return undefined
  }

  read = (cell: Cell): Value => {
    if (this.#current && !this.isEmitting) noteReader(cell, this.#current)
    else if (this.#current && this.#incomplete.size > 0) this.#noteDependency(this.#current, cell)
    return cell.value
  }

  write(cell: Cell, value: Value): void {
    if (this.isEmitting) return
    const joined = join(cell.value, value)
    if (joined === cell.value) return
    cell.value = joined
    if (this.#current) noteWriter(cell, ownerOf(this.#current))
    this.#enqueueReaders(cell)
  }

  #enqueueReaders({ reader, otherReaders }: Cell): void {
    if (reader) this.enqueue(reader)
    for (const other of otherReaders ?? []) this.enqueue(other)
  }

  #noteDependency(reader: Instance, { writer, otherWriters }: Cell): void {
    const file = ownerOf(reader)
    for (const other of [writer, ...(otherWriters ?? [])]) {
      if (!other || other === file) continue
      this.#dependencies.getOrInsertComputed(file, () => new Set()).add(other)
    }
  }

  enqueue(instance: Instance): void {
    if (instance.isQueued || this.isEmitting) return
    instance.isQueued = true
    this.#queue.push(instance)
  }

  setCheck(fn: Instance, isCheck: boolean): void {
    if (fn.isCheck === isCheck || fn.checkChanges >= checkChangesMax) return
    fn.isCheck = isCheck
    fn.checkChanges++
    this.#enqueueReaders(fn.returns)
  }

  /** The function that the scope makes from a node. */
  instanceOf(file: SourceFile, node: Fn, parent: Instance | undefined): Instance {
    let instance = parent?.inner?.get(node)
    if (!instance) {
      this.#budget.countObject(file.outer?.file ?? file)
      instance = new Instance(file, node, parent)
      if (parent) (parent.inner ??= new Map()).set(node, instance)
      this.#instances.push(instance)
      this.enqueue(instance)
    }
    return instance
  }

  /** The same function for constant arguments, so that calls with other ones do not blur them. */
  variantOf(instance: Instance, key: string): Instance {
    const variants = (instance.variants ??= new Map())
    const known = variants.get(key)
    if (known || this.isEmitting || variants.size >= variantsMax) return known ?? instance
    this.#budget.countObject(ownerOf(instance))
    const variant = new Instance(instance.file, instance.node, instance.parent)
    variants.set(key, variant)
    this.#instances.push(variant)
    this.enqueue(variant)
    return variant
  }

  objectAt(site: object, fn: Instance, first = 0): Obj {
    fn.objects ??= new Map()
    let object = fn.objects.get(site)
    if (!object) {
      this.#budget.countObject(ownerOf(fn))
      object = new Obj(first)
      const { shape } = object
      object.onGrow = () => this.#enqueueReaders(shape)
      fn.objects.set(site, object)
    }
    return object
  }

  global(name: string): Cell {
    let cell = this.#globals.get(name)
    if (!cell) this.#globals.set(name, (cell = new Cell()))
    return cell
  }

  /** One value for all places of a constant. */
  constant(value: Constant): Value {
    return this.#constants.getOrInsertComputed(value, constant)
  }

  /** One value for all places of a name that the program does not define, or a member of one. */
  refTo(name: string, holder = ''): Value {
    let members = this.#refs.get(holder)
    if (!members) this.#refs.set(holder, (members = new Map()))
    let value = members.get(name)
    if (!value) members.set(name, (value = refTo(holder === '' ? name : `${holder}.${name}`)))
    return value
  }

  /** A text of the code that names a secret setting or file of the server. */
  readonly mentions = { setting: false, file: false }

  /** The arguments of an event, the values of a state bag and so on, by name. */
  channel(name: string, index = 0): Cell {
    let cells = this.#channels.get(name)
    if (!cells) this.#channels.set(name, (cells = []))
    return (cells[index] ??= new Cell())
  }

  /** An operator or method that all strings got. */
  stringOperator(name: string): Cell {
    return this.#stringOperators.getOrInsertComputed(name, () => new Cell())
  }

  /** Functions that have asked for members of strings before do so again. */
  addStringMethod(name: string, value: Value): void {
    if (!this.hasStringMethods) for (const instance of this.#instances) this.enqueue(instance)
    this.hasStringMethods = true
    this.write(this.stringOperator(name), value)
  }

  /** The program gave it to all strings: the text is its first argument. */
  isStringMethod(name: string | undefined, ref: string): boolean {
    if (!this.hasStringMethods || name === undefined) return false
    return this.read(this.stringOperator(name)).refs?.includes(ref) === true
  }

  /** The `prototype` of a function of JavaScript. */
  prototypeOf(fn: Instance): Obj {
    return (fn.prototype ??= this.objectAt(fn, fn))
  }

  moduleOf(file: SourceFile): { module: Obj; exports: Obj } {
    return this.#modules.getOrInsertComputed(file, () => {
      const [module, exports] = [new Obj(0), new Obj(0)]
      module.field('exports').value = { origins: 0, objects: [exports] }
      return { module, exports }
    })
  }

  mainOf(file: SourceFile): Instance | undefined {
    return this.#mains.get(file)
  }

  /** What a file returns or exports. */
  exportsOf(file: SourceFile): Value {
    const main = this.#mains.get(file)
    const { module } = this.moduleOf(file)
    const exported = this.read(module.field('exports'))
    const returned = main ? this.read(main.returns) : nothing
    return join(exported, returned)
  }

  get collects(): boolean {
    return this.isEmitting && this.silent === 0 && this.events.length < eventsMax
  }
}

/** The file whose text it is, also of code within a text. */
const ownerOf = ({ file }: Instance): SourceFile => file.outer?.file ?? file

function noteReader(cell: Cell, reader: Instance): void {
  if (cell.lastReader === reader) return
  cell.lastReader = reader
  if (cell.reader === undefined) cell.reader = reader
  else if (cell.reader !== reader) (cell.otherReaders ??= new Set()).add(reader)
}

function noteWriter(cell: Cell, file: SourceFile): void {
  if (cell.writer === undefined) cell.writer = file
  else if (cell.writer !== file) (cell.otherWriters ??= new Set()).add(file)
}

const lengthOf = ({ node }: Instance): number => node.end - node.start
