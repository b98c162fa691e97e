import { partOf } from '#analysis/cut-text.ts'
import { CodeSyntaxError, tooDeep } from './code-syntax-error.ts'
import { Parser, tokTypes, type BinaryExpression, type Expression, type Program, type TokenType } from 'acorn'

type Goal = 'script' | 'commonjs' | 'module'

/**
 * Parses what Node.js and browsers read: a script, a CommonJS module (also the value of an event attribute, with its
 * `return`) or an ECMAScript module. Throws a CodeSyntaxError.
 */
export function parseJavaScript(
  text: string,
  goals: readonly Goal[] = ['script', 'commonjs', 'module'],
): Program {
  // Behind a byte order mark acorn knows no shell line, and behind a shell line no "use strict".
  const code = text.replace(/^\uFEFF?#!.*/, (line) => ' '.repeat(line.length))
  let furthest: CodeSyntaxError | undefined
  for (const sourceType of goals) {
    // A CommonJS module has no `import` or `export` either, and that of a bundle is often at its end.
    if (sourceType === 'commonjs' && furthest?.message.includes('sourceType: module')) continue
    try {
      return LinearParser.parse(code, { ecmaVersion: 'latest', sourceType })
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      const rejected = describe(error, code)
      if (rejected.kind === 'not-fully-read') throw rejected
      // The way that reads furthest says best what is wrong.
      if (!furthest || rejected.start > furthest.start) furthest = rejected
    }
  }
  throw furthest ?? new CodeSyntaxError('nothing could be read', 0)
}

/** The message of acorn without its place, "Unexpected token (3:14)", in the words of the parser of Lua. */
function describe(error: SyntaxError & { pos?: number }, text: string): CodeSyntaxError {
  const message = error.message.replace(/ \(\d+:\d+\)$/, '')
  const at = error.pos ?? 0
  if (message.startsWith('Not enough stack')) return tooDeep(at)
  const own =
    message === 'Unexpected token' ? unexpected(partOf(text, at, at + wordMax)) : messages.get(message)
  return new CodeSyntaxError(own ?? `${message.charAt(0).toLowerCase()}${message.slice(1)}`, at)
}

const wordMax = 40
const messages = new Map([
  ['Unterminated string constant', 'a string without an end'],
  ['Unterminated template', 'a template without an end'],
  ['Unterminated comment', 'a comment without an end'],
  ['Unterminated regular expression', 'a regular expression without an end'],
  ['Assigning to rvalue', 'a value is assigned to something that is no variable'],
])

function unexpected(text: string): string {
  const [word] = /^([\p{L}\d_$]+|[^])/u.exec(text) ?? []
  return word === undefined ? 'unexpected end of the file' : `unexpected “${word}”`
}

/** What acorn's parser has and its types do not tell. */
type Inside = {
  type: TokenType & { binop: number | null }
  value: string
  start: number
  startLoc: undefined
  next: () => void
  parseMaybeUnary: (errors: null, sawUnary: boolean, incDec: boolean, forInit: unknown) => Expression
  parseExprOp: (
    left: Expression,
    start: number,
    loc: undefined,
    minPrec: number,
    forInit: unknown,
  ) => Expression
  buildBinary: (
    start: number,
    loc: undefined,
    left: Expression,
    right: Expression,
    operator: string,
    isLogical: boolean,
  ) => BinaryExpression
  raiseRecoverable: (start: number, message: string) => void
  scopeStack: { flags: number; var: NameList; lexical: NameList; functions: NameList }[]
}

/** The names of a scope. acorn has an array of them, and looks through it at each declaration. */
class NameList {
  /** The first one, which acorn asks for. */
  0?: string
  #names: Set<string> | undefined

  push(name: string): void {
    this[0] ??= name
    this.#names ??= new Set()
    this.#names.add(name)
  }

  indexOf(name: string): number {
    return this.#names?.has(name) === true ? 0 : -1
  }
}

/** The precedence of `&&`, which `??` has on its right side. */
const andPrecedence = 2

/** Takes time in proportion to the text, and no stack for chains of operators. */
class LinearParser extends Parser {
  enterScope(this: Inside & LinearParser, flags: number): void {
    const [names, blockNames, functions] = [new NameList(), new NameList(), new NameList()]
    this.scopeStack.push({ flags, var: names, lexical: blockNames, functions })
  }

  /** As acorn's own, which calls itself for each further operator. */
  parseExprOp(
    this: Inside & LinearParser,
    first: Expression,
    start: number,
    loc: undefined,
    minPrec: number,
    forInit: unknown,
  ): Expression {
    let left = first
    for (;;) {
      const { type, value } = this
      if (type.binop === null || type.binop === undefined || (forInit && type.keyword === 'in')) return left
      if (type.binop <= minPrec) return left
      const isOrAnd = type === tokTypes.logicalOR || type === tokTypes.logicalAND
      const isCoalesce = type === tokTypes.coalesce
      const precedence = isCoalesce ? andPrecedence : type.binop
      this.next()
      const { start: rightStart } = this
      const operand = this.parseMaybeUnary(null, false, false, forInit)
      const right = this.parseExprOp(operand, rightStart, undefined, precedence, forInit)
      left = this.buildBinary(start, loc, left, right, value, isOrAnd || isCoalesce)
      const isMixed = isOrAnd
        ? this.type === tokTypes.coalesce
        : isCoalesce && (this.type === tokTypes.logicalOR || this.type === tokTypes.logicalAND)
      if (isMixed) this.raiseRecoverable(this.start, '?? cannot be mixed with || and && without parentheses')
    }
  }
}
