import { tooDeep } from '#analysis/syntax/code-syntax-error.ts'
import type { LuaTokenReader } from '#analysis/syntax/lua-token-reader.ts'

import {
  binary,
  call,
  constant,
  globalName,
  member,
  nameOf,
  negate,
  openScope,
  spanOf,
  type createBuilder,
  type Scope,
} from './build.ts'
import {
  levelsMax,
  type Binary,
  type BinaryOperator,
  type Const,
  type Expr,
  type Fn,
  type Logical,
  type Span,
  type Stmt,
  type TableEntry,
} from './ir.ts'

/** Reads expressions; `parseBody` reads the statements of a function and their `end`. */
export function createExpressionParser(
  text: string,
  reader: LuaTokenReader,
  builder: ReturnType<typeof createBuilder>,
  parseBody: (scope: Scope, body: Stmt[]) => void,
) {
  const { current, advance, peek, isOperator, accept, expect, fail, place, isName, parseName, finish } =
    reader
  const { declare, resolve, openFunction } = builder
  /** The expression that was read last is in parentheses: it is one value, and no target. */
  let closed: Expr | undefined
  /** How deep the tree of the expression is that was read last. */
  let depth = 0
  return {
    parseExpressions,
    parseExpression,
    parseSuffixed,
    parseFunction,
    isClosed: (expression: Expr) => expression === closed,
  }

  function deepen(other: number, { start }: Span): void {
    depth = Math.max(depth, other) + 1
    if (depth + reader.levels() + builder.levels() > levelsMax) throw tooDeep(start)
  }

  /** The last value may stand for several, unless no more than `readMax` are read. */
  function parseExpressions(scope: Scope, readMax = Infinity): Expr[] {
    const expressions: Expr[] = []
    let height = 0
    let last: Expr
    do {
      last = parseExpression(scope)
      expressions.push(last)
      height = Math.max(height, depth)
    } while (accept(','))
    depth = height
    return readMax > expressions.length ? [...expressions.slice(0, -1), allOf(last)] : expressions
  }

  /** All values of a call or of `...`. */
  function allOf(value: Expr): Expr {
    if (value === closed) return value
    if (value.type === 'call') return { type: 'spread', ...spanOf(value), kind: 'results', value }
    const isVarargs = value.type === 'member' && value.object.type === 'name' && value.object.name === '...'
    return isVarargs ? { type: 'spread', ...spanOf(value), kind: 'list', value: value.object } : value
  }

  /** Reads operators that bind more strongly than `limit`. */
  function parseExpression(scope: Scope, limit = 0): Expr {
    return reader.nested(() => {
      const start = place()
      let left: Expr
      if (unary.has(current().v) && current().t !== 'str') {
        const operator = advance().v
        const operand = parseExpression(scope, unaryPriority)
        left = lowerUnary(finish(start), operator, operand)
        deepen(0, start)
      } else left = parseSimple(scope)
      for (;;) {
        const priority = current().t === 'str' ? undefined : priorityOf(current().v)
        if (!priority || priority[0] <= limit) return left
        const operator = operatorOf(advance().v)
        const height = depth
        const chain = left !== closed && chained.has(operator) && isChainOf(operator, left) ? left : undefined
        const right = parseExpression(scope, priority[1])
        if (chain) {
          chain.operands.push(right)
          finish(chain)
          depth = Math.max(height, depth + 1)
          continue
        }
        const isLinked = operator === '..' && right !== closed && isChainOf(operator, right)
        left = operation(finish({ ...start }), operator, [left, ...(isLinked ? right.operands : [right])])
        deepen(height, start)
      }
    })
  }

  function parseSimple(scope: Scope): Expr {
    const span = place()
    depth = 0
    if (current().t === 'num') return constant(span, numberOf(advance().v))
    if (current().t === 'str') return parseString()
    if (accept('nil')) return constant(span, undefined)
    if (accept('true')) return constant(span, true)
    if (accept('false')) return constant(span, false)
    if (accept('...')) {
      const binding = resolve(scope, '...')
      return member(span, binding ? nameOf(span, binding) : globalName(span, '...'), 1)
    }
    if (accept('function')) return parseFunction(span, scope, false)
    if (isOperator('{')) return parseTable(scope)
    return parseSuffixed(scope)
  }

  function parseString(): Const {
    const value = constant(place(), advance().v)
    return text.startsWith('`', value.start) ? { ...value, isHash: true } : value
  }

  function parseSuffixed(scope: Scope): Expr {
    const start = place()
    let expression: Expr
    if (accept('(')) {
      expression = parseExpression(scope)
      expect(')')
      closed = expression
    } else if (isName()) {
      const name = advance().v
      const binding = resolve(scope, name)
      // A local of this name holds the globals.
      const globals = binding ? null : resolve(scope, '_ENV')
      expression = globals
        ? member(start, nameOf(start, globals), name)
        : { type: 'name', ...start, name, binding }
      depth = 0
    } else return fail('an expression')
    for (;;) {
      const height = depth
      depth = 0
      // The lexer skips it where no space follows.
      if (isOperator('?') && (peek().v === '.' || peek().v === '[')) advance()
      if (accept('.')) expression = memberOf(expression, parseKeyName())
      else if (accept('[')) {
        const key = parseExpression(scope)
        expect(']')
        expression = memberOf(expression, key)
      } else if (accept(':')) {
        const method = member({ ...start, end: expression.end }, expression, parseName())
        expression = call(start, method, parseArguments(scope), true)
      } else if (isOperator('(') || isOperator('{') || current().t === 'str')
        expression = call(start, expression, parseArguments(scope))
      else {
        depth = height
        return expression
      }
      finish(expression)
      deepen(height, start)
    }
  }

  function parseKeyName(): Const {
    return constant(place(), parseName())
  }

  function parseArguments(scope: Scope): Expr[] {
    if (current().t === 'str') return [parseString()]
    if (isOperator('{')) return [parseTable(scope)]
    if (!accept('(')) fail('the arguments of a call')
    if (accept(')')) return []
    const expressions = parseExpressions(scope)
    expect(')')
    return expressions
  }

  function parseTable(scope: Scope): Expr {
    const span = place()
    const entries: TableEntry[] = []
    let height = 0
    expect('{')
    while (!isOperator('}')) {
      entries.push(parseEntry(scope))
      height = Math.max(height, depth)
      if (!accept(',') && !accept(';')) break
    }
    const last = entries.at(-1)
    if (last?.kind === 'item') last.value = allOf(last.value)
    expect('}')
    depth = height
    deepen(0, span)
    return { type: 'table', ...finish(span), form: 'lua', entries }
  }

  function parseEntry(scope: Scope): TableEntry {
    const start = place()
    if (isName() && peek().v === '=' && peek().t === 'op') {
      const name = parseKeyName()
      advance()
      return { kind: 'field', key: name, value: parseExpression(scope) }
    }
    const isSet = isOperator('.')
    if (!isSet && !isOperator('[')) return { kind: 'item', value: parseExpression(scope) }
    advance()
    depth = 0
    const key = isSet ? parseKeyName() : parseExpression(scope)
    if (!isSet) expect(']')
    if (!accept('=')) return { kind: 'field', key, value: constant(start, true) }
    const height = depth
    const value = parseExpression(scope)
    depth = Math.max(height, depth)
    return { kind: 'field', key, value }
  }

  function parseFunction(span: Span, scope: Scope, isMethod: boolean): Fn {
    const fn = openFunction(span)
    const inner = openScope(scope, fn.id)
    if (isMethod) fn.parameters.push(declare(inner, 'self'))
    expect('(')
    while (!isOperator(')')) {
      if (accept('...')) {
        fn.rest = declare(inner, '...')
        break
      }
      fn.parameters.push(declare(inner, parseName()))
      if (!accept(',')) break
      if (isOperator(')')) fail('a name')
    }
    expect(')')
    parseBody(inner, fn.body)
    depth = 0
    return finish(fn)
  }
}

const memberOf = (object: Expr, key: Expr): Expr => ({ type: 'member', ...spanOf(object), object, key })

function lowerUnary(span: Span, operator: string, operand: Expr): Expr {
  if (operator === '-') return negate(span, operand)
  const known = operator === '#' || operator === '~' ? operator : 'not'
  return { type: 'unary', ...span, operator: known, operand }
}

function operation(span: Span, text: string, operands: Expr[]): Expr {
  const operator = logical.get(text)
  if (operator) return { type: 'logical', ...span, operator, operands }
  return binary(span, operators.get(text) ?? '+', ...operands)
}

/** The operands of a chain such as `a .. b .. c` are those of one node. */
function isChainOf(operator: string, node: Expr): node is Binary | Logical {
  return (
    (node.type === 'binary' || node.type === 'logical') &&
    node.operator === (logical.get(operator) ?? operators.get(operator))
  )
}

/** A hexadecimal number may have a fraction and an exponent of two. */
function numberOf(text: string): number {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^0x([\da-f]*)\.?([\da-f]*)(?:p([-+]?\d+))?$/i.exec(text) ?? []
  if (!/^0x/i.test(text)) return Number(text)
  return Number(`0x${whole}${fraction}`) * 2 ** (Number(exponent) - 4 * fraction.length)
}

const logical = new Map<string, Logical['operator']>([
  ['and', '&&'],
  ['or', '||'],
])
const same = ['+', '-', '*', '/', '//', '%', '..', '==', '<', '<=', '>', '>=', '<<', '>>', '&', '|'] as const
export const operators = new Map<string, BinaryOperator>([
  ...same.map((each) => [each, each] as const),
  ['~=', '!='],
  ['^', '**'],
  ['~', '^'],
])
const chained = new Set(['+', '*', '-', '/', '|', '&', '~', 'and', 'or'])

export const updates = new Set(['+=', '-=', '*=', '/=', '<<=', '>>=', '&=', '|=', '^='])
const unary = new Set(['not', '-', '~', '#'])
const unaryPriority = 12

/** As the compiler of CfxLua does, `+=` within an expression is read as `+`. */
const operatorOf = (text: string) => (updates.has(text) ? text.slice(0, -1) : text)
const priorityOf = (text: string) => priorities.get(operatorOf(text))

/** How strongly each operator binds to its left and to its right. */
const priorities = new Map<string, readonly [number, number]>([
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
