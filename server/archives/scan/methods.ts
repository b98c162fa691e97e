import type { Value } from './values.ts'

/** Their constructor is Function. */
export const functionObject =
  /^((#constructor|Function|Object|Array|String|Number)(\.prototype)?|(Array|Function|JSON|Math|Object|Promise|Reflect|String|console|string)(\.prototype)?\.[a-z]\w*|eval|fetch|isNaN|parseFloat|parseInt|require|setTimeout)$/

/** A method of an array, a text or a function; `map` and the like of an object that is not known may be anything. */
export function isMethod({ table, text, fns }: Value, key: string): boolean {
  return clearMethods.has(key) || ((table ?? text ?? fns) !== undefined && methods.has(key))
}

const methods: ReadonlySet<string> = new Set(
  [Array, String, Function, Object]
    .flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
    .filter((name) => !['constructor', 'length', 'name', 'arguments', 'caller', '__proto__'].includes(name)),
)
const clearMethods: ReadonlySet<string> = new Set(
  'apply bind call concat forEach hasOwnProperty indexOf reduce slice splice toString valueOf'.split(' '),
)
