import { functionLists } from '#analysis/knowledge/dangerous.ts'
import { emitAt, type Frame } from './frame.ts'
import { Cell, elementOf } from './heap.ts'
import { passOn } from './pass-on.ts'
import { settersOf } from './prototypes.ts'
import { siteKey } from './site-key.ts'
import type { Special } from './special-functions.ts'
import {
  constant,
  has,
  isConstant,
  join,
  lasting,
  nothing,
  objectOf,
  origin,
  refTo,
  textOf,
  unknown,
  withOrigins,
  type Value,
} from './value.ts'

/** Functions that read, fill or make objects. */
export const specialObjects = {
  insert: ({ engine, fn }, _ref, args, _object, site) => {
    const value = args.at(-1) ?? nothing
    for (const object of args[0]?.objects ?? []) engine.write(object.push(siteKey(fn, site)), value)
    return nothing
  },
  /** The function compares two elements. */
  sort: (frame, _ref, [list = nothing, ...others], _object, site) => {
    const element = elementOf(list, frame.engine.read)
    for (const compare of others) frame.callValue(frame, compare, [element, element], undefined, site)
    return nothing
  },
  push: ({ engine, fn }, _ref, args, object, site) => {
    for (const value of args)
      for (const one of object?.objects ?? []) engine.write(one.push(siteKey(fn, site)), value)
    return nothing
  },
  set: (frame, _ref, args, object, site) => {
    const { engine } = frame
    const [key = nothing, value = nothing] = args
    const name = isConstant(key) ? textOf(key) : undefined
    if (object?.refs?.some((ref) => ref === 'GlobalState' || ref.endsWith('.state')))
      frame.writeMember(frame, object, key, value, site)
    for (const one of object?.objects ?? [])
      engine.write(name === undefined ? one.rest : one.field(name), args.length > 1 ? value : key)
    return object ?? nothing
  },
  get: ({ engine }, _ref, [key = nothing], object) => {
    const name = isConstant(key) ? textOf(key) : undefined
    let value = nothing
    for (const one of object?.objects ?? [])
      value = join(value, name === undefined ? nothing : engine.read(one.field(name)))
    if (!object?.objects) return object && { origins: (object.origins & lasting) | origin.unknown }
    return join(value, name === undefined ? elementOf(object, engine.read) : restOf(object, engine))
  },
  /** What the function returns for the elements becomes those of a new list. */
  map: (frame, _ref, args, object, site) => {
    if (!object) return undefined
    const { engine, fn } = frame
    const element = elementOf(object, engine.read)
    const list = engine.objectAt(site, fn)
    const all = object.objects?.length === 1 ? (object.objects[0]?.items() ?? []) : []
    const elements = all.length > 0 && all.length <= 64 ? all.map(engine.read) : [element]
    for (const [index, one] of elements.entries()) {
      const result = args.reduce(
        (value, callee) => join(value, frame.callValue(frame, callee, [one], undefined, site)),
        nothing,
      )
      engine.write(all.length > 0 && isConstant(result) ? list.field(String(index)) : list.rest, result)
    }
    return join(objectOf(list, object.origins & lasting), {
      origins: passOn([object, ...args]).origins & ~origin.unknown,
    })
  },
  from: (frame, ref, [list = nothing, ...others], _object, site): Value | undefined =>
    others.length > 0 ? specialObjects.map(frame, ref, others, list, site) : list,
  concat: (_frame, _ref, args, object) => (object ? join(object, args.reduce(join, nothing)) : undefined),
  metatable: (frame, ref, [object = nothing, meta], _object, site) => {
    const { engine } = frame
    const isOfAll = ref === 'debug.setmetatable' && !object.objects && !has(object, origin.unknown)
    if (isOfAll && meta) emitAt(frame, 'sets-property', site, ref, [meta])
    for (const one of object.objects ?? []) if (meta) engine.write((one.meta ??= new Cell()), meta)
    // When the block of the variable ends, and when nothing holds the table any more.
    for (const { fields } of meta?.objects ?? [])
      for (const name of ['__close', '__gc']) {
        const cleanUp = fields.get(name)
        if (cleanUp) frame.callValue(frame, engine.read(cleanUp), [object])
      }
    // What the globals do not have is asked for by any line.
    if (object.refs?.includes('_G'))
      for (const one of meta?.objects ?? []) {
        const { functions } = engine.read(one.field('__index'))
        if (functions)
          frame.callValue(frame, { origins: 0, functions }, [object, refTo('#index', origin.unknown)])
      }
    for (const { fields } of meta?.objects ?? [])
      for (const one of fields.get('__index')?.value.functions ?? []) one.isIndex = true
    for (const one of object.objects ?? [])
      for (const two of meta?.objects ?? []) engine.write(one.parents, engine.read(two.field('__index')))
    return object.objects ? object : join(object, meta ?? nothing)
  },
  assign: (frame, _ref, [target = nothing, ...others], _object, site) => {
    const { engine } = frame
    for (const one of target.objects ?? []) {
      for (const other of others) engine.write(one.parents, other)
      for (const [key, setter] of settersOf(engine, one)) {
        const values = others.map((other) => frame.readMember(frame, other, constant(key), site, true))
        frame.callValue(frame, setter.value, [values.reduce(join, nothing)], target, site)
      }
    }
    for (const object of others.flatMap(({ objects }) => objects ?? []))
      for (const [key, cell] of object.fields)
        emitAt(frame, 'sets-property', site, key, [engine.read(cell), constant(key)], {
          object: target,
        })
    return join(target, others.reduce(join, nothing))
  },
  define: (frame, _ref, [target = nothing, key = nothing, descriptor = nothing], _object, site) => {
    const { engine } = frame
    const name = textOf(key) ?? ''
    for (const object of descriptor.objects ?? []) {
      const value = join(engine.read(object.field('value')), engine.read(object.field('get')))
      emitAt(frame, 'sets-property', site, name, [value, key], { object: target })
      for (const one of target.objects ?? []) {
        engine.write(one.field(name), engine.read(object.field('value')))
        for (const getter of engine.read(object.field('get')).functions ?? []) one.addGetter(name, getter)
        for (const setter of engine.read(object.field('set')).functions ?? [])
          (one.setters ??= new Map()).set(name, setter)
      }
    }
    return target
  },
  defineAll: (frame, ref, [target = nothing, descriptors = nothing], object, site) => {
    for (const { fields } of descriptors.objects ?? [])
      for (const [key, cell] of fields)
        specialObjects.define(frame, ref, [target, constant(key), frame.engine.read(cell)], object, site)
    return target
  },
  /** The function gets what it returned before. */
  reduce: (frame, _ref, args, object, site) => {
    const { engine } = frame
    const [callee = nothing, first] = args
    const element = elementOf(object ?? nothing, engine.read)
    let result = first ?? element
    for (let round = 0; round < 3; round++)
      result = join(result, frame.callValue(frame, callee, [result, element, element], undefined, site))
    return withOrigins(result, passOn([object ?? nothing, ...args]).origins)
  },
  setProperty: (frame, _ref, [object = nothing, key = nothing, value = nothing], _object, site) => {
    frame.writeMember(frame, object, key, value, site)
    return unknown
  },
  /** Its handler answers for members that are read, and gets those that are written. */
  proxy: ({ engine, fn }, _ref, [target = nothing, handler = nothing], _object, site) => {
    const proxy = engine.objectAt(site, fn)
    const meta = engine.objectAt(siteKey(fn, site), fn)
    engine.write(proxy.parents, target)
    for (const one of handler.objects ?? []) {
      engine.write(proxy.parents, engine.read(one.field('get')))
      engine.write(meta.field('__newindex'), engine.read(one.field('set')))
    }
    engine.write((proxy.meta ??= new Cell()), objectOf(meta))
    // A proxy of a function is called as the function.
    const { functions, refs } = target
    return {
      ...objectOf(proxy, target.origins & lasting),
      ...(functions && { functions }),
      ...(refs && { refs }),
    }
  },
  /** The functions of a list are looked through. */
  listed: (frame, ref, args, _object, site) => {
    if (args[0]?.functions && /(ownKeys|getOwnPropertyNames)$/.test(ref)) return refTo('#keys')
    const list = args[0]?.refs?.find((name) => functionLists.has(name))
    if (list === undefined) return undefined
    emitAt(
      frame,
      'looks-inside',
      site,
      list === '_G' ? 'next' : `${ref} of ${list.replace('module:', '')}`,
      args,
    )
    return refTo('#any')
  },
  writeStorage: ({ engine }, _ref, args) => {
    engine.write(engine.channel(pageStorage), args.at(-1) ?? nothing)
    return nothing
  },
  readStorage: ({ engine }) => readPageStorage(engine),
  /** Whether a list or set has a value, such as the identifier of a player. */
  has: (frame, _ref, [key = nothing], object, site) => {
    emitAt(frame, 'reads-key', site, '', [key], { object: object ?? nothing })
    return undefined
  },
  create: (frame, _ref, [parent = nothing], _object, site) => {
    const { engine, fn } = frame
    const object = engine.objectAt(site, fn)
    engine.write(object.parents, parent)
    return join(objectOf(object), { origins: 0, ...(parent.refs && { refs: parent.refs }) })
  },
  /** A class of ox_lib, whose method `new` makes an object. */
  newClass: ({ engine, fn }, _ref, [, parent = nothing], _object, site) => {
    const created = engine.objectAt(site, fn)
    engine.write(created.parents, parent)
    engine.write(created.field('new'), refTo('#new'))
    return objectOf(created)
  },
  constructs: (frame, _ref, args, object, site) => {
    if (!object) return undefined
    const constructor = frame.readMember(frame, object, constant('constructor'), site, true)
    frame.callValue(frame, constructor, [object, ...args], object, site)
    return object
  },
  collection: (frame, ref, [first = nothing], _object, site) => {
    const { engine, fn } = frame
    const object = engine.objectAt(site, fn)
    engine.write(object.parents, first)
    const hasPairs = ref === 'Map' || ref === 'Object.fromEntries'
    for (const one of first.objects ?? [])
      for (const cell of hasPairs ? [...one.items(), one.rest] : one.items()) {
        const entry = engine.read(cell)
        const pair = hasPairs ? (entry.objects ?? []) : []
        if (pair.length === 0) engine.write(object.push(cell), entry)
        for (const two of pair) {
          const key = textOf(engine.read(two.field('0')))
          engine.write(key === undefined ? object.rest : object.field(key), engine.read(two.field('1')))
        }
      }
    return objectOf(object, first.origins & lasting)
  },
} satisfies Record<string, Special>

/** Any value that the page keeps in the browser. */
export function readPageStorage(engine: Frame['engine']): Value {
  return withOrigins(
    engine.read(engine.channel(pageStorage)),
    origin.stored | origin.private | origin.unknown,
  )
}

/** The channel of these values. */
export const pageStorage = 'page storage'

function restOf(object: Value, engine: Frame['engine']): Value {
  let value = nothing
  for (const one of object.objects ?? []) value = join(value, engine.read(one.rest))
  return value
}
