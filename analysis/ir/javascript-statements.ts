import type * as js from 'acorn'

import { assign, binary, constant, openScope, spanOf, statement, type Scope } from './build.ts'
import { lowerBlock, lowerEach, lowerSwitch, lowerTry } from './javascript-blocks.ts'
import { blockNames, declarationOf } from './javascript-hoisting.ts'
import { lowerPattern, namesIn, plainName, type Lowering } from './javascript-lowering.ts'
import { exportAs, lowerExportAll, lowerExportNames, lowerImport } from './javascript-modules.ts'
import type { Expr, Stmt } from './ir.ts'

type Node = js.Statement | js.ModuleDeclaration

/** The statements of a block, which declares its own names unless it is the top level of a script. */
export function lowerStatements(
  lowering: Lowering,
  nodes: readonly Node[],
  scope: Scope,
  body: Stmt[],
  isGlobal = false,
): void {
  if (!isGlobal)
    for (const name of blockNames(nodes, scope.isStrict))
      if (!scope.names.has(name)) lowering.declare(scope, name)
  for (const each of nodes) {
    const node = declarationOf(each)
    if (node.type !== 'FunctionDeclaration') continue
    const target = plainName(lowering, node.id, node.id.name, scope)
    const fn = lowering.nested(node, () => lowering.fn(node, scope))
    body.push(statement(assign(node, [target], [fn])))
  }
  for (const each of nodes) lowering.nested(each, () => lowerStatement(lowering, each, scope, body))
}

function lowerStatement(lowering: Lowering, node: Node, scope: Scope, body: Stmt[]): void {
  const span = spanOf(node)
  switch (node.type) {
    case 'EmptyStatement':
    case 'DebuggerStatement':
    case 'FunctionDeclaration':
      return
    case 'ExpressionStatement':
      lowerAsStatements(lowering, node.expression, scope, body)
      return
    case 'VariableDeclaration':
      lowerVariables(lowering, node, scope, body)
      return
    case 'ClassDeclaration':
      lowerClassDeclaration(lowering, node, scope, body)
      return
    case 'BlockStatement':
      lowering.statements(node.body, openScope(scope), body)
      return
    case 'LabeledStatement':
      if (loops.has(node.body.type)) lowerStatement(lowering, node.body, scope, body)
      else body.push({ type: 'block', ...span, body: lowerBlock(lowering, node.body, scope) })
      return
    case 'IfStatement':
      body.push({
        type: 'if',
        ...span,
        condition: lowering.expression(node.test, scope),
        body: lowerBlock(lowering, node.consequent, scope),
        otherwise: node.alternate ? lowerBlock(lowering, node.alternate, scope) : [],
      })
      return
    case 'WhileStatement':
    case 'DoWhileStatement': {
      const condition = conditionOf(lowering.expression(node.test, scope))
      const isConditionFirst = node.type === 'WhileStatement'
      const inner = lowerBlock(lowering, node.body, scope)
      body.push({ type: 'loop', ...span, condition, isConditionFirst, body: inner, update: null })
      return
    }
    case 'ForStatement':
      lowerFor(lowering, node, scope, body)
      return
    case 'ForInStatement':
    case 'ForOfStatement':
      lowerEach(lowering, node, scope, body)
      return
    case 'SwitchStatement':
      lowerSwitch(lowering, node, scope, body)
      return
    case 'ReturnStatement':
      body.push({
        type: 'return',
        ...span,
        values: node.argument ? [lowering.expression(node.argument, scope)] : [],
      })
      return
    case 'ThrowStatement':
      body.push({ type: 'throw', ...span, value: lowering.expression(node.argument, scope) })
      return
    case 'BreakStatement':
    case 'ContinueStatement':
      body.push({ type: 'jump', ...span })
      return
    case 'TryStatement':
      lowerTry(lowering, node, scope, body)
      return
    case 'WithStatement': {
      const { name, assignment } = lowering.remember(scope, lowering.expression(node.object, scope))
      const inner = openScope(scope)
      inner.withObject = name.binding
      body.push(statement(assignment), ...lowerBlock(lowering, node.body, inner))
      return
    }
    case 'ImportDeclaration':
      lowerImport(lowering, node, scope, body)
      return
    case 'ExportAllDeclaration':
      lowerExportAll(node, body)
      return
    case 'ExportDefaultDeclaration':
      lowerDefault(lowering, node.declaration, scope, body)
      return
    case 'ExportNamedDeclaration': {
      const { declaration } = node
      if (!declaration) {
        lowerExportNames(lowering, node, scope, body)
        return
      }
      lowerStatement(lowering, declaration, scope, body)
      const names =
        declaration.type === 'VariableDeclaration'
          ? declaration.declarations.flatMap(({ id }) => namesIn(id))
          : [declaration.id.name]
      for (const name of names) body.push(exportAs(node, name, plainName(lowering, node, name, scope)))
      return
    }
    default:
      node satisfies never
  }
}

/** A jump leaves them, with or without a label. */
const loops: ReadonlySet<string> = new Set([
  'LabeledStatement',
  'WhileStatement',
  'DoWhileStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
])

/** `while (true)` has no condition. */
const conditionOf = (condition: Expr): Expr | null =>
  condition.type === 'const' && Boolean(condition.value) ? null : condition

/** `a && b()`, `c ? d() : e()` and `f(), g()` are statements of their own, so that each guard is an If. */
function lowerAsStatements(lowering: Lowering, node: js.Expression, scope: Scope, body: Stmt[]): void {
  const span = spanOf(node)
  const lowerAll = (each: js.Expression): Stmt[] => {
    const list: Stmt[] = []
    lowering.nested(each, () => lowerAsStatements(lowering, each, scope, list))
    return list
  }
  if (node.type === 'SequenceExpression') {
    for (const each of node.expressions) body.push(...lowerAll(each))
    return
  }
  if (node.type === 'ConditionalExpression') {
    const condition = lowering.expression(node.test, scope)
    const whenTrue = lowerAll(node.consequent)
    body.push({ type: 'if', ...span, condition, body: whenTrue, otherwise: lowerAll(node.alternate) })
    return
  }
  if (node.type === 'LogicalExpression') {
    const left = lowering.expression(node.left, scope)
    const condition: Expr =
      node.operator === '&&'
        ? left
        : node.operator === '||'
          ? { type: 'unary', ...spanOf(left), operator: 'not', operand: left }
          : binary(left, '==', left, constant(left, undefined))
    body.push({ type: 'if', ...span, condition, body: lowerAll(node.right), otherwise: [] })
    return
  }
  const expression = lowering.expression(node, scope)
  const all = expression.type === 'sequence' ? expression.expressions : [expression]
  body.push(...all.map(statement))
}

function lowerVariables(lowering: Lowering, node: js.VariableDeclaration, scope: Scope, body: Stmt[]): void {
  for (const { id, init } of node.declarations) {
    if (!init) continue
    const value = lowering.expression(init, scope)
    body.push(...lowerPattern(lowering, id, value, scope).map(statement))
  }
}

function lowerClassDeclaration(
  lowering: Lowering,
  node: js.ClassDeclaration,
  scope: Scope,
  body: Stmt[],
): void {
  const target = plainName(lowering, node.id, node.id.name, scope)
  body.push(statement(assign(node, [target], [lowering.class(node, scope)])))
}

function lowerDefault(
  lowering: Lowering,
  node: Extract<js.ModuleDeclaration, { type: 'ExportDefaultDeclaration' }>['declaration'],
  scope: Scope,
  body: Stmt[],
): void {
  if (node.type === 'FunctionDeclaration') {
    const value = node.id ? plainName(lowering, node, node.id.name, scope) : lowering.fn(node, scope)
    body.push(exportAs(node, 'default', value))
  } else if (node.type === 'ClassDeclaration') {
    if (node.id) lowerClassDeclaration(lowering, node, scope, body)
    const value = node.id ? plainName(lowering, node, node.id.name, scope) : lowering.class(node, scope)
    body.push(exportAs(node, 'default', value))
  } else body.push(exportAs(node, 'default', lowering.expression(node, scope)))
}

function lowerFor(lowering: Lowering, node: js.ForStatement, parent: Scope, body: Stmt[]): void {
  const scope = openScope(parent)
  const { init, test, update } = node
  if (init?.type === 'VariableDeclaration') {
    if (init.kind !== 'var')
      for (const name of init.declarations.flatMap(({ id }) => namesIn(id))) lowering.declare(scope, name)
    lowerVariables(lowering, init, scope, body)
  } else if (init) lowerAsStatements(lowering, init, scope, body)
  body.push({
    type: 'loop',
    ...spanOf(node),
    condition: test ? conditionOf(lowering.expression(test, scope)) : null,
    isConditionFirst: true,
    body: lowerBlock(lowering, node.body, scope),
    update: update ? lowering.expression(update, scope) : null,
  })
}
