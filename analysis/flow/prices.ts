import type { Fn } from '#analysis/ir/ir.ts'
import type { Frame } from './frame.ts'
import { valuesWithin, type Instance } from './heap.ts'
import { has, isConstant, origin, type Value } from './value.ts'

/** Prices that the sender of an event chooses, and functions that check nothing but the values that were sent. */

const isSent = (value: Value): boolean => has(value, origin.sent)

/** A price that the sender chooses is no payment, unless the sender gets exactly the value that was paid. */
export function notePrices(frame: Frame, values: readonly Value[]): void {
  const prices = values.filter(isSent)
  if (prices.length > 0) frame.prices = [...(frame.prices ?? []), ...prices]
}

/** Returns whether a gift is the value that was paid, or is computed from values that the sender chose. */
export function isExchange({ prices = [] }: Frame, gifts: readonly Value[]): boolean {
  const values = gifts.flatMap((value) => [...valuesWithin(value, 1)])
  return values.some(
    (value) => prices.includes(value) || (!isSent(value) && has(value, origin.event | origin.command)),
  )
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
