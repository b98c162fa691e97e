import type { Fn } from '#analysis/ir/ir.ts'
import type { Frame } from './frame.ts'
import { valuesWithin, type Instance } from './heap.ts'
import {
  has,
  isConstant,
  nothing,
  numberOf,
  origin,
  startOf,
  textsOf,
  withOrigins,
  type Value,
} from './value.ts'

/** Values that the sender of an event chooses: what bounds them, what is paid with them, and what says nothing of the sender. */

const isSent = (value: Value): boolean => has(value, origin.sent)
const sentOrMade = origin.event | origin.command
/** It is what the sender named, or about it. */
export const isNamed = (value: Value | undefined): boolean =>
  value !== undefined && has(value, sentOrMade | origin.chosen)
/** The sender decides whether it holds. */
export const isDecided = (value: Value): boolean =>
  isSent(value) ||
  (has(value, sentOrMade) && !has(value, origin.check | origin.stored | origin.identity | origin.state))
/** A setting of the program, or a list of its framework. */
const isSetting = (value: Value): boolean => isConstant(value) || (value.refs ?? value.objects) !== undefined
/** It is about what was named: no check of the sender. */
const about = (value: Value): Value => ({
  ...value,
  origins: (value.origins & ~origin.check) | origin.chosen,
})

/** In an early round it was not known yet that it is about what was named. */
export const settleCheck = (value: Value): Value =>
  has(value, origin.chosen) && has(value, origin.check) ? about(value) : value

function note(frame: Frame, values: readonly Value[], isBound: boolean): void {
  const prices = values.filter(isSent).map((value) => ({ value, isBound }))
  if (prices.length > 0) frame.prices = [...(frame.prices ?? []), ...prices]
}
/** A price that the sender chooses is no payment, unless the sender gets exactly the value that was paid. */
export const notePrices = (frame: Frame, values: readonly Value[]): void => note(frame, values, false)

/** Numbers that are compared with one of the code, so that they may not be less than 0. */
const limited = new WeakSet<Value>()
export function limit(value: Value): Value {
  limited.add(value)
  return value
}
/** It takes from a balance, or sets it to the rest: with a number less than 0, that adds. */
const setsBalance = /^set\w{0,20}(money|cash|bank|balance|gold)$|^\s*update\s[^]*=\s*[`"\w]+\s*[-+]\s*[?@:]/i
export function mayBeNegative({ prices = [] }: Frame, name: string, args: readonly Value[]): boolean {
  // A transaction is a list of queries with their values.
  const values = args.flatMap((value) => [...valuesWithin(value)])
  return (
    [name, ...values.map(startOf)].some((text) => setsBalance.test(text)) &&
    values
      .flatMap(factorsOf)
      .some(
        (one) => one && !limited.has(one) && prices.some(({ value, isBound }) => !isBound && value === one),
      )
  )
}

const factors = new WeakMap<Value, readonly (Value | undefined)[]>()
/** The values that were sent which it is made of; undefined for one that is made of them in an unknown way. */
const factorsOf = (value: Value): readonly (Value | undefined)[] =>
  isSent(value) ? [value] : (factors.get(value) ?? (has(value, sentOrMade) ? [undefined] : []))
/** Remembers what a number is computed of. */
export function computed(values: readonly Value[], result: Value): Value {
  if (!isSent(result) && has(result, sentOrMade)) factors.set(result, values.flatMap(factorsOf))
  return result
}

/** Returns whether a gift is the value that was paid, or is computed from values that were. */
export function isExchange({ prices = [] }: Frame, gifts: readonly Value[]): boolean {
  const all = gifts.flatMap((value) => [...valuesWithin(value, 1)]).map(factorsOf)
  const isPart = (one: Value | undefined): boolean =>
    one === undefined || prices.some(({ value, isBound }) => !isBound && value === one)
  return (
    all.some((list) => list.length > 0 && list.every(isPart)) &&
    !all.some((list) => list.length > 1 && !list.every(isPart))
  )
}

/** The arguments that say what and how much of it: in front of them may be who gets it, behind them a reason or a note. */
export function giftsOf(values: readonly Value[], object: Value | undefined): Value[] {
  const [only] = values
  const items = values.length === 1 && only?.objects ? (only.objects[0]?.items() ?? []) : []
  if (items.length > 0) return items.map(({ value }) => value)
  const isOfPlayer = object && !object.refs && !object.objects && !only?.refs?.includes('source')
  const first = values.length <= 2 || isOfPlayer ? 0 : 1
  const some = values.slice(first, first + 2)
  return some.flatMap((value) => [...valuesWithin(value, 1)])
}

/** An element that was asked for by what was sent is no check of who sent it, and bounds what was sent at most. */
export function lookUp(frame: Frame, table: Value, key: Value, element: Value): Value {
  const isFixed = table.objects?.every(({ rest }) => rest.value === nothing) ?? true
  if (isFixed && has(key, origin.identity) && !isNamed(key)) return withOrigins(element, origin.check)
  if (!isNamed(key) || !isSetting(table)) return element
  if (has(element, origin.check) && !table.refs?.some((ref) => listOfFramework.test(ref)))
    note(frame, [key], true)
  return about(element)
}
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
  if (object && !object.objects && isNamed(object)) return ofOwn ? result : about(result)
  if (!ofOwn && asksThing.test(key) && object && (!frame.race || frame.race === 'read'))
    frame.race = 'counted'
  // Where someone is depends on who it is, and is compared with a place.
  const isOfPed = args[0]?.refs?.includes('#ped') === true
  if (!isOfPed && args.some(isNamed)) {
    if (args.every((value) => isNamed(value) || isConstant(value)) && (!object || isSetting(object))) {
      if (!callee.refs?.some((ref) => ofFramework.test(ref))) note(frame, args, true)
      return ofOwn ? result : about(result)
    }
    if (!ofOwn && asksThing.test(key) && args.some(isSent)) {
      notePrices(frame, args)
      return about(result)
    }
  }
  return withOrigins(result, origin.check)
}

const isOwner = (value: Value): boolean => has(value, origin.identity) && !isNamed(value)
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
  if (isLimit && !hasCounted && others.some((value) => has(value, origin.chosen))) return about(result)
  const isCheck = has(result, origin.check)
  if (isLimit && (isCheck || hasCounted) && others.some((value) => !isConstant(value)))
    notePrices(frame, values)
  else if (isLimit && isCheck && others.every(isSetting)) note(frame, sent, true)
  else return result
  return sent.length > 0 ? about(result) : result
}

const ofLanguage =
  /^(type|tonumber|tostring|math|string|table|i?pairs|next|select|Number|parse(Int|Float)|Math|Array|Object|String|isNaN)$/
const lengthMax = 800
const known = new WeakMap<Fn, boolean>()

/** Functions that read their arguments and nothing else, which the sender chose: what they return is no check. */
export function judgesOnlySent(functions: readonly Instance[], args: readonly Value[]): boolean {
  return (
    functions.length > 0 &&
    args.some(isSent) &&
    args.every((value) => isSent(value) || isConstant(value)) &&
    functions.every(({ node }) => readsOnlyArguments(node))
  )
}

function readsOnlyArguments(node: Fn): boolean {
  if (node.end - node.start > lengthMax) return false
  let result = known.get(node)
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
  known.set(node, result)
  return result
}

const parts = new WeakMap<Value, Map<string, Value>>()
/** The same value each time that a part of what was sent is read, so that a price is known again. */
export function samePart(whole: Value, name: string, value: Value): Value {
  if (!isSent(whole)) return value
  const of = parts.getOrInsertComputed(whole, () => new Map<string, Value>())
  const before = of.get(name)
  if (before?.origins === value.origins && !value.constants && !value.objects) return before
  of.set(name, value)
  return value
}

/** The sender names who pays, or the account or stash that it is taken from. */
export function isPaidByOther(args: readonly Value[], object: Value | undefined): boolean {
  if (object && !object.refs) return !object.objects && isNamed(object)
  const [first] = args
  return isNamed(args.length === 1 && first?.objects ? first.objects[0]?.items()[0]?.value : first)
}

/**
 * The values of a price that depend on something: a fixed item and amount is no price of what the sender chooses. One
 * of the settings that the sender chose is: it may be the same for all.
 */
export function priceIn(name: string, args: readonly Value[]): Value[] {
  const [only] = args
  const list = only?.objects && args.length === 1 ? only.objects[0]?.items().map(({ value }) => value) : args
  const isOfPlayer = list !== args || args.length > 2 || name.startsWith('try')
  return (list ?? [])
    .slice(isOfPlayer ? 1 : 0)
    .filter((value) => value !== nothing && (has(value, origin.chosen) || !isOneConstant(value)))
}

const isOneConstant = (value: Value): boolean => isConstant(value) && value.constants?.length === 1
