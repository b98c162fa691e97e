import type { LuaTokenReader } from './lua-token-reader.ts'
import type { LuaExpression, LuaField, LuaFunction, LuaStatement, Place } from './lua-tree.ts'

/** Reads expressions; `parseBody` reads the statements of a function and their `end`. */
export function createExpressionParser(reader: LuaTokenReader, parseBody: () => LuaStatement[]) {
  const {
    current,
    advance,
    peek,
    isOperator,
    accept,
    expect,
    fail,
    place,
    isName,
    parseName,
    nested,
    finish,
  } = reader
  return { parseExpressions, parseExpression, parseSuffixed, parseKeyName, parseFunction }

  function parseExpressions(): LuaExpression[] {
    const expressions = [parseExpression()]
    while (accept(',')) expressions.push(parseExpression())
    return expressions
  }

  /** Reads operators that bind more strongly than `limit`. */
  function parseExpression(limit = 0): LuaExpression {
    return nested(() => {
      const start = place()
      let left: LuaExpression
      if (unary.has(current().v) && current().t !== 'str') {
        const operator = advance().v
        left = finish({ type: 'unary', ...start, operator, operand: parseExpression(unaryPriority) })
      } else left = parseSimple()
      for (;;) {
        const priority = current().t === 'str' ? undefined : priorityOf(current().v)
        if (!priority || priority[0] <= limit) return left
        const operator = operatorOf(advance().v)
        left = finish({ type: 'binary', ...start, operator, left, right: parseExpression(priority[1]) })
      }
    })
  }

  function parseSimple(): LuaExpression {
    const start = place()
    if (current().t === 'num') return { type: 'number', ...start, text: advance().v }
    if (current().t === 'str') return { type: 'string', ...start, value: advance().v }
    if (accept('nil')) return { type: 'nil', ...start }
    if (accept('true')) return { type: 'true', ...start }
    if (accept('false')) return { type: 'false', ...start }
    if (accept('...')) return { type: 'vararg', ...start }
    if (accept('function')) return parseFunction(start, false)
    if (isOperator('{')) return parseTable()
    return parseSuffixed()
  }

  function parseSuffixed(): LuaExpression {
    const start = place()
    let expression: LuaExpression
    if (accept('(')) {
      expression = { type: 'parentheses', ...start, expression: parseExpression() }
      expect(')')
      finish(expression)
    } else if (isName()) expression = { type: 'name', ...start, name: advance().v }
    else return fail('an expression')
    for (;;) {
      const at = place()
      // The lexer skips it where no space follows.
      if (isOperator('?') && (peek().v === '.' || peek().v === '[')) advance()
      if (accept('.')) expression = { type: 'index', ...at, object: expression, key: parseKeyName() }
      else if (accept('[')) {
        expression = { type: 'index', ...at, object: expression, key: parseExpression() }
        expect(']')
      } else if (accept(':')) {
        const method = parseName()
        expression = { type: 'call', ...start, callee: expression, method, arguments: parseArguments() }
      } else if (isOperator('(') || isOperator('{') || current().t === 'str')
        expression = { type: 'call', ...start, callee: expression, method: null, arguments: parseArguments() }
      else return expression
      finish(expression)
    }
  }

  function parseKeyName(): LuaExpression {
    return { type: 'string', ...place(), value: parseName() }
  }

  function parseArguments(): LuaExpression[] {
    if (current().t === 'str') return [{ type: 'string', ...place(), value: advance().v }]
    if (isOperator('{')) return [parseTable()]
    if (!accept('(')) fail('the arguments of a call')
    if (accept(')')) return []
    const expressions = parseExpressions()
    expect(')')
    return expressions
  }

  function parseTable(): LuaExpression {
    const start = place()
    const fields: LuaField[] = []
    expect('{')
    while (!isOperator('}')) {
      fields.push(parseField())
      if (!accept(',') && !accept(';')) break
    }
    expect('}')
    return finish({ type: 'table', ...start, fields })
  }

  function parseField(): LuaField {
    const start = place()
    if (isName() && peek().v === '=' && peek().t === 'op') {
      const key = parseKeyName()
      advance()
      return { key, value: parseExpression() }
    }
    const isSet = isOperator('.')
    if (!isSet && !isOperator('[')) return { key: null, value: parseExpression() }
    advance()
    const key = isSet ? parseKeyName() : parseExpression()
    if (!isSet) expect(']')
    return { key, value: accept('=') ? parseExpression() : { type: 'true', ...start } }
  }

  function parseFunction(start: Place, isMethod: boolean): LuaFunction {
    const parameters = isMethod ? ['self'] : []
    let isVararg = false
    expect('(')
    while (!isOperator(')')) {
      isVararg = accept('...')
      if (isVararg) break
      parameters.push(parseName())
      if (!accept(',')) break
      if (isOperator(')')) fail('a name')
    }
    expect(')')
    return finish({ type: 'function', ...start, parameters, isVararg, body: parseBody() })
  }
}

export const updates = new Set(['+=', '-=', '*=', '/=', '<<=', '>>=', '&=', '|=', '^='])
const unary = new Set(['not', '-', '~', '#'])
const unaryPriority = 12

/** As the compiler of CfxLua does, `+=` within an expression is read as `+`. */
const operatorOf = (text: string) => (updates.has(text) ? text.slice(0, -1) : text)
const priorityOf = (text: string) => binary.get(operatorOf(text))

/** How strongly each operator binds to its left and to its right. */
const binary = new Map<string, readonly [number, number]>([
  ['or', [1, 1]],
  ['and', [2, 2]],
  ...['<', '>', '<=', '>=', '~=', '=='].map((each) => [each, [3, 3]] as const),
  ['|', [4, 4]],
  ['~', [5, 5]],
  ['&', [6, 6]],
  ['<<', [7, 7]],
  ['>>', [7, 7]],
  ['..', [9, 8]],
  ['+', [10, 10]],
  ['-', [10, 10]],
  ...['*', '/', '//', '%'].map((each) => [each, [11, 11]] as const),
  ['^', [14, 13]],
])
