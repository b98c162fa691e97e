import type { Frame, Site } from './frame.ts'
import { boundFunction, boundThis, Cell, elementOf } from './heap.ts'
import { nothing, objectOf, unknown, type Value } from './value.ts'

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
    const [self, ...given] = args
    const isBorrowed = object.refs?.some((ref) => /\.(call|apply)$/.test(ref)) === true
    if (!isBorrowed && given.length === 0) return object
    const list = engine.objectAt(site, fn)
    engine.write(list.field(boundFunction), object)
    if (self) engine.write(list.field(boundThis), self)
    for (const [index, value] of given.entries()) engine.write(list.field(String(index)), value)
    return { ...objectOf(list), ...(object.functions && { functions: object.functions }) }
  },
  reflect: (frame, ref, [callee, ...others], _object, site) =>
    apply(frame, ref, ref === 'Reflect.apply' ? others : [nothing, ...others], callee, site),
  coroutine: (frame, _ref, [body = nothing], _object, site) => {
    frame.callValue(frame, body, [], undefined, site)
    return body
  },
  /** Who resumes the function gets it. */
  yields: ({ engine, fn }, _ref, args) => {
    for (const value of args) {
      engine.write(fn.returns, value)
      engine.write((fn.anyResult ??= new Cell()), value)
    }
    return unknown
  },
} satisfies Record<string, Special>
