import { createExpressionParser, updates } from './lua-expressions.ts'
import type { LuaToken } from './lua-lexer.ts'
import { createTokenReader } from './lua-token-reader.ts'
import type { LuaExpression, LuaName, LuaStatement, Place } from './lua-tree.ts'

/**
 * Parses a file of Lua 5.4 or CfxLua, the dialect of FiveM and RedM: hashes in backticks, compound assignment, `?.` and
 * `?[`, unpacking with `in`, sets such as `{ .a }`, `defer`, and block comments of C. Follows `lparser.c` of
 * https://github.com/citizenfx/lua (branch luaglm-dev/cfx), without its limits on the number of variables and without
 * its checks of labels and constants. Throws a LuaSyntaxError.
 */
export function parseLua(text: string): LuaStatement[] {
  const reader = createTokenReader(text)
  const {
    current,
    isAtEnd,
    advance,
    peek,
    is,
    isOperator,
    accept,
    expect,
    fail,
    place,
    parseName,
    nested,
    finish,
  } = reader
  const expressions = createExpressionParser(reader, parseToEnd)
  const { parseExpressions, parseExpression, parseSuffixed, parseKeyName, parseFunction } = expressions

  const chunk = parseBlock()
  if (!isAtEnd()) fail('the end of the file')
  return chunk

  function isBlockEnd(): boolean {
    return isAtEnd() || (current().t === 'name' && blockEnds.has(current().v))
  }

  function parseBlock(): LuaStatement[] {
    const statements: LuaStatement[] = []
    while (!isBlockEnd()) {
      if (accept(';')) continue
      const isReturn = is('return')
      statements.push(nested(parseStatement))
      if (isReturn) break
    }
    return statements
  }

  function parseStatement(): LuaStatement {
    const start = place()
    if (accept('if')) return { type: 'if', ...start, ...parseIf() }
    if (accept('while')) {
      const condition = parseExpression()
      return { type: 'while', ...start, condition, body: parseDo() }
    }
    if (accept('do')) return { type: 'do', ...start, body: parseToEnd() }
    if (accept('for')) return parseFor(start)
    if (accept('repeat')) {
      const body = parseBlock()
      expect('until')
      return { type: 'repeat', ...start, body, condition: parseExpression() }
    }
    if (accept('function')) return parseFunctionStatement(start)
    if (accept('local')) return parseLocal(start)
    if (accept('return')) return { type: 'return', ...start, values: parseReturned() }
    if (accept('break')) return { type: 'break', ...start }
    if (accept('goto')) return { type: 'goto', ...start, name: parseName() }
    if (accept('::')) {
      const name = parseName()
      expect('::')
      return { type: 'label', ...start, name }
    }
    if (is('defer') && isBlockStart(peek())) {
      advance()
      return { type: 'defer', ...start, body: parseToEnd() }
    }
    return parseExpressionStatement(start)
  }

  function parseToEnd(): LuaStatement[] {
    const body = parseBlock()
    expect('end')
    return body
  }

  function parseDo(): LuaStatement[] {
    expect('do')
    return parseToEnd()
  }

  function parseIf() {
    const clauses: { condition: LuaExpression; body: LuaStatement[] }[] = []
    do {
      const condition = parseExpression()
      expect('then')
      clauses.push({ condition, body: parseBlock() })
    } while (accept('elseif'))
    const otherwise = accept('else') ? parseBlock() : []
    expect('end')
    return { clauses, otherwise }
  }

  function parseFor(start: Place): LuaStatement {
    const name = parseName()
    if (accept('=')) {
      const range = [parseExpression()]
      expect(',')
      range.push(parseExpression())
      if (accept(',')) range.push(parseExpression())
      return { type: 'numeric-for', ...start, name, range, body: parseDo() }
    }
    const names = [name]
    while (accept(',')) names.push(parseName())
    if (!accept('in')) fail('“=” or “in”')
    const iterator = parseExpressions()
    return { type: 'generic-for', ...start, names, iterator, body: parseDo() }
  }

  function parseFunctionStatement(start: Place): LuaStatement {
    let target: LuaExpression = { type: 'name', ...place(), name: parseName() }
    let isMethod = false
    while (!isMethod && (isOperator('.') || isOperator(':'))) {
      isMethod = advance().v === ':'
      target = { type: 'index', ...start, object: target, key: parseKeyName() }
      finish(target)
    }
    return { type: 'assignment', ...start, targets: [target], values: [parseFunction(start, isMethod)] }
  }

  function parseLocal(start: Place): LuaStatement {
    if (accept('function')) {
      const name = parseName()
      return { type: 'local-function', ...start, name, function: parseFunction(start, false) }
    }
    const targets: LuaName[] = []
    do {
      targets.push({ type: 'name', ...place(), name: parseName() })
      if (accept('<')) {
        if (!is('const') && !is('close')) fail('“const” or “close”')
        advance()
        expect('>')
      }
    } while (accept(','))
    if (accept('in')) return { type: 'unpacking', ...start, isLocal: true, targets, source: parseSuffixed() }
    const values = accept('=') ? parseExpressions() : []
    return { type: 'local', ...start, names: targets, values }
  }

  function parseReturned(): LuaExpression[] {
    const values = isBlockEnd() || is(';') ? [] : parseExpressions()
    accept(';')
    if (!isBlockEnd()) fail('the end of the block')
    return values
  }

  function parseExpressionStatement(start: Place): LuaStatement {
    const first = parseSuffixed()
    const isTarget = first.type === 'name' || first.type === 'index'
    if (isTarget && current().t === 'op' && updates.has(current().v)) {
      const operator = advance().v.slice(0, -1)
      return { type: 'update', ...start, target: first, operator, value: parseExpression() }
    }
    if (first.type === 'call' && !isOperator('=') && !isOperator(','))
      return { type: 'call-statement', ...start, call: first }
    const targets = [first]
    while (accept(',')) targets.push(parseSuffixed())
    if (targets.some(({ type }) => type !== 'name' && type !== 'index')) fail('a statement')
    if (accept('in')) return { type: 'unpacking', ...start, isLocal: false, targets, source: parseSuffixed() }
    expect('=')
    return { type: 'assignment', ...start, targets, values: parseExpressions() }
  }
}

const blockEnds = new Set(['else', 'elseif', 'end', 'until'])

/** `defer` is a name in the builds without the statement: there an expression goes on behind it. */
function isBlockStart({ t, v }: LuaToken): boolean {
  return t === 'name' && v !== 'in'
}
