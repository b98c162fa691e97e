import type * as js from 'acorn'

import { assign, constant, globalName, nameOf, spanOf, type createBuilder, type Scope } from './build.ts'
import type { Expr, Fn, Member, Name, Span, Stmt } from './ir.ts'

export type FunctionNode =
  | js.FunctionDeclaration
  | js.AnonymousFunctionDeclaration
  | js.FunctionExpression
  | js.ArrowFunctionExpression

/** What the parts of the lowering of JavaScript need of each other. */
export type Lowering = ReturnType<typeof createBuilder> & {
  expression: (node: js.Expression, scope: Scope) => Expr
  statements: (nodes: readonly (js.Statement | js.ModuleDeclaration)[], scope: Scope) => Stmt[]
  fn: (node: FunctionNode, scope: Scope) => Fn
  /** An expression, whose own text may use its name. */
  namedFn: (node: FunctionNode, scope: Scope) => Expr
  class: (node: js.Class, scope: Scope) => Expr
}

/** `this` at the top level of a script is the global object. */
export function lowerThis({ resolve }: Lowering, span: Span, scope: Scope): Expr {
  const binding = resolve(scope, 'this')
  return binding ? { ...nameOf(span, binding), name: 'this' } : globalName(span, 'globalThis')
}

/** A name; within `with` a field of its object comes first. */
export function lowerName(lowering: Lowering, span: Span, name: string, scope: Scope): Expr {
  const holder = withAround(scope, name)
  const plain = plainName(lowering, span, name, scope)
  if (!holder) return name === 'undefined' && plain.binding === null ? constant(span, undefined) : plain
  const field = memberOf(span, holder, name, scope)
  return { type: 'logical', ...spanOf(span), operator: '??', operands: [field, plain] }
}

export function plainName({ resolve }: Lowering, span: Span, name: string, scope: Scope): Name {
  return { type: 'name', ...spanOf(span), name, binding: resolve(scope, name) }
}

/** The objects of `with` between a name and its declaration: only the innermost one is read. */
function withAround(scope: Scope, name: string): Scope | undefined {
  for (let each: Scope | null = scope; each; each = each.parent) {
    if (each.names.has(name)) return undefined
    if (each.withObject) return each
  }
  return undefined
}

function memberOf(span: Span, { withObject, fn }: Scope, name: string, scope: Scope): Member {
  if (!withObject) throw new Error('The scope has no object')
  if (fn !== scope.fn) withObject.isCaptured = true
  return { type: 'member', ...spanOf(span), object: nameOf(span, withObject), key: constant(span, name) }
}

/** The key of a member, property or field: a constant unless it is computed. */
export function lowerKey(
  { expression }: Lowering,
  key: js.Expression | js.PrivateIdentifier,
  isComputed: boolean,
  scope: Scope,
): Expr {
  if (key.type === 'PrivateIdentifier') return constant(key, `#${key.name}`)
  if (!isComputed && key.type === 'Identifier') return constant(key, key.name)
  if (!isComputed && key.type === 'Literal') return constant(key, String(key.value))
  return expression(key, scope)
}

/** The name under which a scope has the superclass, and the mark of scopes of static members. */
export const superName = 'super'
export const staticMark = 'static'

export function lowerSuperclass({ resolve }: Lowering, node: js.Super, scope: Scope): Name {
  const binding = resolve(scope, superName)
  return binding ? { ...nameOf(node, binding), name: superName } : globalName(node, 'Object')
}

/** `super` is the prototype of the superclass, or the superclass itself in static members. */
export function lowerSuper(lowering: Lowering, node: js.Super, scope: Scope): Expr {
  const parent = lowerSuperclass(lowering, node, scope)
  let holder: Scope | null = scope
  while (holder && !holder.names.has(superName)) holder = holder.parent
  if (holder?.names.has(staticMark)) return parent
  return { type: 'member', ...spanOf(node), object: parent, key: constant(node, 'prototype') }
}

export type Assigned = Name | Member

/** The expressions that give a target or a pattern its value. What is left of a list or an object counts as all of it. */
export function lowerPattern(lowering: Lowering, pattern: js.Pattern, value: Expr, scope: Scope): Expr[] {
  switch (pattern.type) {
    case 'Identifier':
    case 'MemberExpression':
      return [assignTo(lowering, pattern, value, scope)]
    case 'AssignmentPattern': {
      const fallback = lowering.expression(pattern.right, scope)
      const chosen: Expr = {
        type: 'logical',
        ...spanOf(pattern),
        operator: '??',
        operands: [value, fallback],
      }
      return lowerPattern(lowering, pattern.left, chosen, scope)
    }
    case 'ObjectPattern':
    case 'ArrayPattern': {
      const { source, first: all } = rememberOnce(lowering, value, scope)
      const parts = pattern.type === 'ObjectPattern' ? pattern.properties : pattern.elements
      for (const [index, part] of parts.entries()) {
        if (!part) continue
        const isField = part.type === 'Property'
        const key = isField ? lowerKey(lowering, part.key, part.computed, scope) : constant(part, index)
        const field: Expr = { type: 'member', ...spanOf(part), object: source, key }
        const isRest = part.type === 'RestElement'
        all.push(...lowerPattern(lowering, isField ? part.value : part, isRest ? source : field, scope))
      }
      return all
    }
    default:
      return lowerPattern(lowering, pattern.argument, value, scope)
  }
}

/** Within `with`, a field of its object and a variable of that name both get the value. */
function assignTo(
  lowering: Lowering,
  pattern: Extract<js.Pattern, { type: 'Identifier' | 'MemberExpression' }>,
  value: Expr,
  scope: Scope,
): Expr {
  const target = lowerTarget(lowering, pattern, scope)
  const holder = pattern.type === 'Identifier' ? withAround(scope, pattern.name) : undefined
  if (!holder || pattern.type !== 'Identifier') return assign(span(pattern, value), [target], [value])
  const { name, assignment } = lowering.remember(scope, value)
  const field = memberOf(pattern, holder, pattern.name, scope)
  const expressions = [assignment, assign(pattern, [field], [name]), assign(pattern, [target], [name])]
  return { type: 'sequence', ...spanOf(pattern), expressions }
}

const span = ({ start }: Span, { end }: Span): Span => ({ start, end })

export function lowerTarget(lowering: Lowering, node: js.Pattern | js.Expression, scope: Scope): Assigned {
  if (node.type === 'Identifier') return plainName(lowering, node, node.name, scope)
  if (node.type !== 'MemberExpression') return globalName(node, '')
  const object =
    node.object.type === 'Super'
      ? lowerThis(lowering, node.object, scope)
      : lowering.expression(node.object, scope)
  const key = lowerKey(lowering, node.property, node.computed, scope)
  return { type: 'member', ...spanOf(node), object, key }
}

/** A value that is read more than once. */
export function rememberOnce(
  { remember }: Lowering,
  value: Expr,
  scope: Scope,
): { source: Expr; first: Expr[] } {
  if (value.type === 'name' || value.type === 'const') return { source: value, first: [] }
  const { name, assignment } = remember(scope, value)
  return { source: name, first: [assignment] }
}

/** The names that a pattern declares. */
export function namesIn(pattern: js.Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        namesIn(property.type === 'RestElement' ? property.argument : property.value),
      )
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? namesIn(element) : []))
    case 'RestElement':
      return namesIn(pattern.argument)
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    default:
      return []
  }
}
