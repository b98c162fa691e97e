import { functionLists } from '#analysis/knowledge/dangerous.ts'
import { cutText } from '#analysis/cut-text.ts'
import { findKnowledge, globalAliases, identityFields, isCheckName } from '#analysis/knowledge/knowledge.ts'
import { typedSecret } from '#analysis/knowledge/names.ts'
import { words } from '#analysis/knowledge/words.ts'
import { callMeta, callValue } from './calls.ts'
import type { Engine } from './engine.ts'
import { lineageOf, settersOf } from './prototypes.ts'
import { elementOf, type Obj, type SourceFile } from './heap.ts'
import { emitAt, type Frame, type Span } from './frame.ts'
import { samePart } from './payments.ts'
import { lookUp } from './questions.ts'
import { isNamedBySender } from './sender.ts'
import { pageStorage, readPageStorage } from './special-objects.ts'
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
  symbolOf,
  textOf,
  textOfUrl,
  textsOf,
  unknown,
  unknownFrom,
  withOrigins,
  type Value,
} from './value.ts'

export function globalValue(engine: Engine, file: SourceFile, name: string): Value {
  const canonical =
    (file.language === 'javascript' && globalAliases.get(name)) || (name === '_ENV' ? '_G' : name)
  let value = engine.read(engine.global(name))
  if (file.language === 'javascript') {
    const { module, exports } = engine.moduleOf(file)
    if (name === 'module') return objectOf(module)
    // Only a script of a resource has exports for other resources, a module of Node.js those for its program.
    if (name === 'exports')
      return file.isLoaded ? { origins: 0, refs: ['exports'], objects: [exports] } : objectOf(exports)
  }
  // A file may give the name a value of its own: the one of the platform stays possible.
  const isOwn =
    engine.constants.has(name) || (value.functions !== undefined && !findKnowledge(canonical, file.language))
  if (!isOwn) value = join(value, engine.refTo(canonical))
  return name === 'localStorage' || name === 'sessionStorage' ? withOrigins(value, origin.private) : value
}

/** Their constructor is Function. */
const functionObject =
  /^((#constructor|Function|Object|Array|String|Number)(\.prototype)?|(Array|Function|JSON|Math|Object|Promise|Reflect|String|console|string)(\.prototype)?\.[a-z]\w*|eval|fetch|isNaN|parseFloat|parseInt|require|setTimeout)$/
const methodNames: ReadonlySet<string> = new Set(
  [Array, String, Function, Object]
    .flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
    .filter((name) => !['constructor', 'length', 'name', 'arguments', 'caller', '__proto__'].includes(name)),
)
const clearMethods = new Set(
  'apply bind call concat forEach hasOwnProperty indexOf reduce slice splice toString valueOf'.split(' '),
)

export function readMember(frame: Frame, object: Value, key: Value, span: Span, isNamed: boolean): Value {
  const { fn } = frame
  const isJs = fn.file.language === 'javascript'
  const symbol = symbolOf(key)
  const isText = isConstant(key) || (key.constants && !isNamed)
  const names = symbol === undefined ? (isText ? textsOf(key) : []) : [symbol]
  const fallback = isNamed ? nothing : fallbackOf(frame, object)
  if (frame.engine.isEmitting && (!isNamed || has(key, origin.built)))
    emitAt(frame, 'reads-key', span, '', [key], {
      object: fallback.refs ? { ...object, refs: [...(object.refs ?? []), ...fallback.refs] } : object,
    })
  let value = nothing
  const mayBeAny = names.length === 0 || has(key, origin.unknown)
  if (mayBeAny && fallback.functions)
    value = callValue(frame, { origins: 0, functions: fallback.functions }, [object, key], object)
  for (const name of names) value = join(value, readName(frame, object, name))
  if (mayBeAny) {
    value = join(value, elementOf(object, frame.engine.read))
    for (const ref of [...(object.refs ?? []), ...(fallback.refs ?? [])])
      if (ref === '#rows') value = join(value, refTo('#rows', origin.unknown))
      else if (functionLists.has(ref)) value = join(value, refTo('#any', origin.unknown))
      else if (ref === 'process.env') value = join(value, unknownFrom(origin.secret))
      else if (ref === 'exports') value = join(value, refTo('exports.#computed', origin.unknown))
    if (isJs && names.length === 0 && !key.prefix) value = join(value, unknown)
    if (object.functions && key.refs?.some((ref) => ref.startsWith('#keys')))
      value = join(value, refTo('#Function'))
  }
  return isNamed ? value : lookUp(frame, object, key, value)
}
/** What is asked for the keys that a table does not have: `__index`. */
function fallbackOf({ engine }: Frame, { objects = [] }: Value): Value {
  return objects.reduce((all, { parents, meta }) => (meta ? join(all, engine.read(parents)) : all), nothing)
}

const isFunction = ({ functions, refs }: Value): boolean =>
  functions !== undefined || refs?.some((ref) => functionObject.test(ref) || ref === '#method') === true

function readName(frame: Frame, object: Value, name: string): Value {
  const { engine, fn } = frame
  const isJs = fn.file.language === 'javascript'
  if (isJs && name === 'constructor' && !object.objects && isFunction(object)) return refTo('#Function')
  let value = nothing
  if (object.objects) {
    const seen = new Set<Obj>()
    for (const one of object.objects) value = join(value, fieldOf(frame, one, name, object, seen, 0))
  }
  for (const ref of object.refs ?? []) value = join(value, memberOfRef(frame, ref, name))
  if (isJs && name === 'prototype')
    for (const one of object.functions ?? []) value = join(value, objectOf(engine.prototypeOf(one)))
  if (isJs && name === 'constructor' && value === nothing) value = refTo('#constructor')
  const isHeld = (object.objects ?? object.constants ?? object.functions) !== undefined
  if (isJs && value === nothing && (clearMethods.has(name) || (isHeld && methodNames.has(name))))
    value = refTo('#method')
  if (object.constants?.some((item) => typeof item === 'string') && !isJs)
    value = join(value, refTo(`string.${name}`))
  if (engine.hasStringMethods && !isJs && !object.objects && !object.functions && !object.refs)
    value = join(value, methodOfStrings(frame, object, name))
  if (isJs && object.refs?.includes('#url') && name === 'href') value = textOfUrl(object)
  const isEmpty = value === nothing
  let inherited = object.origins & (object.objects ? lasting & ~origin.secret : lasting)
  if (object.refs?.includes('process.env')) inherited &= ~origin.secret
  // A price or job that the sender names is no check.
  const sent = object.objects ? 0 : object.origins & origin.sent
  value = withOrigins(
    value,
    inherited | sent | (object.origins & (origin.charCode | origin.check | origin.chosen)),
  )
  if (identityFields.has(name) && (fn.file.side !== 'page' || has(object, origin.event)))
    value = withOrigins(value, origin.identity | origin.unknown)
  // Clients may set the states of their players.
  const isOfClient = has(value, origin.state) && object.refs?.includes('GlobalState') !== true
  if (
    isCheckName(name) &&
    !isOfClient &&
    (object.objects ? !has(object, origin.chosen) : !isNamedBySender(object))
  )
    value = withOrigins(value, origin.check)
  if (typedSecret.test(name)) value = withOrigins(value, origin.private)
  if (isEmpty && fn.file.side !== 'page' && characterName.test(name))
    value = { ...value, refs: ['#player-name'] }
  if (isEmpty) value = withOrigins(value, origin.unknown)
  return sent === 0 ? value : samePart(object, name, value)
}

/** A method that the program gave to all strings. */
function methodOfStrings(frame: Frame, object: Value, name: string): Value {
  const { engine } = frame
  const index = engine.read(engine.stringOperator('__index'))
  let value = engine.read(engine.stringOperator(name))
  for (const one of index.objects ?? []) value = join(value, engine.read(one.field(name)))
  return join(value, callValue(frame, index, [object, constant(name)]))
}

const characterName = /^lastname$/i

const parentsMax = 8
function fieldOf(frame: Frame, object: Obj, name: string, self: Value, seen: Set<Obj>, depth: number): Value {
  const { engine } = frame
  if (seen.has(object) || depth > parentsMax) return nothing
  seen.add(object)
  // A field that is written later: asking for it makes the function run again.
  let value = engine.read(object.field(name))
  const getter = object.getters?.get(name)
  if (getter) value = join(value, callValue(frame, getter.value, [], self))
  value = join(value, withRest(engine.read(object.rest), value))
  if (/^\d+$/.test(name))
    for (const pushed of object.pushed?.values() ?? []) value = join(value, engine.read(pushed))
  const parents = engine.read(object.parents)
  for (const one of parents.objects ?? [])
    value = join(value, fieldOf(frame, one, name, self, seen, depth + 1))
  for (const ref of parents.refs ?? []) value = join(value, memberOfRef(frame, ref, name))
  if (parents.functions)
    value = join(value, callValue(frame, parents, [self, { origins: 0, constants: [name] }], self))
  return value
}

/** A function that is written under a computed name is hardly the one that the name has. */
function withRest(rest: Value, known: Value): Value {
  if (rest === nothing || known === nothing) return rest
  const { functions, ...others } = rest
  return withOrigins(known.functions && functions ? others : rest, origin.unknown)
}

/** Calls a method that the language calls by itself, such as `then` and `Symbol.iterator`, if the object has it. */
export function callOwn(
  frame: Frame,
  object: Value,
  name: string,
  args: Value[],
  site?: Span,
): Value | undefined {
  const { engine } = frame
  const hasField = (one: Obj): boolean => {
    engine.read(one.shape)
    return one.fields.has(name)
  }
  if (!object.objects?.some((one) => [...lineageOf(engine, one)].some(hasField))) return undefined
  const { functions } = readName(frame, object, name)
  return functions && callValue(frame, { origins: 0, functions }, args, object, site)
}

/** What a loop over the value or a spread of it gives. */
export function iterate(frame: Frame, value: Value): Value {
  const iterator = ['Symbol.iterator', 'Symbol.asyncIterator']
    .map((name) => callOwn(frame, value, name, []))
    .reduce((all, one) => (all && one ? join(all, one) : (all ?? one)))
  if (!iterator) return elementOf(value, frame.engine.read)
  const next = callOwn(frame, iterator, 'next', [])
  return next ? readName(frame, next, 'value') : elementOf(iterator, frame.engine.read)
}

const isPageStorage = (ref: string): boolean => ref === 'localStorage' || ref === 'sessionStorage'

/** Nothing is known by the names of their members. */
const withoutMembers = words('#any #method #file #constructor #Function #url #modules #arguments')

export function memberOfRef(frame: Frame, ref: string, name: string): Value {
  const { engine, fn } = frame
  if (ref === '_G') return globalValue(engine, fn.file, name)
  if (ref === 'GlobalState' || ref.endsWith('.state') || (ref === '#entity' && name === 'state'))
    return join(
      { origins: origin.state | origin.unknown, refs: [cutText(`${ref}.${name}`, 100)] },
      engine.read(engine.channel(`state ${name}`)),
    )
  if (isPageStorage(ref) && !/^(get|set|remove)Item$|^clear$/.test(name)) return readPageStorage(engine)
  if (ref === 'package.loaded') return globalValue(engine, fn.file, name)
  if (ref === 'process.env') return unknown
  if (ref === 'module:module' && name === 'builtinModules') return refTo('#modules')
  if (ref === 'process' && /^(exec)?argv$/i.test(name)) return refTo('#arguments', origin.private)
  if (ref === 'process' && name === 'env') return refTo('process.env', origin.secret)
  if (ref === 'document' && name === 'cookie') return unknownFrom(origin.private)
  if (ref === '#require' || (name === '_load' && ref.startsWith('module:'))) return refTo('require')
  if (ref === '#Function' && /^(value|constructor|\d+)$/.test(name)) return refTo(ref)
  if (withoutMembers.has(ref)) return nothing
  if (ref.startsWith('module:') && (name === 'default' || name === 'promises')) return refTo(ref)
  if (ref.length > 80) return nothing
  return engine.refTo(name, ref)
}

function copyFields(engine: Engine, from: Obj, to: Obj): void {
  if (from === to || engine.isEmitting) return
  engine.read(from.shape)
  engine.spend(from.size >> 2)
  for (const [key, cell] of from.fields) engine.write(to.field(key), engine.read(cell))
  for (const cell of [from.rest, ...(from.pushed?.values() ?? [])]) engine.write(to.rest, engine.read(cell))
}

export function writeMember(
  frame: Frame,
  object: Value,
  key: Value,
  value: Value,
  span: Span,
  copied?: readonly Obj[],
): void {
  const { engine } = frame
  const name = isConstant(key) ? textOf(key) : symbolOf(key)
  if (engine.isEmitting) emitAt(frame, 'sets-property', span, name ?? '', [value, key], { object })
  callMeta(frame, object, '__newindex', [object, key, value])
  for (const one of object.objects ?? []) {
    for (const setter of settersOf(engine, one))
      if (setter[0] === name) callValue(frame, setter[1].value, [value], object)
    if (copied) for (const from of copied) copyFields(engine, from, one)
    else if (name === undefined) engine.write(one.rest, value)
    else if (name === '__index' && !value.functions) engine.write(one.parents, value)
    else engine.write(one.field(name), value)
    if (name === '__index' && !value.functions) engine.write(one.field(name), value)
  }
  if (name === undefined && has(key, origin.sent) && object.refs?.some((ref) => ref.endsWith('.state')))
    emitAt(frame, 'act', span, 'any state', [key], { detail: 'any-method' })
  if (name === undefined && !object.objects) return
  for (const one of object.functions ?? [])
    if (name === 'prototype') engine.write(engine.prototypeOf(one).parents, value)
  for (const ref of object.refs ?? []) {
    if (ref === '_G' && name !== undefined) engine.write(engine.global(name), value)
    if (isPageStorage(ref)) engine.write(engine.channel(pageStorage), value)
    if (ref === 'string' && name !== undefined) engine.addStringMethod(name, value)
    if (ref === 'GlobalState' || ref.endsWith('.state')) {
      engine.write(engine.channel(`state ${name}`), value)
      emitAt(frame, 'shares', span, name ?? '', [value], { object })
    }
  }
  // Handlers that are properties, such as `onmessage` and `exports.run`.
  const origins = handlerOrigins(name ?? '', object)
  for (const handler of value.functions ?? []) {
    if (origins !== 0)
      for (const parameter of handler.node.parameters)
        engine.write(handler.cellOf(parameter), unknownFrom(origins))
    const { receiver } = handler.node
    if (receiver && object.objects)
      engine.write(handler.cellOf(receiver), { origins: 0, objects: object.objects })
  }
}

function handlerOrigins(name: string, object: Value): number {
  if (/^on(key(down|press|up)|input|paste|copy)$/.test(name)) return origin.private
  const isExport = object.refs?.includes('exports') === true
  return isExport ? origin.otherResource : name.startsWith('on') ? object.origins & lasting : 0
}
