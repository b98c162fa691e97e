import type { Logical } from '#analysis/ir/ir.ts'
import type { Frame } from './frame.ts'
import { isDecided } from './sender.ts'
import { has, isConstant, join, nothing, numberOf, origin, type Value } from './value.ts'

export function evaluateLogical(frame: Frame, expr: Logical): Value {
  let value = nothing
  let isChecked = 0
  let isAvoidable = false
  const isAnd = expr.operator === '&&'
  /** One operand is enough for it, and all have to be. */
  const [any, all] = isAnd
    ? [origin.checkedIfTrue, origin.checkedIfFalse]
    : [origin.checkedIfFalse, origin.checkedIfTrue]
  let [ofAny, ofAll] = [0, all]
  const outer = frame.isChecked
  for (const operand of expr.operands) {
    const next = frame.evaluate(frame, operand)
    const ofNext = next.origins & origin.check
    isChecked |= ofNext
    // The sender decides about the other operand. A value behind `&&` is there only if that holds.
    isAvoidable ||= isDecided(next)
    if (isAnd && ofNext && !isConstant(next) && operand === expr.operands.at(-1)) isAvoidable = false
    ofAny |= next.origins & any
    ofAll &= next.origins
    // What the later operands do happens only if the earlier ones allow it.
    if (isChecked || ofAny) frame.isChecked = true
    // A number instead of one that was not sent: the value stays the one that was, so that it is known again.
    const isDefault = !isAnd && has(value, origin.sent) && isConstant(next) && numberOf(next) !== undefined
    value = isDefault || (isAnd && operand !== expr.operands.at(-1)) ? value : join(value, next)
  }
  frame.isChecked = outer
  if (isAvoidable && isChecked) {
    isChecked = 0
    ofAny |= any
  }
  const kept = value.origins & ~(any | all | origin.check | (isChecked === 0 ? 0 : origin.chosen))
  const origins = kept | isChecked | ofAny | ofAll
  return origins === value.origins ? value : { ...value, origins }
}
