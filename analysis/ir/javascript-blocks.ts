import type * as js from 'acorn'

import { nameOf, openScope, spanOf, statement, type Scope } from './build.ts'
import { blockNames } from './javascript-hoisting.ts'
import { lowerPattern, namesIn, type Lowering } from './javascript-lowering.ts'
import type { Stmt } from './ir.ts'

/** The body of a loop or branch. */
export function lowerBlock(lowering: Lowering, node: js.Statement, parent: Scope): Stmt[] {
  const body: Stmt[] = []
  const nodes = node.type === 'BlockStatement' ? node.body : [node]
  lowering.statements(nodes, openScope(parent), body)
  return body
}

/** A pattern, or a target that is declared elsewhere, is assigned at the start of the body. */
export function lowerEach(
  lowering: Lowering,
  node: js.ForInStatement | js.ForOfStatement,
  parent: Scope,
  body: Stmt[],
): void {
  const scope = openScope(parent)
  const subject = [lowering.expression(node.right, parent)]
  const { left } = node
  // `for (var a = 1 in b)`
  if (left.type === 'VariableDeclaration' && left.declarations[0]?.init)
    lowering.statements([left], parent, body)
  const pattern: js.Pattern =
    left.type === 'VariableDeclaration' ? (left.declarations[0]?.id ?? nothing) : left
  const isOwn = left.type === 'VariableDeclaration' && left.kind !== 'var'
  if (isOwn) for (const name of namesIn(pattern)) lowering.declare(scope, name)
  const own = isOwn && pattern.type === 'Identifier' ? scope.names.get(pattern.name) : undefined
  const target = own ?? lowering.declare(scope, '')
  const first = own ? [] : lowerPattern(lowering, pattern, nameOf(pattern, target), scope).map(statement)
  body.push({
    type: 'each',
    ...spanOf(node),
    kind: node.type === 'ForOfStatement' ? 'values' : 'keys',
    targets: [target],
    subject,
    body: [...first, ...lowerBlock(lowering, node.body, scope)],
  })
}

/** `for (var of …)` without a name does not parse. */
const nothing: js.Pattern = { type: 'Identifier', name: '', start: 0, end: 0 }

export function lowerSwitch(lowering: Lowering, node: js.SwitchStatement, parent: Scope, body: Stmt[]): void {
  const scope = openScope(parent)
  const subject = lowering.expression(node.discriminant, parent)
  for (const name of blockNames(
    node.cases.flatMap(({ consequent }) => consequent),
    scope.isStrict,
  ))
    lowering.declare(scope, name)
  const cases = node.cases.map(({ test, consequent }) => {
    const list: Stmt[] = []
    lowering.statements(consequent, scope, list)
    return { test: test ? lowering.expression(test, scope) : null, body: list }
  })
  body.push({ type: 'switch', ...spanOf(node), subject, cases })
}

export function lowerTry(
  lowering: Lowering,
  { block, handler, finalizer, ...place }: js.TryStatement,
  scope: Scope,
  body: Stmt[],
): void {
  const caught = handler ? lowerCatch(lowering, handler, scope) : null
  body.push({
    type: 'try',
    ...spanOf(place),
    body: lowerBlock(lowering, block, scope),
    handler: caught,
    finalizer: finalizer ? lowerBlock(lowering, finalizer, scope) : [],
  })
}

function lowerCatch(
  lowering: Lowering,
  { param, body }: NonNullable<js.TryStatement['handler']>,
  parent: Scope,
) {
  const scope = openScope(parent)
  if (!param) return { parameter: null, body: lowerBlock(lowering, body, scope) }
  for (const name of namesIn(param)) lowering.declare(scope, name)
  const own = param.type === 'Identifier' ? scope.names.get(param.name) : undefined
  const parameter = own ?? lowering.declare(scope, '')
  const first = own ? [] : lowerPattern(lowering, param, nameOf(param, parameter), scope).map(statement)
  return { parameter, body: [...first, ...lowerBlock(lowering, body, scope)] }
}
