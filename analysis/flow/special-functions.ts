import type { Frame, Site } from './frame.ts'
import { boundFunction, boundThis, Cell, elementOf } from './heap.ts'
import { promiseAt, receivedBy, settle, settled } from './promises.ts'
import { siteKey } from './site-key.ts'
import { join, keyOf, nothing, objectOf, unknown, type Value } from './value.ts'

export type Special = (
  frame: Frame,
  ref: string,
  args: Value[],
  object: Value | undefined,
  site: Site,
) => Value | undefined

const apply: Special = (frame, _ref, args, object, site) => {
  if (!object?.functions && !object?.refs) return undefined
  const [self, list = nothing] = args
  const items = list.objects?.length === 1 ? (list.objects[0]?.items() ?? []) : []
  return frame.callValue(
    frame,
    object,
    items.length > 0 ? items.map(frame.engine.read) : [elementOf(list), list],
    self,
    site,
  )
}

/** Functions that call another one, or fix its parameters. */
export const specialFunctions = {
  apply,
  call: (frame, _ref, args, object, site) =>
    object?.functions || object?.refs
      ? frame.callValue(frame, object, args.slice(1), args[0], site)
      : undefined,
  /** `call` and `apply` may be bound, too: `call.bind(eval)`. The first parameters are then fixed, as `this` is. */
  bind: ({ engine, fn }, _ref, args, object, site) => {
    if (!object?.functions && !object?.refs) return undefined
    const [self, ...fixed] = args
    const isBorrowed = object.refs?.some((ref) => /\.(call|apply)$/.test(ref)) === true
    if (!isBorrowed && fixed.length === 0) return object
    const list = engine.objectAt(site, fn)
    engine.write(list.field(boundFunction), object)
    if (self) engine.write(list.field(boundThis), self)
    for (const [index, value] of fixed.entries()) engine.write(list.field(String(index)), value)
    return { ...objectOf(list), ...(object.functions && { functions: object.functions }) }
  },
  reflect: (frame, ref, [callee, ...others], _object, site) =>
    apply(frame, ref, ref === 'Reflect.apply' ? others : [nothing, ...others], callee, site),
  throws: ({ engine, fn }, _ref, [value = nothing]) => {
    engine.write((fn.thrown ??= new Cell()), value)
    return value
  },
  /** The handler of `xpcall` gets what the function throws. */
  guarded: (frame, ref, [body = nothing, ...others], _object, site) => {
    const handler = ref === 'xpcall' ? (others.shift() ?? nothing) : nothing
    const result = frame.callValue(frame, body, others, undefined, site)
    const thrown = (body.functions ?? []).reduce(
      (all, fn) => join(all, frame.engine.read((fn.thrown ??= new Cell()))),
      body.refs?.includes('error') ? result : nothing,
    )
    const handled = frame.callValue(frame, handler, [join(thrown, unknown)], undefined, site)
    return join(join(result, thrown), handled)
  },
  /** The descriptors of a function have its constructor. */
  descriptors: (_frame, _ref, [object = nothing, key]) =>
    object.functions && (key === undefined || keyOf(key) === 'constructor')
      ? { ...object, refs: ['#Function'] }
      : undefined,
  coroutine: (frame, _ref, [body = nothing], _object, site) => {
    for (const one of body.functions ?? []) one.received ??= new Cell()
    frame.callValue(frame, body, [], undefined, site)
    return body
  },
  /** Who resumes the function gets it. */
  yields: ({ engine, fn }, _ref, args) => {
    for (const value of args) {
      engine.write(fn.returns, value)
      engine.write((fn.anyResult ??= new Cell()), value)
    }
    return receivedBy(engine, fn)
  },
  newPromise: (frame, ref, args, _object, site) => {
    if (ref === 'Promise' && !args[0]?.functions) return undefined
    const { promise, settle: resolve } = promiseAt(frame, site, siteKey(frame.fn, site))
    for (const executor of args) frame.callValue(frame, executor, [resolve], undefined, site)
    return promise
  },
  settle: ({ engine }, _ref, args, object) => {
    settle(engine, object, args[0] ?? nothing)
    return unknown
  },
  awaits: ({ engine }, _ref, args) => settled(engine, args[0] ?? nothing),
} satisfies Record<string, Special>
