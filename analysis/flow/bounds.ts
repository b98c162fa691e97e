import { has, origin, type Value } from './value.ts'

/** A value that was sent, and whether it is one of those that are allowed instead of a price. */
export type Price = { value: Value; isBound: boolean }

export const isPaid = (prices: readonly Price[] = []): boolean => prices.some(({ isBound }) => !isBound)
/** Each value that the sender chose is one of those that are allowed. */
export function isBounded(prices: readonly Price[] = [], values: readonly Value[]): boolean {
  const sent = prices.length > 0 ? values.filter((value) => has(value, origin.sent)) : []
  return sent.length > 0 && sent.every((value) => prices.some((one) => one.isBound && one.value === value))
}
/** The bounds that hold where a function is created, for its body. */
export function boundsOf(prices?: readonly Price[]): readonly Price[] | undefined {
  const bounds = prices?.filter(({ isBound }) => isBound)
  return bounds?.length ? bounds : undefined
}
