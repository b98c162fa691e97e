import { origin, type Value } from './value.ts'

const variantTextMax = 4000
/** As long as one that decodes a character, or that makes a module of a bundle of a function. */
const shortMax = 300

/** Names constant arguments; numbers, functions and objects only for a function that is short. */
export function variantKey(length: number, args: readonly Value[]): string | undefined {
  if (args.length === 0 || args.length > 4) return undefined
  let isTelling = false
  let key = ''
  for (const { origins, constants, functions, objects, refs } of args) {
    const [first] = constants ?? []
    const held = functions?.[0] ?? objects?.[0]
    const isOne = (constants?.length ?? 0) + (functions?.length ?? 0) + (objects?.length ?? 0) === 1
    if (held && isOne && !refs && length < shortMax) {
      key += `#${idOf(held)} `
      isTelling = true
    } else if (first !== undefined && !held && (origins & origin.unknown) === 0) {
      key += `${JSON.stringify(constants)} `
      isTelling ||= typeof first === 'string' || (typeof first === 'number' && length < shortMax)
    } else return undefined
    if (key.length > variantTextMax) return undefined
  }
  return isTelling ? key : undefined
}

const ids = new WeakMap<object, number>()
let idCount = 0
const idOf = (object: object): number => ids.getOrInsertComputed(object, () => ++idCount)
