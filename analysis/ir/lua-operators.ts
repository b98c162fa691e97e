import type { LuaExpression, Place } from '#analysis/syntax/lua-tree.ts'

import { negate, statement } from './build.ts'
import type { BinaryOperator, Expr, Span, Stmt } from './ir.ts'

export const placed = ({ at, end }: Place): Span => ({ start: at, end })

export const toStatements = (expression: Expr): Stmt[] =>
  (expression.type === 'sequence' ? expression.expressions : [expression]).map(statement)

/** The operands of a chain such as `a .. b .. c`, which the parser nests. */
export function operandsOf(node: LuaExpression & { type: 'binary' }): LuaExpression[] {
  const { operator } = node
  if (!chained.has(operator)) return [node.left, node.right]
  const operands: LuaExpression[] = []
  let rest: LuaExpression = node
  if (operator === '..') {
    for (; rest.type === 'binary' && rest.operator === operator; rest = rest.right) operands.push(rest.left)
    return [...operands, rest]
  }
  for (; rest.type === 'binary' && rest.operator === operator; rest = rest.left) operands.push(rest.right)
  return [...operands, rest].reverse()
}

export function lowerUnary(span: Span, operator: string, operand: Expr): Expr {
  if (operator === '-') return negate(span, operand)
  const unary = operator === 'not' || operator === '#' || operator === '~' ? operator : 'not'
  return { type: 'unary', ...span, operator: unary, operand }
}

/** A hexadecimal number may have a fraction and an exponent of two. */
export function numberOf(text: string): number {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^0x([\da-f]*)\.?([\da-f]*)(?:p([-+]?\d+))?$/i.exec(text) ?? []
  if (!/^0x/i.test(text)) return Number(text)
  return Number(`0x${whole}${fraction}`) * 2 ** (Number(exponent) - 4 * fraction.length)
}

const chained = new Set(['+', '*', '..', '-', '/', '|', '&', '~', 'and', 'or'])

const same = ['+', '-', '*', '/', '//', '%', '..', '==', '<', '<=', '>', '>=', '<<', '>>', '&', '|'] as const
export const operators = new Map<string, BinaryOperator>([
  ...same.map((each) => [each, each] as const),
  ['~=', '!='],
  ['^', '**'],
  ['~', '^'],
])
