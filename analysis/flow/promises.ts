import type { Engine } from './engine.ts'
import type { Frame, Site } from './frame.ts'
import { boundFunction, boundThis, Cell, type Instance } from './heap.ts'
import { join, nothing, objectOf, refTo, textOf, unknown, type Value } from './value.ts'

/** Values that are handed over later: by promises, by those who resume a coroutine, and by emitters. */

const settledField = '#settled'

/** A promise, and a function that settles it for who makes it. */
export function promiseAt({ engine, fn }: Frame, site: Site, key: object): { promise: Value; settle: Value } {
  const object = engine.objectAt(site, fn)
  object.field(settledField)
  const promise = objectOf(object)
  const bound = engine.objectAt(key, fn)
  engine.write(bound.field(boundFunction), refTo('#settle'))
  engine.write(bound.field(boundThis), promise)
  return { promise, settle: objectOf(bound) }
}

export function settle(engine: Engine, promise: Value | undefined, value: Value): void {
  for (const object of promise?.objects ?? []) engine.write(object.field(settledField), value)
}

/** The value that a waiting function gets: a promise is none. */
export function settled(engine: Engine, promise: Value): Value {
  const { objects = [], ...others } = promise
  const promises = objects.filter(({ fields }) => fields.has(settledField))
  if (promises.length === 0) return promise
  const plain = objects.filter(({ fields }) => !fields.has(settledField))
  const value = plain.length > 0 ? { ...others, objects: plain } : others
  return promises.reduce(
    (all, { fields }) => join(all, engine.read(fields.get(settledField) ?? new Cell())),
    value,
  )
}

/** The values that a coroutine gets when it is resumed. */
export function receivedBy(engine: Engine, fn: Instance): Value {
  return join(unknown, engine.read((fn.received ??= new Cell())))
}

export function sendTo(engine: Engine, fn: Instance, values: readonly Value[]): void {
  for (const value of values) if (fn.received) engine.write(fn.received, value)
}

/** Handlers that an emitter keeps, and what it emits. */
export function emitter(
  frame: Frame,
  name: string,
  object: Value | undefined,
  [title = nothing, ...others]: readonly Value[],
  site: Site,
): void {
  const channel = `#on ${textOf(title) ?? ''}`
  for (const one of object?.objects ?? [])
    if (listening.test(name)) {
      const [handler = nothing] = others
      if (handler.functions) frame.engine.write(one.field(channel), handler)
    } else {
      frame.engine.read(one.shape)
      for (const [key, cell] of one.fields)
        if (key === channel || (textOf(title) === undefined && key.startsWith('#on ')))
          frame.callValue(frame, frame.engine.read(cell), others, object, site)
    }
}
const listening = /^(on|once|addListener|prependListener|addEventListener)$/
export const emitting = /^(on|once|addListener|prependListener|addEventListener|emit|dispatchEvent)$/
