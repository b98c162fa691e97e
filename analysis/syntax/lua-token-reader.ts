import { cutText } from '#analysis/cut-text.ts'
import { CodeSyntaxError } from './code-syntax-error.ts'
import { createLuaLexer, type LuaToken } from './lua-lexer.ts'

/** Lua itself stops at 200 nested levels. */
const levelsMax = 220

function reject(message: string, at: number): never {
  throw new CodeSyntaxError(message, at)
}

export type LuaTokenReader = ReturnType<typeof createTokenReader>

/** The tokens of a text, one of them ahead. Throws a CodeSyntaxError for what is no token. */
export function createTokenReader(text: string) {
  const lex = createLuaLexer(text, undefined, reject)
  const endOfText: LuaToken = { t: 'op', v: '', at: text.length, end: text.length, line: 1 }
  let token = lex() ?? endOfText
  /** Behind the token before the current one. */
  let end = 0
  let following: LuaToken | undefined
  let levels = 0

  return {
    current: () => token,
    isAtEnd: () => token === endOfText,
    advance,
    peek,
    is,
    levels: () => levels,
    isOperator,
    accept,
    fail,
    place,
    isName,
    expect,
    parseName: () => (isName() ? advance().v : fail('a name')),
    nested,
    finish,
  }

  function advance(): LuaToken {
    const current = token
    end = current.end
    token = following ?? lex() ?? endOfText
    following = undefined
    return current
  }

  function peek(): LuaToken {
    following ??= lex() ?? endOfText
    return following
  }

  function fail(expected: string): never {
    const near = token === endOfText ? 'the end of the file' : `“${cutText(token.v, 40)}”`
    return reject(`expected ${expected} instead of ${near}`, token.at)
  }

  /** An operator or a keyword. */
  function is(value: string): boolean {
    return token.v === value && (token.t === 'op' || token.t === 'name') && token !== endOfText
  }

  function isOperator(value: string): boolean {
    return token.v === value && token.t === 'op'
  }

  function accept(value: string): boolean {
    if (!is(value)) return false
    advance()
    return true
  }

  function expect(value: string): void {
    if (!accept(value)) fail(`“${value}”`)
  }

  function nested<Result>(parse: () => Result): Result {
    if (++levels > levelsMax) reject('more nested levels than Lua reads', token.at)
    const result = parse()
    levels--
    return result
  }

  /** Sets the end of a node after its last token. */
  function finish<Node extends { end: number }>(node: Node): Node {
    node.end = end
    return node
  }

  /** The place of the current token; a node of several tokens is finished later. */
  function place(): { start: number; end: number } {
    return { start: token.at, end: token.end }
  }

  function isName(): boolean {
    return token.t === 'name' && !luaKeywords.has(token.v)
  }
}

export const luaKeywords: ReadonlySet<string> = new Set(
  'and break do else elseif end false for function goto if in local nil not or repeat return then true until while'.split(
    ' ',
  ),
)
