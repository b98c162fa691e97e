import type { Fn } from '#analysis/ir/ir.ts'

const ofLanguage =
  /^(type|tonumber|tostring|math|string|table|i?pairs|next|select|Number|parse(Int|Float)|Math|Array|Object|String|isNaN)$/
const lengthMax = 800
const known = new WeakMap<Fn, boolean>()

/** The function reads its arguments and the language, and nothing else. */
export function readsOnlyArguments(node: Fn): boolean {
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
