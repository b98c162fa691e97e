import type { Expr, Fn } from '#analysis/ir/ir.ts'
import type { Frame } from './frame.ts'
import type { Instance } from './heap.ts'
import { limit, noteBound, noteCompared, notePaid } from './payments.ts'
import { asNamed, isNamedBySender, isSent, isSetting, sentOrMade } from './sender.ts'
import { has, isConstant, nothing, numberOf, origin, textsOf, withOrigins, type Value } from './value.ts'

/** Questions and comparisons: which of them say something of the sender, and which bound what was sent. */

/** An element that was asked for by what was sent is no check of who sent it, and bounds what was sent at most. */
export function lookUp(frame: Frame, table: Value, key: Value, element: Value): Value {
  const isFixed = table.objects?.every(({ rest }) => rest.value === nothing) ?? true
  if (isFixed && has(key, origin.identity) && !isNamedBySender(key)) return withOrigins(element, origin.check)
  if (!isNamedBySender(key) || !isSetting(table)) return element
  const bounds = has(element, origin.check) || isSetOfNames(table)
  if (bounds && !table.refs?.some((ref) => listOfFramework.test(ref))) noteBound(frame, [key])
  return asNamed(element)
}

/** Such as `{ red = true, blue = true }`, and nothing is added to it. */
const isSetOfNames = ({ objects }: Value): boolean =>
  objects?.every(
    ({ fields, rest }) =>
      fields.size > 0 &&
      rest.value === nothing &&
      [...fields.values()].every(({ value }) => isConstant(value) && value.constants?.join() === 'true'),
  ) ?? false

/** Lists of all that there is. */
const listOfFramework =
  /^#list$|(^|\.)Shared\.(Jobs|Gangs|Items|Weapons|Vehicles)$|^(ESX|Ox|exports)\.|^QBCore\.(Jobs|Gangs|Items)$/

const ofFramework = /^(ESX|QBCore|vRP|lib|exports|Ox|VORPcore)\./

/** Questions about a thing that the sender names: the sender has it. */
const asksThing = /item|weapon|slot|^search$/i

/** The result of a function whose name says that it checks something. */
export function asked(
  frame: Frame,
  {
    callee,
    object,
    args,
    key,
  }: { callee: Value; object?: Value | undefined; args: readonly Value[]; key: string },
  result: Value,
): Value {
  const ofOwn = callee.functions !== undefined
  // That there is an identifier says nothing, a comparison with it does.
  if (has(result, origin.identity) && !has(result, origin.check)) return result
  if (result.refs?.includes('#list')) return result
  if (object && !object.objects && isNamedBySender(object)) return ofOwn ? result : asNamed(result)
  if (!ofOwn && asksThing.test(key) && object && (!frame.race || frame.race === 'read'))
    frame.race = 'counted'
  // Where someone is depends on who it is, and is compared with a place.
  const isOfPed = args[0]?.refs?.includes('#ped') === true
  if (!isOfPed && args.some(isNamedBySender)) {
    if (
      args.every((value) => isNamedBySender(value) || isConstant(value)) &&
      (!object || isSetting(object))
    ) {
      if (!callee.refs?.some((ref) => ofFramework.test(ref))) noteBound(frame, args)
      return ofOwn ? result : asNamed(result)
    }
    if (!ofOwn && asksThing.test(key) && args.some(isSent)) {
      notePaid(frame, args)
      return asNamed(result)
    }
  }
  return withOrigins(result, origin.check)
}

const isOwner = (value: Value): boolean => has(value, origin.identity) && !isNamedBySender(value)

// The kind of an identifier, such as `license:`, is that of all players.
const isOfOther = (value: Value): boolean =>
  value === nothing ||
  (has(value, sentOrMade) && !has(value, origin.stored | origin.chosen)) ||
  (isConstant(value) && !textsOf(value).some((text) => /.{4}\d/.test(text)))

/** The result of a comparison: with a limit that bounds what was sent, or of the sender with the owner of something. */
export function compared(frame: Frame, operator: string, values: readonly Value[], result: Value): Value {
  const sent = values.filter(isSent)
  const others = values.filter((value) => !isSent(value))
  const isLimit = /^[<>]/.test(operator)
  if (isLimit && others.some((value) => numberOf(value) !== undefined)) sent.forEach(limit)
  if (/^[=!]/.test(operator) && others.some(isOwner) && !values.some(isOfOther))
    return withOrigins(result, origin.check)
  // As many as the sender has of it are no limit of someone else.
  const hasCounted = frame.race !== undefined && frame.race !== 'read'
  if (isLimit && others.some((value) => has(value, origin.chosen))) sent.forEach(noteCompared)
  if (isLimit && !hasCounted && others.some((value) => has(value, origin.chosen))) return asNamed(result)
  const isCheck = has(result, origin.check)
  if (isLimit && (isCheck || hasCounted) && others.some((value) => !isConstant(value)))
    notePaid(frame, values)
  else if (isLimit && isCheck && others.every(isSetting)) noteBound(frame, sent)
  else return result
  return sent.length > 0 ? asNamed(result) : result
}

/** Functions that compare something and return the same whatever the answer is: a failed check only says so. */
export const ignoresAnswers = (functions: readonly Instance[]): boolean =>
  functions.length > 0 && functions.every(({ node }) => returnsAnyway(node))

const comparison = /^([=!]=|[<>]=?)$/
const knownIgnorers = new WeakMap<Fn, boolean>()

const awaited = (item?: Expr): Expr | undefined => (item?.type === 'unary' ? item.operand : item)

/** It has one return, at its end, of what a call gave before and nothing changes. */
function returnsAnyway(node: Fn): boolean {
  const last = node.body.at(-1)
  const [value] = last?.type === 'return' ? last.values : []
  const binding = value?.type === 'name' ? value.binding : undefined
  if (binding?.fn !== node.id || binding.writes !== 1 || node.end - node.start > lengthMax) return false
  let result = knownIgnorers.get(node)
  if (result !== undefined) return result
  let [exits, ifs, comparisons, isOfCall] = [0, 0, 0, false]
  const isReturned = (item: Expr): boolean => item.type === 'name' && item.binding === binding
  JSON.stringify(node.body, (key, item) => {
    if (item?.type === 'return' || item?.type === 'throw' || item?.name === 'error') exits++
    if (item?.type === 'if') ifs++
    if (item?.type === 'binary' && comparison.test(item.operator) && !item.operands.some(isReturned))
      comparisons++
    if (item?.type === 'assign' && item.targets.some(isReturned))
      isOfCall = awaited(item.values[0])?.type === 'call'
    return key === 'binding' ? undefined : item
  })
  result = exits === 1 && ifs > 0 && comparisons > 0 && isOfCall
  knownIgnorers.set(node, result)
  return result
}

/** Functions that read their arguments and nothing else, which the sender chose: what they return is no check. */
export function judgesOnlySent(functions: readonly Instance[], args: readonly Value[]): boolean {
  return (
    functions.length > 0 &&
    args.some(isSent) &&
    args.every((value) => isSent(value) || isConstant(value)) &&
    functions.every(({ node }) => readsOnlyArguments(node))
  )
}

const ofLanguage =
  /^(type|tonumber|tostring|math|string|table|i?pairs|next|select|Number|parse(Int|Float)|Math|Array|Object|String|isNaN)$/
const lengthMax = 800
const knownReaders = new WeakMap<Fn, boolean>()

/** The function reads its arguments and the language, and nothing else. */
function readsOnlyArguments(node: Fn): boolean {
  if (node.end - node.start > lengthMax) return false
  let result = knownReaders.get(node)
  if (result !== undefined) return result
  const ids = new Set([node.id])
  const scopes: (number | undefined)[] = []
  JSON.stringify(node.body, (key, item) => {
    if (item?.type === 'fn') ids.add(item.id)
    if (item?.type === 'name' && !(item.binding === null && ofLanguage.test(item.name)))
      scopes.push(item.binding?.fn)
    return key === 'binding' ? undefined : item
  })
  result = scopes.every((id) => id !== undefined && ids.has(id))
  knownReaders.set(node, result)
  return result
}
