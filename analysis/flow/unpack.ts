import { cutText } from '#analysis/cut-text.ts'
import type { Fn } from '#analysis/ir/ir.ts'

import { itemsOf } from './heap.ts'
import { constant, numberOf, origin, textOf, textsOf, type Value } from './value.ts'

/** A short text with one long word would become gigabytes. */
const wordMax = 100
const textMax = 100_000
const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * What a packer's own function returns for the text with numbers in place of its words:
 * `(function(p,a,c,k,e,d){…})('0 1=2', 62, 3, 'var|a|b'.split('|'), …)`.
 */
export function unpack(callee: Fn, [body, radix, , list]: readonly Value[]): Value | undefined {
  if (callee.parameters.length < 4 || !body || !radix || !list) return undefined
  const text = textOf(body)
  const base = numberOf(radix)
  const words = itemsOf(list).map((word) => textsOf(word)[0] ?? '')
  if (text === undefined || base === undefined || words.length === 0 || text.length > textMax)
    return undefined
  const valueOf = (name: string) =>
    Array.from(name).reduce((sum, digit) => sum * base + digits.indexOf(digit), 0)
  const code = text.replaceAll(/\b\w{1,4}\b/g, (name) => cutText(words[valueOf(name)] || name, wordMax))
  return constant(cutText(code, textMax), origin.hidden)
}
