import type * as js from 'acorn'

import { assign, call, constant, member, nameOf, openScope, spanOf, statement, type Scope } from './build.ts'
import { functionNames } from './javascript-hoisting.ts'
import {
  lowerKey,
  lowerPattern,
  namesIn,
  staticMark,
  superName,
  type FunctionNode,
  type Lowering,
} from './javascript-lowering.ts'
import type { Binding, Class, Expr, Fn, Name, Span, Stmt } from './ir.ts'

/** What a constructor does before its own text: the fields of its class. */
type Prologue = (scope: Scope, body: Stmt[]) => void

/** A function; an expression whose name its own text uses keeps itself under that name. */
export function lowerNamedFunction(lowering: Lowering, node: FunctionNode, scope: Scope): Expr {
  if (node.type !== 'FunctionExpression' || !node.id) return lowerFunction(lowering, node, scope)
  const inner = openScope(scope)
  const own = lowering.declare(inner, node.id.name)
  const fn = lowerFunction(lowering, node, inner)
  if (!own.isCaptured) return fn
  const itself = nameOf(node, own)
  return { type: 'sequence', ...spanOf(node), expressions: [assign(node, [itself], [fn]), itself] }
}

export function lowerFunction(lowering: Lowering, node: FunctionNode, scope: Scope, prologue?: Prologue): Fn {
  const { openFunction, declare, nested } = lowering
  const fn = openFunction(node)
  fn.isGenerator = node.generator
  const inner = openScope(scope, fn.id)
  if (node.type !== 'ArrowFunctionExpression') {
    inner.isFunction = true
    fn.receiver = declare(inner, 'this')
  }
  const { body } = node
  if (body.type === 'BlockStatement')
    inner.isStrict ||= body.body.some((each) => 'directive' in each && each.directive === 'use strict')
  nested(fn, () => {
    prologue?.(inner, fn.body)
    const patterns = node.params.flatMap((parameter) => declareParameter(lowering, parameter, inner, fn))
    if (body.type === 'BlockStatement')
      for (const each of functionNames(body.body, inner.isStrict))
        if (!inner.names.has(each)) declare(inner, each)
    for (const { pattern, value } of patterns)
      fn.body.push(...lowerPattern(lowering, pattern, value, inner).map(statement))
    if (body.type === 'BlockStatement') fn.body = fn.body.concat(lowering.statements(body.body, inner))
    else fn.body.push({ type: 'return', ...spanOf(body), values: [lowering.expression(body, inner)] })
  })
  return fn
}

type Unpacked = { pattern: js.Pattern; value: Expr }

/** Patterns and defaults are assignments at the start of the body. */
function declareParameter({ declare }: Lowering, parameter: js.Pattern, scope: Scope, fn: Fn): Unpacked[] {
  const plain = (pattern: js.Pattern): Binding => {
    if (pattern.type === 'Identifier') return declare(scope, pattern.name)
    for (const name of namesIn(pattern)) declare(scope, name)
    return declare(scope, '')
  }
  if (parameter.type === 'RestElement') {
    fn.rest = plain(parameter.argument)
    const { argument } = parameter
    return argument.type === 'Identifier' ? [] : [{ pattern: argument, value: nameOf(argument, fn.rest) }]
  }
  const pattern = parameter.type === 'AssignmentPattern' ? parameter.left : parameter
  const binding = plain(pattern)
  fn.parameters.push(binding)
  return parameter.type === 'Identifier' ? [] : [{ pattern: parameter, value: nameOf(parameter, binding) }]
}

/**
 * A class is a sequence: the superclass is remembered, the class is made, then its static fields and blocks follow. Its
 * name is known to its own text.
 */
export function lowerClass(lowering: Lowering, node: js.Class, scope: Scope): Expr {
  const inner = openScope(scope)
  inner.isStrict = true
  const own = lowering.declare(inner, node.id?.name ?? '')
  const itself = nameOf(node, own)
  const first: Expr[] = []
  let superclass: Name | null = null
  if (node.superClass) {
    const remembered = lowering.remember(inner, lowering.expression(node.superClass, inner))
    superclass = remembered.name
    first.push(remembered.assignment)
    if (superclass.binding) inner.names.set(superName, superclass.binding)
  }
  const statics = openStaticScope(inner, own, superclass?.binding ?? null)
  const { body: elements } = node.body
  const fields = elements.filter((each) => each.type === 'PropertyDefinition' && !each.static)
  const prologue: Prologue = (within, body) => {
    for (const field of fields)
      if (field.type === 'PropertyDefinition') body.push(statement(lowerField(lowering, field, within)))
  }
  const written = elements.find((each) => each.type === 'MethodDefinition' && each.kind === 'constructor')
  const construct =
    written?.type === 'MethodDefinition'
      ? lowerFunction(lowering, written.value, inner, prologue)
      : defaultConstructor(lowering, node, inner, prologue, superclass)
  const value: Class = {
    type: 'class',
    ...spanOf(node),
    superclass,
    construct,
    members: elements
      .filter((each) => each.type === 'MethodDefinition')
      .flatMap((each) => lowerMethod(lowering, each, each.static ? statics : inner)),
  }
  const last = elements.flatMap((each) => lowerStatic(lowering, each, statics, itself))
  if (first.length === 0 && last.length === 0 && !own.isCaptured) return value
  const expressions = [...first, assign(node, [itself], [value]), ...last, itself]
  return { type: 'sequence', ...spanOf(node), expressions }
}

/** `this` of static fields is the class, and `super` the superclass itself. */
function openStaticScope(scope: Scope, own: Binding, superclass: Binding | null): Scope {
  const statics = openScope(scope)
  statics.names.set('this', own)
  statics.names.set(staticMark, own)
  if (superclass) statics.names.set(superName, superclass)
  return statics
}

function lowerMethod(
  lowering: Lowering,
  { kind, key, computed, value, static: isStatic }: js.MethodDefinition,
  scope: Scope,
): Class['members'] {
  if (kind === 'constructor') return []
  const field = lowerKey(lowering, key, computed, scope)
  return [{ kind, isStatic, key: field, value: lowerFunction(lowering, value, scope) }]
}

function lowerStatic(
  lowering: Lowering,
  node: js.MethodDefinition | js.PropertyDefinition | js.StaticBlock,
  scope: Scope,
  itself: Name,
): Expr[] {
  if (node.type === 'PropertyDefinition' && node.static) return [lowerField(lowering, node, scope)]
  if (node.type !== 'StaticBlock') return []
  const fn = lowering.openFunction(node)
  const inner = openScope(scope, fn.id)
  inner.isFunction = true
  fn.receiver = lowering.declare(inner, 'this')
  for (const each of functionNames(node.body, true)) lowering.declare(inner, each)
  fn.body = lowering.nested(node, () => lowering.statements(node.body, inner))
  return [call(node, member(node, fn, 'call'), [itself])]
}

function lowerField(lowering: Lowering, node: js.PropertyDefinition, scope: Scope): Expr {
  const binding = lowering.resolve(scope, 'this')
  const key = lowerKey(lowering, node.key, node.computed, scope)
  const value = node.value ? lowering.expression(node.value, scope) : constant(node, undefined)
  const object: Expr = binding ? nameOf(node, binding) : constant(node, undefined)
  return assign(node, [{ type: 'member', ...spanOf(node), object, key }], [value])
}

/** `constructor(...values) { super(...values) }` */
function defaultConstructor(
  lowering: Lowering,
  node: Span,
  scope: Scope,
  prologue: Prologue,
  superclass: Name | null,
): Fn {
  const fn = lowering.openFunction(node)
  const inner = openScope(scope, fn.id)
  inner.isFunction = true
  fn.receiver = lowering.declare(inner, 'this')
  if (superclass?.binding) {
    fn.rest = lowering.declare(inner, '')
    superclass.binding.isCaptured = true
    const values: Expr = { type: 'spread', ...spanOf(node), kind: 'list', value: nameOf(node, fn.rest) }
    const parent = member(node, superclass, 'call')
    fn.body.push(statement(call(node, parent, [nameOf(node, fn.receiver), values])))
  }
  prologue(inner, fn.body)
  return fn
}
