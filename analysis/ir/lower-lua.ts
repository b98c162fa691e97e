import type { LuaToken } from '#analysis/syntax/lua-lexer.ts'
import { createTokenReader } from '#analysis/syntax/lua-token-reader.ts'

import {
  assign,
  binary,
  constant,
  createBuilder,
  lowerWithin,
  member,
  nameOf,
  openScope,
  spanOf,
  statement,
  type Scope,
} from './build.ts'
import type { Expr, Lowered, Member, Name, Program, Span, Stmt } from './ir.ts'
import { createExpressionParser, operators, updates } from './lua-expressions.ts'

/** Lowers a file of Lua 5.4 or CfxLua. */
export function lowerLua(text: string): Lowered {
  return lowerWithin(text, () => parseLua(text))
}

/**
 * Parses a file of Lua 5.4 or CfxLua, the dialect of FiveM and RedM: hashes in backticks, compound assignment, `?.` and
 * `?[`, unpacking with `in`, sets such as `{ .a }`, `defer`, and block comments of C. Follows `lparser.c` of
 * https://github.com/citizenfx/lua (branch luaglm-dev/cfx), without its limits on the number of variables and without
 * its checks of labels and constants. Throws a CodeSyntaxError.
 */
export function parseLua(text: string): Program {
  const reader = createTokenReader(text)
  const { current, isAtEnd, advance, peek, is, isOperator, accept, expect, fail, place, parseName, finish } =
    reader
  const builder = createBuilder()
  const { declare } = builder
  const expressions = createExpressionParser(text, reader, builder, parseToEnd)
  const { parseExpressions, parseExpression, parseSuffixed, parseFunction, isClosed } = expressions

  const file = builder.openFunction({ start: 0, end: text.length })
  const fileScope = openScope(null, file.id)
  file.rest = declare(fileScope, '...')
  parseBlock(fileScope, file.body)
  if (!isAtEnd()) fail('the end of the file')
  return builder.program

  function isBlockEnd(): boolean {
    return isAtEnd() || (current().t === 'name' && blockEnds.has(current().v))
  }

  function parseBlock(scope: Scope, body: Stmt[]): void {
    while (!isBlockEnd()) {
      if (accept(';')) continue
      const isLast = is('return') || (is('defer') && isBlockStart(peek()))
      reader.nested(() => parseStatement(scope, body))
      if (isLast) break
    }
  }

  function parseStatement(scope: Scope, body: Stmt[]): void {
    const span = place()
    if (accept('if')) body.push(parseIf(span, scope))
    else if (accept('while')) {
      const test = parseExpression(scope)
      const condition = test.type === 'const' && Boolean(test.value) ? null : test
      const inner = parseDo(openScope(scope))
      body.push({
        type: 'loop',
        ...finish(span),
        condition,
        isConditionFirst: true,
        body: inner,
        update: null,
      })
    } else if (accept('do')) parseToEnd(openScope(scope), body)
    else if (accept('for')) parseFor(span, scope, body)
    else if (accept('repeat')) body.push(parseRepeat(span, scope))
    else if (accept('function')) parseFunctionStatement(span, scope, body)
    else if (accept('local')) parseLocal(span, scope, body)
    else if (accept('return')) {
      const values = isBlockEnd() || is(';') ? [] : parseExpressions(scope)
      accept(';')
      if (!isBlockEnd()) fail('the end of the block')
      body.push({ type: 'return', ...finish(span), values })
    } else if (accept('break')) body.push({ type: 'jump', ...span })
    else if (accept('goto')) {
      parseName()
      body.push({ type: 'jump', ...finish(span) })
    } else if (accept('::')) {
      parseName()
      expect('::')
      body.push({ type: 'label', ...finish(span) })
    } else if (is('defer') && isBlockStart(peek())) parseDefer(span, scope, body)
    else parseExpressionStatement(span, scope, body)
  }

  function parseToEnd(scope: Scope, body: Stmt[]): void {
    parseBlock(scope, body)
    expect('end')
  }

  function parseDo(scope: Scope): Stmt[] {
    const body: Stmt[] = []
    expect('do')
    parseToEnd(scope, body)
    return body
  }

  function parseIf(span: Span, scope: Scope): Stmt {
    const condition = parseExpression(scope)
    const body: Stmt[] = []
    const otherwise: Stmt[] = []
    expect('then')
    parseBlock(openScope(scope), body)
    if (accept('elseif')) otherwise.push(builder.nested(span, () => parseIf(place(), scope)))
    else if (accept('else')) parseToEnd(openScope(scope), otherwise)
    else expect('end')
    return { type: 'if', ...finish(span), condition, body, otherwise }
  }

  function parseRepeat(span: Span, scope: Scope): Stmt {
    const inner = openScope(scope)
    const body: Stmt[] = []
    parseBlock(inner, body)
    expect('until')
    const test = parseExpression(inner)
    const condition: Expr = { type: 'unary', ...spanOf(test), operator: 'not', operand: test }
    return { type: 'loop', ...finish(span), condition, isConditionFirst: false, body, update: null }
  }

  /** What follows in the block runs before the text of `defer`. */
  function parseDefer(span: Span, scope: Scope, body: Stmt[]): void {
    const finalizer: Stmt[] = []
    const guarded: Stmt[] = []
    advance()
    parseToEnd(openScope(scope), finalizer)
    finish(span)
    builder.nested(span, () => parseBlock(scope, guarded))
    body.push({ type: 'try', ...span, body: guarded, handler: null, finalizer })
  }

  function parseFor(span: Span, scope: Scope, body: Stmt[]): void {
    const inner = openScope(scope)
    const first = parseName()
    if (accept('=')) {
      const start = parseExpression(scope)
      expect(',')
      const last = parseExpression(scope)
      const step = accept(',') ? parseExpression(scope) : undefined
      const binding = declare(inner, first)
      const loop = parseDo(openScope(inner))
      finish(span)
      const name = nameOf(span, binding)
      const isDown = step?.type === 'const' && typeof step.value === 'number' && step.value < 0
      const condition = binary(span, isDown ? '>=' : '<=', name, last)
      const update = assign(span, [name], [binary(span, '+', name, step ?? constant(span, 1))])
      body.push(statement(assign(span, [name], [start])))
      body.push({ type: 'loop', ...span, condition, isConditionFirst: true, body: loop, update })
      return
    }
    const names = [first]
    while (accept(',')) names.push(parseName())
    if (!accept('in')) fail('“=” or “in”')
    const subject = parseExpressions(scope)
    const targets = names.map((name) => declare(inner, name))
    const loop = parseDo(openScope(inner))
    body.push({ type: 'each', ...finish(span), kind: 'iterator', targets, subject, body: loop })
  }

  function parseFunctionStatement(span: Span, scope: Scope, body: Stmt[]): void {
    let target: Name | Member = parseNameOf(scope)
    let isMethod = false
    while (!isMethod && (isOperator('.') || isOperator(':'))) {
      isMethod = advance().v === ':'
      const key = constant(place(), parseName())
      target = { type: 'member', ...finish(spanOf(target)), object: target, key }
    }
    const fn = parseFunction(span, scope, isMethod)
    body.push(statement(assign(finish(span), [target], [fn])))
  }

  function parseNameOf(scope: Scope): Name {
    const span = place()
    const name = parseName()
    return { type: 'name', ...span, name, binding: builder.resolve(scope, name) }
  }

  function parseLocal(span: Span, scope: Scope, body: Stmt[]): void {
    if (accept('function')) {
      const binding = declare(scope, parseName())
      const fn = parseFunction(span, scope, false)
      finish(span)
      body.push(statement(assign(span, [nameOf(span, binding)], [fn])))
      return
    }
    const names: (Span & { name: string })[] = []
    do {
      names.push({ ...place(), name: parseName() })
      if (accept('<')) {
        if (!is('const') && !is('close')) fail('“const” or “close”')
        advance()
        expect('>')
      }
    } while (accept(','))
    const declared = () => names.map((each) => nameOf(each, declare(scope, each.name)))
    if (accept('in')) {
      parseUnpacked(span, scope, body, declared)
      return
    }
    const values = accept('=') ? parseExpressions(scope, names.length) : []
    const targets = declared()
    if (values.length > 0) body.push(statement(assign(finish(span), targets, values)))
  }

  /** `a, b in source` reads the fields of these names. */
  function parseUnpacked(span: Span, scope: Scope, body: Stmt[], targetsOf: () => (Name | Member)[]): void {
    const { name, assignment } = builder.remember(scope, parseSuffixed(scope))
    finish(span)
    const targets = targetsOf()
    const values = targets.map((target) => member(span, name, keyOf(target)))
    body.push(statement(assignment), statement(assign(span, targets, values)))
  }

  function parseExpressionStatement(span: Span, scope: Scope, body: Stmt[]): void {
    const first = parseSuffixed(scope)
    const targets = isTarget(first) ? [first] : []
    if (isTarget(first) && current().t === 'op' && updates.has(current().v)) {
      const operator = operators.get(advance().v.slice(0, -1)) ?? '+'
      const value = parseExpression(scope)
      const updated = builder.update(scope, finish(span), first, (read) =>
        binary(span, operator, read, value),
      )
      body.push(...(updated.type === 'sequence' ? updated.expressions : [updated]).map(statement))
      return
    }
    if (first.type === 'call' && !isClosed(first) && !isOperator('=') && !isOperator(',')) {
      body.push(statement(first))
      return
    }
    let isWhole = targets.length > 0
    while (accept(',')) {
      const target = parseSuffixed(scope)
      if (isTarget(target)) targets.push(target)
      else isWhole = false
    }
    if (!isWhole) fail('a statement')
    if (accept('in')) {
      parseUnpacked(span, scope, body, () => targets)
      return
    }
    expect('=')
    const values = parseExpressions(scope, targets.length)
    body.push(statement(assign(finish(span), targets, values)))
  }

  function isTarget(expression: Expr): expression is Name | Member {
    return (expression.type === 'name' || expression.type === 'member') && !isClosed(expression)
  }
}

function keyOf(target: Name | Member): string {
  if (target.type === 'name') return target.name
  return target.key.type === 'const' && typeof target.key.value === 'string' ? target.key.value : ''
}

const blockEnds = new Set(['else', 'elseif', 'end', 'until'])

/** `defer` is a name in the builds without the statement: there an expression goes on behind it. */
function isBlockStart({ t, v }: LuaToken): boolean {
  return t === 'name' && v !== 'in'
}
