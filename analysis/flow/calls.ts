import type { Call } from '#analysis/ir/ir.ts'
import { findKnowledge, findMethod, isCheckName } from '#analysis/knowledge/knowledge.ts'
import { fold } from './fold.ts'
import { boundFunction, boundThis, elementOf, originsOf, resultOf, type Instance } from './heap.ts'
import { cuttingFunctions, partOf, passOn } from './pass-on.ts'
import { emitter, emitting, sendTo } from './promises.ts'
import { isBounded, isPaid } from './bounds.ts'
import { asked, ignoresAnswers, judgesOnlySent } from './questions.ts'
import { pause } from './races.ts'
import { applyKnowledge } from './known-calls.ts'
import { emitAt, type Frame, type Site, type Span } from './frame.ts'
import { variantKey } from './variants.ts'
import {
  has,
  isConstant,
  join,
  lasting,
  nothing,
  objectOf,
  origin,
  textOfUrl,
  withOrigins,
  type Value,
} from './value.ts'

const exported = findKnowledge('exports.*', 'lua')

export type Dispatch = {
  callee: Value
  object: Value | undefined
  key: string | undefined
  args: Value[]
  node: Call
}

/** Whether a text is in another one. */
const searching = new Set(['find', 'match', 'includes', 'indexOf', 'startsWith', 'endsWith'])

/** Functions of Lua that ask a table for its text. */
const texting = new Set(['tostring', 'format', 'print'])

export function dispatch(frame: Frame, { callee, object, key, args: original, node }: Dispatch): Value {
  const { language } = frame.fn.file
  const args =
    language === 'lua' && texting.has(key ?? '')
      ? original.map((value) => callMeta(frame, value, '__tostring', [value], node) ?? value)
      : original
  const { isMethod } = node
  const isMember = node.callee.type === 'member'
  let result = nothing
  let isKnown = false
  let isPayment = false
  if (key === 'Wait') pause(frame)
  const folded = foldCall(frame, callee, isMember ? key : undefined, object, args, node)
  if (folded) return folded
  const { functions = [] } = callee
  if (isMember && key !== undefined && searching.has(key) && args[0])
    emitAt(frame, 'compares', node, 'in', [object ?? nothing, args[0]])
  // A table that is filled under computed names may have any of them here: that is no path from one to the other.
  const isKnownCall = functions.length <= knownCallsMax
  frame.called = []
  for (const instance of functions) {
    isKnown = true
    const withSelf = isMethod && object ? [object, ...args] : args
    result = join(result, callFunction(frame, instance, withSelf, object, node.isNew, node, isKnownCall))
  }
  const { called } = frame
  frame.called = []
  let isOfFunctions = true
  const bound = callBound(frame, callee, args, node) ?? callMeta(frame, callee, '__call', args, node)
  if (bound) {
    isKnown = true
    isOfFunctions = false
    result = join(result, bound)
  }
  for (const ref of callee.refs ?? []) {
    const known = findKnowledge(ref, language)
    if (!known) continue
    isKnown = true
    isOfFunctions = false
    isPayment ||= known.pays !== undefined
    const isOfText = (object?.constants && ref.startsWith('string.')) || frame.engine.isStringMethod(key, ref)
    result = join(
      result,
      applyKnowledge(
        frame,
        known,
        ref,
        isOfText && isMethod && object ? [object, ...args] : args,
        object,
        node,
      ),
    )
  }
  if (isMember && key !== undefined && object) {
    // A function of another resource may still give or take what its name says.
    const isExport = callee.refs?.every((ref) => findKnowledge(ref, language) === exported) === true
    const method = isKnown && !isExport ? undefined : findMethod(key, language)
    if (method) {
      isKnown = true
      isPayment ||= method.pays !== undefined
      result = join(result, applyKnowledge(frame, method, key, args, object, node))
    }
  }
  if (!isKnown) result = callUnknown(frame, key, callee, object, args, node)
  frame.called = isOfFunctions ? called : []
  // The result of a call is called: load(…)().
  const isCheck =
    isKnown &&
    key !== undefined &&
    !isPayment &&
    isCheckName(key) &&
    !isConstantFunction(callee) &&
    !judgesOnlySent(functions, args) &&
    !ignoresAnswers(functions)
  return isCheck ? asked(frame, { callee, object, args, key }, result) : result
}

/** It returns one constant and nothing else: a check that always has the same result is none. */
const isConstantFunction = ({ functions, refs }: Value): boolean =>
  functions !== undefined &&
  refs === undefined &&
  functions.every(({ mayEnd, returns: { value } }) => !mayEnd && isOneBoolean(value))

const isOneBoolean = (value: Value): boolean =>
  value.constants?.length === 1 && typeof value.constants[0] === 'boolean' && isConstant(value)

/** Calls a value that something else passes on, such as a handler. */
export function callValue(frame: Frame, callee: Value, args: Value[], object?: Value, node?: Site): Value {
  if (frame.depth > 12 || (!callee.functions && !callee.refs && !callee.objects)) return nothing
  // One that calls its arguments calls them with each other.
  frame.engine.spend(1 + args.length)
  frame.depth++
  const site = node ?? { start: frame.fn.node.start, end: frame.fn.node.start }
  let result =
    callBound(frame, callee, args, site) ?? callMeta(frame, callee, '__call', args, site) ?? nothing
  for (const instance of callee.functions ?? [])
    result = join(result, callFunction(frame, instance, args, object, false, site))
  for (const ref of callee.refs ?? []) {
    const known = findKnowledge(ref, frame.fn.file.language)
    if (known) result = join(result, applyKnowledge(frame, known, ref, args, object, site))
  }
  frame.depth--
  return result
}

/** Calls what `bind` fixed parameters of. */
function callBound(frame: Frame, callee: Value, args: Value[], site: Site): Value | undefined {
  let result: Value | undefined
  for (const list of callee.objects ?? []) {
    const target = list.fields.get(boundFunction)
    if (!target) continue
    const self = list.fields.get(boundThis)
    const boundArgs = list.items().map(frame.engine.read)
    const value = callValue(
      frame,
      frame.engine.read(target),
      [...boundArgs, ...args],
      self && frame.engine.read(self),
      site,
    )
    result = result ? join(result, value) : value
  }
  return result
}

/** Calls the operator of a table, such as `__concat`, or one that all strings got. */
export function callMeta(
  frame: Frame,
  object: Value,
  name: string,
  args: Value[],
  site?: Site,
): Value | undefined {
  let result: Value | undefined
  const passed = (): Value[] => (name === '__call' ? [object, ...args] : args)
  for (const one of object.objects ?? []) {
    for (const { fields } of (one.meta && frame.engine.read(one.meta).objects) ?? []) {
      const operator = fields.get(name)
      if (operator)
        result = join(
          result ?? nothing,
          callValue(frame, frame.engine.read(operator), passed(), undefined, site),
        )
    }
  }
  if (frame.fn.file.language === 'javascript' || (object.objects ?? object.functions ?? object.refs))
    return result
  const ofStrings = frame.engine.read(frame.engine.stringOperator(name))
  return ofStrings === nothing ? result : callValue(frame, ofStrings, passed(), undefined, site)
}

const knownCallsMax = 4

export function callFunction(
  frame: Frame,
  original: Instance,
  args: readonly Value[],
  object: Value | undefined,
  isNew: boolean,
  site: Span,
  isKnownCall = true,
): Value {
  const { engine } = frame
  let instance = original
  const { node } = instance
  const key = node.receiver ? undefined : variantKey(instance, args)
  if (key !== undefined) instance = engine.variantOf(instance, key)
  if (original.received) {
    instance.received ??= original.received
    sendTo(engine, original, args)
  }
  frame.called.push(instance)
  if (isKnownCall && engine.isEmitting)
    emitAt(frame, 'calls', site, '', [], {
      object: instance.value,
      isChecked: frame.isChecked || isPaid(frame.prices) || isBounded(frame.prices, args),
    })
  for (let index = 0; index < node.parameters.length; index++) {
    const parameter = node.parameters[index]
    if (parameter) engine.write(instance.cellOf(parameter), args[index] ?? nothing)
  }
  if (node.rest) {
    const list = engine.objectAt(node.rest, instance, instance.file.language === 'lua' ? 1 : 0)
    for (const [index, value] of args.slice(node.parameters.length).entries())
      engine.write(list.field(String(index + list.first)), value)
    engine.write(instance.cellOf(node.rest), objectOf(list))
  }
  if (node.argumentList) {
    const list = engine.objectAt(node.argumentList, instance)
    for (const [index, value] of args.entries()) engine.write(list.field(String(index)), value)
    engine.write(instance.cellOf(node.argumentList), objectOf(list))
  }
  if (isNew) return construct(frame, instance, args)
  if (node.receiver && object) engine.write(instance.cellOf(node.receiver), object)
  const returned = resultOf(instance, engine.read)
  if (!node.isGenerator) return returned
  // A loop over the call gets what the function yields.
  const yielded = engine.objectAt(node, instance)
  engine.write(yielded.rest, returned)
  return join(objectOf(yielded), returned)
}

function construct(frame: Frame, instance: Instance, args: readonly Value[]): Value {
  const { engine } = frame
  const { node } = instance
  const created = engine.objectAt(node.body, instance)
  engine.write(created.parents, objectOf(engine.prototypeOf(instance)))
  if (node.receiver) engine.write(instance.cellOf(node.receiver), objectOf(created))
  const parent = instance.superclass && engine.read(instance.superclass)
  if (parent)
    for (const one of parent.functions ?? []) callFunction(frame, one, args, objectOf(created), false, node)
  const returned = engine.read(instance.returns)
  return join(objectOf(created), returned.objects ? returned : nothing)
}

/** Functions that text functions of the language are known by. */
function foldCall(
  frame: Frame,
  callee: Value,
  key: string | undefined,
  object: Value | undefined,
  args: readonly Value[],
  site: Span,
): Value | undefined {
  const { engine, fn } = frame
  if (!callee.refs && !object?.constants && !object?.objects) return undefined
  const isLua = fn.file.language === 'lua'
  const all = object ? [object, ...args] : args
  let result: Value | Value[] | undefined
  if (key !== undefined && object?.constants) result = fold(isLua ? `string.${key}` : `.${key}`, all)
  if (!result && key !== undefined && object?.objects && !isLua) result = fold(`.${key}`, all)
  for (const ref of callee.refs ?? []) result ??= fold(ref, args)
  if (!result) return undefined
  const origins = all.reduce((bits, value) => bits | originsOf(value), 0) & (lasting | origin.hidden)
  if (Array.isArray(result)) {
    const list = engine.objectAt(site, fn)
    for (const [index, value] of result.entries())
      engine.write(list.field(String(index)), withOrigins(value, origins))
    return objectOf(list)
  }
  const value = withOrigins(result, origins)
  if (has(value, origin.hidden)) emitAt(frame, 'folded', site, key ?? '', [value])
  return value
}

const emitters = /^(module:events(\.EventEmitter)?|EventTarget)$/

function callUnknown(
  frame: Frame,
  key: string | undefined,
  callee: Value,
  object: Value | undefined,
  args: readonly Value[],
  site: Site,
): Value {
  const { engine, fn } = frame
  const name = key ?? ''
  const all = object ? [object, ...args] : args
  if (object?.objects && emitting.test(name)) emitter(frame, name, object, args, site)
  if (site.isNew && callee.refs?.some((ref) => emitters.test(ref))) return objectOf(engine.objectAt(site, fn))
  if (name === 'toString' && object?.refs?.includes('#url')) return textOfUrl(object)
  const passed = passOn(callee.origins & lasting ? [...all, callee] : all)
  let others = object ? elementOf(object, engine.read) : nothing
  for (const value of args)
    if (!value.functions && !value.refs) others = join(others, object ? value : elementOf(value, engine.read))
  if (!has(passed, origin.secret)) others = { ...others, origins: others.origins & ~origin.secret }
  others = withOrigins(others, passed.origins)
  let result = passed
  // It may call its arguments. What they do is known; which values a function of the platform gets is a guess.
  for (const { functions } of args)
    if (functions)
      result = join(
        result,
        callValue(frame, { origins: 0, functions }, [others, others, others], undefined, site),
      )
  for (const value of args)
    if (value.refs?.some((ref) => findKnowledge(ref, frame.fn.file.language)?.does === 'runs-code'))
      callValue(
        frame,
        value,
        args.filter((one) => one !== value),
      )
  if (cuttingFunctions.has(name)) result = partOf(result)
  if (object?.refs?.includes('#player-name')) result = { ...result, refs: ['#player-name'] }
  return isCheckName(name) ? asked(frame, { callee, object, args, key: name }, result) : result
}
