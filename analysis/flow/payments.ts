import type { Price } from './bounds.ts'
import type { Frame } from './frame.ts'
import { valuesWithin } from './heap.ts'
import { isNamedBySender, isSent, sentOrMade } from './sender.ts'
import { has, isConstant, nothing, origin, startOf, type Value } from './value.ts'

/** Values that were sent: which of them are bounded, and what is paid with them. */

function note(frame: Frame, values: readonly Value[], isBound: boolean): void {
  const prices = values.filter(isSent).map((value) => ({ value, isBound }))
  if (prices.length > 0) frame.prices = [...(frame.prices ?? []), ...prices]
}
/** The values are among what is allowed. */
export const noteBound = (frame: Frame, values: readonly Value[]): void => note(frame, values, true)

/** A price that the sender chooses is no payment, unless the sender gets exactly the value that was paid. */
export const notePaid = (frame: Frame, values: readonly Value[]): void => note(frame, values, false)

/** Numbers that are compared with one of the code, so that they may not be less than 0. */
const limited = new WeakSet<Value>()
export function limit(value: Value): Value {
  limited.add(value)
  return value
}

/** Numbers that are compared with something about what was named, such as its price. */
const compared = new WeakSet<Value>()
export function noteCompared(value: Value): void {
  compared.add(value)
}

const isPrice = ({ value, isBound }: Price): boolean => !isBound && compared.has(value)

/** A gift is what was paid. A query may also be paid with a price that more than a balance is compared with. */
export function isTraded(frame: Frame, args: readonly Value[], isQuery: boolean): boolean {
  if (!isQuery) return isExchange(frame, args)
  // A transaction is a list of queries with their values. Most values of a query are no goods.
  const goods = args.flatMap((value) => [...valuesWithin(value)].filter(isSent))
  return isExchange(frame, goods) || (frame.prices ?? []).some(isPrice)
}

/** Names and queries that take from a balance, or set it to the rest: with a number less than 0, that adds. */
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
function isExchange({ prices = [] }: Frame, gifts: readonly Value[]): boolean {
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

const parts = new WeakMap<Value, Map<string, Value>>()

/** The same value each time that a part of what was sent is read, so that a price is known again. */
export function samePart(whole: Value, name: string, value: Value): Value {
  if (!isSent(whole)) return value
  const known = parts.getOrInsertComputed(whole, () => new Map<string, Value>())
  const before = known.get(name)
  if (before?.origins === value.origins && !value.constants && !value.objects) return before
  known.set(name, value)
  return value
}

/** The sender names who pays, or the account or stash that it is taken from. */
export function isPaidByOther(args: readonly Value[], object: Value | undefined): boolean {
  if (object && !object.refs) return !object.objects && isNamedBySender(object)
  const [first] = args
  return isNamedBySender(args.length === 1 && first?.objects ? first.objects[0]?.items()[0]?.value : first)
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
