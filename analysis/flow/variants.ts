import type { Fn } from '#analysis/ir/ir.ts'
import type { Instance } from './heap.ts'
import { isAnyPlayer, origin, type Value } from './value.ts'

const variantTextMax = 4000
/** As long as one that decodes a character, or that makes a module of a bundle of a function. */
const shortMax = 300

/** Names constant arguments; numbers, functions, objects and any player only for a function that is short. */
export function variantKey(instance: Instance, args: readonly Value[]): string | undefined {
  if (args.length === 0 || args.length > 4) return undefined
  let isTelling = false
  let key = ''
  for (const { origins, constants, functions, objects, refs } of args) {
    const first = constants?.[0]
    const held = functions?.[0] ?? objects?.[0]
    const isOne = (constants?.length ?? 0) + (functions?.length ?? 0) + (objects?.length ?? 0) === 1
    if (held && isOne && !refs && isShort(instance)) {
      key += `#${idOf(held)} `
      isTelling = true
    } else if (refs?.some(isAnyPlayer) && isShort(instance)) {
      key += '@ '
      isTelling = true
    } else if (first !== undefined && !held && (origins & origin.unknown) === 0) {
      key += `${JSON.stringify(constants)} `
      isTelling ||= typeof first === 'string' || (typeof first === 'number' && isShort(instance))
    } else return undefined
    if (key.length > variantTextMax) return undefined
  }
  return isTelling ? key : undefined
}

const short = new WeakMap<Fn, boolean>()
/** Comments do not count. */
function isShort({ node, file: { text } }: Instance): boolean {
  const { start, end } = node
  if (end - start < shortMax || end - start > textMax) return end - start < shortMax
  const known = short.get(node)
  if (known !== undefined) return known
  const isLong = text.slice(start, end).replaceAll(comment, '').length >= shortMax
  short.set(node, !isLong)
  return !isLong
}
const comment = / ?--\[\[[^]*?\]\]|\/\*[^]*?\*\/|(--|\/\/).*/g
const textMax = 8000

const ids = new WeakMap<object, number>()
let idCount = 0
const idOf = (object: object): number => ids.getOrInsertComputed(object, () => ++idCount)
