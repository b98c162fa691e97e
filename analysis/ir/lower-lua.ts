import { parseLua } from '#analysis/syntax/lua-parser.ts'
import { LuaSyntaxError } from '#analysis/syntax/lua-token-reader.ts'
import type { LuaExpression, LuaFunction, LuaName, LuaStatement, Place } from '#analysis/syntax/lua-tree.ts'

import {
  assign,
  binary,
  call,
  constant,
  createBuilder,
  globalName,
  lowerWithin,
  member,
  nameOf,
  openScope,
  pathOf,
  spanOf,
  statement,
  type Scope,
} from './build.ts'
import { lowerUnary, numberOf, operandsOf, operators, placed, toStatements } from './lua-operators.ts'
import type { Expr, Fn, Lowered, Member, Name, Program, Stmt } from './ir.ts'

/** Lowers a file of Lua 5.4 or CfxLua. */
export function lowerLua(text: string): Lowered {
  return lowerWithin(
    text,
    () => lowerChunk(text, parseLua(text)),
    (error) => {
      if (error instanceof LuaSyntaxError) return { start: error.at, message: error.message }
      throw error
    },
  )
}

function lowerChunk(text: string, chunk: LuaStatement[]): Program {
  const builder = createBuilder('lua')
  const { openFunction, declare, remember, resolve, nested, update } = builder
  const file = openFunction({ start: 0, end: text.length }, '')
  const fileScope = openScope(null, file.id)
  file.rest = declare(fileScope, '...')
  lowerBody(chunk, fileScope, file.body)
  return builder.program

  function lowerBlock(statements: LuaStatement[], parent: Scope): Stmt[] {
    const body: Stmt[] = []
    lowerBody(statements, openScope(parent), body)
    return body
  }

  function lowerBody(statements: readonly LuaStatement[], scope: Scope, body: Stmt[]): void {
    for (const [index, each] of statements.entries()) {
      if (each.type !== 'defer') {
        nested(placed(each), () => lowerStatement(each, scope, body))
        continue
      }
      const finalizer = lowerBlock(each.body, scope)
      const guarded: Stmt[] = []
      nested(placed(each), () => lowerBody(statements.slice(index + 1), scope, guarded))
      body.push({ type: 'try', ...placed(each), body: guarded, handler: null, finalizer })
      return
    }
  }

  function lowerStatement(node: LuaStatement, scope: Scope, body: Stmt[]): void {
    const span = placed(node)
    switch (node.type) {
      case 'local': {
        const values = lowerList(node.values, scope, node.names[0]?.name, node.names.length)
        const targets = node.names.map((name) => lowerDeclared(name, scope))
        if (values.length > 0) body.push(statement(assign(span, targets, values)))
        return
      }
      case 'local-function': {
        const target = nameOf(span, declare(scope, node.name))
        body.push(statement(assign(span, [target], [lowerFunction(node.function, scope, node.name)])))
        return
      }
      case 'assignment': {
        const targets = node.targets.map((target) => lowerTarget(target, scope))
        const [first] = targets
        const values = lowerList(node.values, scope, first && pathOf(first), targets.length)
        body.push(statement(assign(span, targets, values)))
        return
      }
      case 'update': {
        const operator = operators.get(node.operator) ?? '+'
        const value = lower(node.value, scope)
        const target = lowerTarget(node.target, scope)
        const expression = update(scope, span, target, (read) => binary(span, operator, read, value))
        body.push(...toStatements(expression))
        return
      }
      case 'unpacking':
        lowerUnpacking(node, scope, body)
        return
      case 'call-statement':
        body.push(statement(lower(node.call, scope)))
        return
      case 'if': {
        const [clause, ...others] = node.clauses
        if (!clause) return
        const condition = lower(clause.condition, scope)
        const otherwise: Stmt[] = []
        if (others.length > 0) {
          const place = others[0]?.condition ?? node
          const rest = { ...node, clauses: others, at: place.at, line: place.line }
          nested(span, () => lowerStatement(rest, scope, otherwise))
        } else otherwise.push(...lowerBlock(node.otherwise, scope))
        body.push({ type: 'if', ...span, condition, body: lowerBlock(clause.body, scope), otherwise })
        return
      }
      case 'while':
      case 'repeat':
        body.push(lowerLoop(node, scope))
        return
      case 'numeric-for':
        lowerNumericFor(node, scope, body)
        return
      case 'generic-for': {
        const subject = lowerList(node.iterator, scope)
        const inner = openScope(scope)
        const targets = node.names.map((name) => declare(inner, name))
        const loop = lowerBlock(node.body, inner)
        body.push({ type: 'each', ...span, labels: [], kind: 'iterator', targets, subject, body: loop })
        return
      }
      case 'do':
        body.push(...lowerBlock(node.body, scope))
        return
      case 'return':
        body.push({ type: 'return', ...span, values: lowerList(node.values, scope) })
        return
      case 'break':
        body.push({ type: 'jump', ...span, kind: 'break', label: null })
        return
      case 'goto':
        body.push({ type: 'jump', ...span, kind: 'goto', label: node.name })
        return
      case 'label':
        body.push({ type: 'label', ...span, name: node.name })
        return
      case 'defer':
    }
  }

  function lowerUnpacking(node: LuaStatement & { type: 'unpacking' }, scope: Scope, body: Stmt[]): void {
    const span = placed(node)
    const { name, assignment } = remember(scope, lower(node.source, scope))
    const keys = node.targets.map((target) => {
      if (target.type === 'name') return target.name
      return target.type === 'index' && target.key.type === 'string' ? target.key.value : ''
    })
    const targets = node.targets.map((target) =>
      node.isLocal && target.type === 'name' ? lowerDeclared(target, scope) : lowerTarget(target, scope),
    )
    const values = keys.map((key) => member(span, name, key))
    body.push(statement(assignment), statement(assign(span, targets, values)))
  }

  function lowerLoop(node: LuaStatement & { type: 'while' | 'repeat' }, scope: Scope): Stmt {
    const span = placed(node)
    const inner = openScope(scope)
    const body: Stmt[] = []
    lowerBody(node.body, inner, body)
    const isConditionFirst = node.type === 'while'
    const test = lower(node.condition, isConditionFirst ? scope : inner)
    const isAlways = isConditionFirst && test.type === 'const' && Boolean(test.value)
    const condition: Expr | null = isConditionFirst
      ? isAlways
        ? null
        : test
      : { type: 'unary', ...spanOf(test), operator: 'not', operand: test }
    return { type: 'loop', ...span, labels: [], condition, isConditionFirst, body, update: null }
  }

  function lowerNumericFor(node: LuaStatement & { type: 'numeric-for' }, scope: Scope, body: Stmt[]): void {
    const span = placed(node)
    const [first = constant(span, 1), last = constant(span, 1), step = constant(span, 1)] = node.range.map(
      (each) => lower(each, scope),
    )
    const inner = openScope(scope)
    const name = nameOf(span, declare(inner, node.name))
    body.push(statement(assign(span, [name], [first])))
    const isDown = step.type === 'const' && typeof step.value === 'number' && step.value < 0
    const condition = binary(span, isDown ? '>=' : '<=', name, last)
    const next = assign(span, [name], [binary(span, '+', name, step)])
    const loop = lowerBlock(node.body, inner)
    body.push({
      type: 'loop',
      ...span,
      labels: [],
      condition,
      isConditionFirst: true,
      body: loop,
      update: next,
    })
  }

  function lowerDeclared(node: LuaName, scope: Scope): Name {
    return nameOf(placed(node), declare(scope, node.name))
  }

  function lowerTarget(node: LuaExpression, scope: Scope): Name | Member {
    const target = lower(node, scope)
    return target.type === 'member' ? target : target.type === 'name' ? target : globalName(target, '')
  }

  /** The last value may stand for several, unless no more than `wanted` are read. */
  function lowerList(
    nodes: readonly LuaExpression[],
    scope: Scope,
    name?: string,
    wanted = Infinity,
  ): Expr[] {
    return nodes.map((node, index) => {
      if (index < nodes.length - 1 || wanted <= nodes.length)
        return lower(node, scope, index === 0 ? name : '')
      if (node.type === 'vararg') return lowerVarargs(node, scope)
      const value = lower(node, scope, index === 0 ? name : '')
      return node.type === 'call' ? { type: 'spread', ...spanOf(value), kind: 'results', value } : value
    })
  }

  function lowerVarargs(node: Place, scope: Scope): Expr {
    const span = placed(node)
    const binding = resolve(scope, '...')
    const value = binding ? nameOf(span, binding) : globalName(span, '...')
    return { type: 'spread', ...span, kind: 'list', value }
  }

  function lower(node: LuaExpression, scope: Scope, name = ''): Expr {
    return nested(placed(node), () => lowerExpression(node, scope, name))
  }

  function lowerExpression(node: LuaExpression, scope: Scope, name: string): Expr {
    const span = placed(node)
    switch (node.type) {
      case 'nil':
        return constant(span, undefined)
      case 'true':
      case 'false':
        return constant(span, node.type === 'true')
      case 'number':
        return constant(span, numberOf(node.text))
      case 'string': {
        const value = constant(span, node.value)
        return text.startsWith('`', node.at) ? { ...value, isHash: true } : value
      }
      case 'vararg': {
        const binding = resolve(scope, '...')
        return member(span, binding ? nameOf(span, binding) : globalName(span, '...'), 1)
      }
      case 'name':
        return { type: 'name', ...span, name: node.name, binding: resolve(scope, node.name) }
      case 'index': {
        const object = lower(node.object, scope)
        return { type: 'member', start: object.start, end: span.end, object, key: lower(node.key, scope) }
      }
      case 'call': {
        const callee = lower(node.callee, scope)
        const values = lowerList(node.arguments, scope)
        if (node.method === null) return call(span, callee, values)
        return call(span, member({ ...span, end: callee.end }, callee, node.method), values, 'first-argument')
      }
      case 'function':
        return lowerFunction(node, scope, name)
      case 'table':
        return lowerTable(node, scope, name)
      case 'unary':
        return lowerUnary(span, node.operator, lower(node.operand, scope))
      case 'parentheses':
        return lower(node.expression, scope)
      default:
        return lowerBinary(node, scope)
    }
  }

  function lowerTable(node: LuaExpression & { type: 'table' }, scope: Scope, name: string): Expr {
    const last = node.fields.length - 1
    const entries = node.fields.map(({ key, value }, index) => {
      if (key) {
        const field = lower(key, scope)
        const path = field.type === 'const' ? String(field.value) : ''
        const inner = name && path ? `${name}.${path}` : path
        return { kind: 'field' as const, key: field, value: lower(value, scope, inner) }
      }
      const [item = constant(placed(value), undefined)] =
        index === last ? lowerList([value], scope) : [lower(value, scope)]
      return { kind: 'item' as const, value: item }
    })
    return { type: 'table', ...placed(node), form: 'lua', entries }
  }

  function lowerBinary(node: LuaExpression & { type: 'binary' }, scope: Scope): Expr {
    const { operator } = node
    const operands = operandsOf(node).map((each) => lower(each, scope))
    const span = placed(node)
    if (operator === 'and') return { type: 'logical', ...span, operator: '&&', operands }
    if (operator === 'or') return { type: 'logical', ...span, operator: '||', operands }
    return binary(span, operators.get(operator) ?? '+', ...operands)
  }

  function lowerFunction(node: LuaFunction, scope: Scope, name: string): Fn {
    const fn = openFunction(placed(node), name)
    const inner = openScope(scope, fn.id)
    fn.parameters = node.parameters.map((parameter) => declare(inner, parameter))
    if (node.isVararg) fn.rest = declare(inner, '...')
    nested(fn, () => lowerBody(node.body, inner, fn.body))
    return fn
  }
}
