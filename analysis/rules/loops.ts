import { cutText } from '#analysis/cut-text.ts'
import type { Loop, Stmt } from '#analysis/ir/ir.ts'

/** A loop without an end, or one that waits for a time, whose body does nothing. */
export function blocks({ body, update, condition }: Loop): boolean {
  if (!isEmpty(body) || update) return false
  if (condition === null) return true
  const isAlways = condition.type === 'const' && condition.value !== false && condition.value !== null
  return isAlways || (condition.type === 'unary' && condition.operand.type === 'const') || isTimed(condition)
}

const isEmpty = (body: readonly Stmt[]): boolean =>
  body.every((statement) => statement.type === 'block' && isEmpty(statement.body))

function isTimed(condition: Loop['condition']): boolean {
  const text = JSON.stringify(condition, (key, item: unknown) => (key === 'binding' ? undefined : item))
  return /"(clock|time|GetGameTimer|now)"/.test(cutText(text, 2000))
}
