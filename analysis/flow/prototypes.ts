import type { Engine } from './engine.ts'
import type { Instance, Obj } from './heap.ts'

/** The `prototype` of a function of JavaScript. */
export function prototypeOf(engine: Engine, fn: Instance): Obj {
  fn.prototype ??= engine.objectAt(fn, fn, { file: fn.file, start: fn.node.start, end: fn.node.end }, 0)
  return fn.prototype
}
