import { cutText } from '#analysis/cut-text.ts'
import type { Loop } from '#analysis/ir/ir.ts'

/** A loop without an end, which calls and waits for nothing, or one that only waits for a time. */
export function blocks({ body, update, condition }: Loop): boolean {
  if (update) return false
  const isEmpty = textOf(body) === '[]'
  const isAlways =
    condition === null ||
    (condition.type === 'const' && condition.value !== false && condition.value !== null) ||
    (condition.type === 'unary' && condition.operand.type === 'const')
  return isAlways ? !leaves.test(textOf(body)) : isEmpty && isTimed(condition)
}

/** What may end it, or let other code run. A body that is too long for this has no end either. */
const leaves = /"type":"(call|jump|return|throw|each)"|"operator":"(await|yield)|[^\]]$/
const textOf = (tree: unknown): string =>
  cutText(
    JSON.stringify(tree, (key, item: unknown) => (key === 'binding' ? undefined : item)),
    2000,
  )

function isTimed(condition: Loop['condition']): boolean {
  return /"(clock|time|GetGameTimer|now)"/.test(textOf(condition))
}
