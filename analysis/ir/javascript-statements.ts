import type * as js from 'acorn'

import { words } from '#analysis/knowledge/words.ts'
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
  isGlobal = false,
): Stmt[] {
  if (!isGlobal)
    for (const name of blockNames(nodes, scope.isStrict))
      if (!scope.names.has(name)) lowering.declare(scope, name)
  const functions = nodes.flatMap((each) => {
    const node = declarationOf(each)
    if (node.type !== 'FunctionDeclaration') return []
    const target = plainName(lowering, node.id, node.id.name, scope)
    const fn = lowering.nested(node, () => lowering.fn(node, scope))
    return [statement(assign(node, [target], [fn]))]
  })
  const others = nodes.flatMap((each) => lowering.nested(each, () => lowerStatement(lowering, each, scope)))
  return [...functions, ...others]
}

function lowerStatement(lowering: Lowering, node: Node, scope: Scope): Stmt[] {
  const span = spanOf(node)
  switch (node.type) {
    case 'EmptyStatement':
    case 'DebuggerStatement':
    case 'FunctionDeclaration':
      return []
    case 'ExpressionStatement':
      return lowerAsStatements(lowering, node.expression, scope)
    case 'VariableDeclaration':
      return lowerVariables(lowering, node, scope)
    case 'ClassDeclaration':
      return [lowerClassDeclaration(lowering, node, scope)]
    case 'BlockStatement':
      return lowering.statements(node.body, openScope(scope))
    case 'LabeledStatement':
      if (loops.has(node.body.type)) return lowerStatement(lowering, node.body, scope)
      return [{ type: 'block', ...span, body: lowerBlock(lowering, node.body, scope) }]
    case 'IfStatement': {
      const condition = lowering.expression(node.test, scope)
      const body = lowerBlock(lowering, node.consequent, scope)
      const otherwise = node.alternate ? lowerBlock(lowering, node.alternate, scope) : []
      return [{ type: 'if', ...span, condition, body, otherwise }]
    }
    case 'WhileStatement':
    case 'DoWhileStatement': {
      const condition = conditionOf(lowering.expression(node.test, scope))
      const isConditionFirst = node.type === 'WhileStatement'
      const body = lowerBlock(lowering, node.body, scope)
      return [{ type: 'loop', ...span, condition, isConditionFirst, body, update: null }]
    }
    case 'ForStatement':
      return lowerFor(lowering, node, scope)
    case 'ForInStatement':
    case 'ForOfStatement':
      return lowerEach(lowering, node, scope)
    case 'SwitchStatement':
      return [lowerSwitch(lowering, node, scope)]
    case 'ReturnStatement': {
      const values = node.argument ? [lowering.expression(node.argument, scope)] : []
      return [{ type: 'return', ...span, values }]
    }
    case 'ThrowStatement':
      return [{ type: 'throw', ...span, value: lowering.expression(node.argument, scope) }]
    case 'BreakStatement':
    case 'ContinueStatement':
      return [{ type: 'jump', ...span }]
    case 'TryStatement':
      return [lowerTry(lowering, node, scope)]
    case 'WithStatement': {
      const { name, assignment } = lowering.remember(scope, lowering.expression(node.object, scope))
      const inner = openScope(scope)
      inner.withObject = name.binding
      return [statement(assignment), ...lowerBlock(lowering, node.body, inner)]
    }
    case 'ImportDeclaration':
      return lowerImport(lowering, node, scope)
    case 'ExportAllDeclaration':
      return [lowerExportAll(node)]
    case 'ExportDefaultDeclaration':
      return lowerDefault(lowering, node.declaration, scope)
    case 'ExportNamedDeclaration': {
      const { declaration } = node
      if (!declaration) return lowerExportNames(lowering, node, scope)
      const names =
        declaration.type === 'VariableDeclaration'
          ? declaration.declarations.flatMap(({ id }) => namesIn(id))
          : [declaration.id.name]
      const declared = lowerStatement(lowering, declaration, scope)
      const exported = names.map((name) => exportAs(node, name, plainName(lowering, node, name, scope)))
      return [...declared, ...exported]
    }
    default:
      return node satisfies never
  }
}

/** A jump leaves them, with or without a label. */
const loops = words(
  'LabeledStatement WhileStatement DoWhileStatement ForStatement ForInStatement ForOfStatement SwitchStatement',
)

/** `while (true)` has no condition. */
const conditionOf = (condition: Expr): Expr | null =>
  condition.type === 'const' && Boolean(condition.value) ? null : condition

/** `a && b()`, `c ? d() : e()` and `f(), g()` are statements of their own, so that each guard is an If. */
function lowerAsStatements(lowering: Lowering, node: js.Expression, scope: Scope): Stmt[] {
  const span = spanOf(node)
  const lowerAll = (each: js.Expression): Stmt[] =>
    lowering.nested(each, () => lowerAsStatements(lowering, each, scope))
  if (node.type === 'SequenceExpression') return node.expressions.flatMap(lowerAll)
  if (node.type === 'ConditionalExpression') {
    const condition = lowering.expression(node.test, scope)
    const body = lowerAll(node.consequent)
    return [{ type: 'if', ...span, condition, body, otherwise: lowerAll(node.alternate) }]
  }
  if (node.type === 'LogicalExpression') {
    const left = lowering.expression(node.left, scope)
    const condition: Expr =
      node.operator === '&&'
        ? left
        : node.operator === '||'
          ? { type: 'unary', ...spanOf(left), operator: 'not', operand: left }
          : binary(left, '==', left, constant(left, undefined))
    return [{ type: 'if', ...span, condition, body: lowerAll(node.right), otherwise: [] }]
  }
  const expression = lowering.expression(node, scope)
  return (expression.type === 'sequence' ? expression.expressions : [expression]).map(statement)
}

function lowerVariables(lowering: Lowering, node: js.VariableDeclaration, scope: Scope): Stmt[] {
  return node.declarations.flatMap(({ id, init }) =>
    init ? lowerPattern(lowering, id, lowering.expression(init, scope), scope).map(statement) : [],
  )
}

function lowerClassDeclaration(lowering: Lowering, node: js.ClassDeclaration, scope: Scope): Stmt {
  const target = plainName(lowering, node.id, node.id.name, scope)
  return statement(assign(node, [target], [lowering.class(node, scope)]))
}

function lowerDefault(
  lowering: Lowering,
  node: js.ExportDefaultDeclaration['declaration'],
  scope: Scope,
): Stmt[] {
  const exported = (value: Expr): Stmt => exportAs(node, 'default', value)
  if (node.type === 'FunctionDeclaration')
    return [exported(node.id ? plainName(lowering, node, node.id.name, scope) : lowering.fn(node, scope))]
  if (node.type !== 'ClassDeclaration') return [exported(lowering.expression(node, scope))]
  if (!node.id) return [exported(lowering.class(node, scope))]
  const declared = lowerClassDeclaration(lowering, node, scope)
  return [declared, exported(plainName(lowering, node, node.id.name, scope))]
}

function lowerFor(lowering: Lowering, node: js.ForStatement, parent: Scope): Stmt[] {
  const scope = openScope(parent)
  const { init, test, update } = node
  if (init?.type === 'VariableDeclaration' && init.kind !== 'var')
    for (const name of init.declarations.flatMap(({ id }) => namesIn(id))) lowering.declare(scope, name)
  const first =
    init?.type === 'VariableDeclaration'
      ? lowerVariables(lowering, init, scope)
      : init
        ? lowerAsStatements(lowering, init, scope)
        : []
  const loop: Stmt = {
    type: 'loop',
    ...spanOf(node),
    condition: test ? conditionOf(lowering.expression(test, scope)) : null,
    isConditionFirst: true,
    body: lowerBlock(lowering, node.body, scope),
    update: update ? lowering.expression(update, scope) : null,
  }
  return [...first, loop]
}
