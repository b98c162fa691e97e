import type { Fn } from '#analysis/ir/ir.ts'
import type { Event } from './events.ts'
import { Cell, Instance, Obj, type Place, type SourceFile } from './heap.ts'
import { join, nothing, type Value } from './value.ts'

/** What an analysis may take. */
export type Limits = { steps: number; objects: number; milliseconds: number }
export const usualLimits: Limits = { steps: 12_000_000, objects: 300_000, milliseconds: 6000 }

/** Ends an evaluation, wherever it is. */
class UsedUpError extends Error {}

const variantsMax = 24
const runsMax = 200
const checkedSteps = 4096

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
  readonly checkpoint: () => void
  steps = 0
  objects = 0
  isWhole = true
  isEmitting = false
  /** Loops run twice: only the last time says what happens. */
  silent = 0
  readonly #runFunction: (engine: Engine, instance: Instance) => void
  readonly #limits: Limits
  readonly #globals = new Map<string, Cell>()
  readonly #cells = new Map<string, Cell>()
  readonly #mains = new Map<SourceFile, Instance>()
  readonly #instances: Instance[] = []
  readonly #modules = new Map<SourceFile, { module: Obj; exports: Obj }>()
  #queue: Instance[] = []
  #current: Instance | undefined
  #checkedAt = processorMs()
  #sinceCheck = 0
  #milliseconds: number

  constructor(
    runFunction: (engine: Engine, instance: Instance) => void,
    limits: Limits,
    checkpoint: () => void,
  ) {
    this.#runFunction = runFunction
    this.#limits = limits
    this.#milliseconds = limits.milliseconds
    this.checkpoint = checkpoint
  }

  add(file: SourceFile): void {
    const [main] = file.program.functions
    if (!main) return
    this.files.push(file)
    for (const name of file.program.constants) this.constants.add(name)
    this.#mains.set(file, this.instanceOf(file, main, undefined))
  }

  /** Evaluates until nothing changes, and then collects the events. */
  run(): void {
    this.#within(() => {
      while (this.#queue.length > 0) {
        const batch = this.#queue
        this.#queue = []
        for (const instance of batch) {
          instance.isQueued = false
          if (instance.runs++ < runsMax) this.#evaluate(instance)
          else this.isWhole = false
        }
      }
    })
    this.events.length = 0
    this.isEmitting = true
    const isWhole = this.isWhole
    // Events are collected even if the limit is reached: from what is known until then.
    this.#milliseconds = Math.max(this.#milliseconds, this.#limits.milliseconds / 3)
    this.steps = Math.min(this.steps, this.#limits.steps / 1.5)
    this.#within(() => {
      // Short functions first, if it will not reach the end: a long file does not hide its handlers.
      const order = isWhole
        ? this.#instances
        : this.#instances.toSorted((left, right) => lengthOf(left) - lengthOf(right))
      for (const instance of order) this.#evaluate(instance)
    })
    this.isEmitting = false
    this.isWhole &&= isWhole
    this.#queue = []
  }

  #within(run: () => void): void {
    this.#checkedAt = processorMs()
    try {
      run()
    } catch (error) {
      if (!(error instanceof UsedUpError)) throw error
      this.isWhole = false
    }
  }

  #evaluate(instance: Instance): void {
    const before = this.#current
    this.#current = instance
    this.#runFunction(this, instance)
    this.#current = before
  }

  spend(steps: number): void {
    this.steps += steps
    this.#sinceCheck += steps
    if (this.#sinceCheck < checkedSteps) return
    this.#sinceCheck = 0
    this.checkpoint()
    const now = processorMs()
    this.#milliseconds -= now - this.#checkedAt
    this.#checkedAt = now
    if (this.steps > this.#limits.steps || this.objects > this.#limits.objects || this.#milliseconds < 0)
      throw new UsedUpError()
  }

  read = (cell: Cell): Value => {
    if (this.#current && !this.isEmitting) (cell.readers ??= new Set()).add(this.#current)
    return cell.value
  }

  write(cell: Cell, value: Value): void {
    if (this.isEmitting) return
    const joined = join(cell.value, value)
    if (joined === cell.value) return
    cell.value = joined
    for (const reader of cell.readers ?? []) this.enqueue(reader)
  }

  enqueue(instance: Instance): void {
    if (instance.isQueued || this.isEmitting) return
    instance.isQueued = true
    this.#queue.push(instance)
  }

  /** The function that the scope makes from a node. */
  instanceOf(file: SourceFile, node: Fn, parent: Instance | undefined): Instance {
    let instance = parent?.inner.get(node)
    if (!instance) {
      this.objects++
      instance = new Instance(file, node, parent)
      parent?.inner.set(node, instance)
      this.#instances.push(instance)
      this.enqueue(instance)
    }
    return instance
  }

  /** The same function for constant arguments, so that calls with other ones do not blur them. */
  variantOf(instance: Instance, key: string): Instance {
    const known = instance.variants.get(key)
    if (known || this.isEmitting || instance.variants.size >= variantsMax) return known ?? instance
    this.objects++
    const variant = new Instance(instance.file, instance.node, instance.parent)
    instance.variants.set(key, variant)
    this.#instances.push(variant)
    this.enqueue(variant)
    return variant
  }

  objectAt(site: object, fn: Instance, place: Place, first: number): Obj {
    let object = fn.objects.get(site)
    if (!object) {
      this.objects++
      object = new Obj(place, first)
      const { shape } = object
      object.onGrow = () => {
        for (const reader of shape.readers ?? []) this.enqueue(reader)
      }
      fn.objects.set(site, object)
    }
    return object
  }

  global(name: string): Cell {
    return cellIn(this.#globals, name)
  }
  /** A text of the code that names a secret setting or file of the server. */
  readonly mentions = { setting: false, file: false }

  /** The arguments of an event, the values of a state bag and so on, by name. */
  channel(name: string): Cell {
    return cellIn(this.#cells, name)
  }

  moduleOf(file: SourceFile): { module: Obj; exports: Obj } {
    let found = this.#modules.get(file)
    if (!found) {
      const place = { file, start: 0, end: 0 }
      found = { module: new Obj(place, 0), exports: new Obj(place, 0) }
      found.module.field('exports').value = { origins: 0, objects: [found.exports] }
      this.#modules.set(file, found)
    }
    return found
  }

  mainOf(file: SourceFile): readonly Instance[] {
    const main = this.#mains.get(file)
    return main ? [main] : []
  }

  /** What a file returns or exports. */
  exportsOf(file: SourceFile): Value {
    const main = this.#mains.get(file)
    const { module } = this.moduleOf(file)
    const exported = this.read(module.field('exports'))
    const returned = main ? this.read(main.returns) : nothing
    return join(exported, returned)
  }

  emit(event: Event): void {
    if (this.isEmitting && this.silent === 0 && this.events.length < 200_000) this.events.push(event)
  }
}

const lengthOf = ({ node }: Instance): number => node.end - node.start

function cellIn(cells: Map<string, Cell>, name: string): Cell {
  let cell = cells.get(name)
  if (!cell) {
    cell = new Cell()
    cells.set(name, cell)
  }
  return cell
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
