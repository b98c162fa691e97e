import type * as js from 'acorn'

import { nameOf, openScope, spanOf, statement, type Scope } from './build.ts'
import { blockNames } from './javascript-hoisting.ts'
import { lowerPattern, namesIn, type Lowering } from './javascript-lowering.ts'
import type { Stmt } from './ir.ts'

/** The body of a loop or branch. */
export function lowerBlock(lowering: Lowering, node: js.Statement, parent: Scope): Stmt[] {
  return lowering.statements(node.type === 'BlockStatement' ? node.body : [node], openScope(parent))
}

/** A pattern, or a target that is declared elsewhere, is assigned at the start of the body. */
export function lowerEach(
  lowering: Lowering,
  node: js.ForInStatement | js.ForOfStatement,
  parent: Scope,
): Stmt[] {
  const scope = openScope(parent)
  const subject = [lowering.expression(node.right, parent)]
  const { left } = node
  // `for (var a = 1 in b)`
  const hasValue = left.type === 'VariableDeclaration' && left.declarations[0]?.init
  const before = hasValue ? lowering.statements([left], parent) : []
  const pattern: js.Pattern =
    left.type === 'VariableDeclaration' ? (left.declarations[0]?.id ?? nothing) : left
  const isOwn = left.type === 'VariableDeclaration' && left.kind !== 'var'
  const { binding, first } = bindPattern(lowering, pattern, scope, isOwn)
  const kind = node.type === 'ForOfStatement' ? 'values' : 'keys'
  const body = [...first, ...lowerBlock(lowering, node.body, scope)]
  return [...before, { type: 'each', ...spanOf(node), kind, targets: [binding], subject, body }]
}

/** `for (var of …)` without a name does not parse. */
const nothing: js.Pattern = { type: 'Identifier', name: '', start: 0, end: 0 }

export function lowerSwitch(lowering: Lowering, node: js.SwitchStatement, parent: Scope): Stmt {
  const scope = openScope(parent)
  const subject = lowering.expression(node.discriminant, parent)
  for (const name of blockNames(
    node.cases.flatMap(({ consequent }) => consequent),
    scope.isStrict,
  ))
    lowering.declare(scope, name)
  const cases = node.cases.map(({ test, consequent }) => {
    const body = lowering.statements(consequent, scope)
    return { test: test ? lowering.expression(test, scope) : null, body }
  })
  return { type: 'switch', ...spanOf(node), subject, cases }
}

export function lowerTry(
  lowering: Lowering,
  { block, handler, finalizer, ...place }: js.TryStatement,
  scope: Scope,
): Stmt {
  const caught = handler ? lowerCatch(lowering, handler, scope) : null
  const body = lowerBlock(lowering, block, scope)
  const last = finalizer ? lowerBlock(lowering, finalizer, scope) : []
  return { type: 'try', ...spanOf(place), body, handler: caught, finalizer: last }
}

function lowerCatch(
  lowering: Lowering,
  { param, body }: NonNullable<js.TryStatement['handler']>,
  parent: Scope,
) {
  const scope = openScope(parent)
  if (!param) return { parameter: null, body: lowerBlock(lowering, body, scope) }
  const { binding: parameter, first } = bindPattern(lowering, param, scope, true)
  return { parameter, body: [...first, ...lowerBlock(lowering, body, scope)] }
}

/** The variable that is a pattern, or one that the names of the pattern get their values from. */
function bindPattern(lowering: Lowering, pattern: js.Pattern, scope: Scope, isOwn: boolean) {
  if (isOwn) for (const name of namesIn(pattern)) lowering.declare(scope, name)
  const own = isOwn && pattern.type === 'Identifier' ? scope.names.get(pattern.name) : undefined
  if (own) return { binding: own, first: [] }
  const binding = lowering.declare(scope, '')
  return { binding, first: lowerPattern(lowering, pattern, nameOf(pattern, binding), scope).map(statement) }
}
