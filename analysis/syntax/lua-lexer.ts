// Character codes.
const lineFeed = 10
const carriageReturn = 13
const plus = 43
const minus = 45
const star = 42
const slash = 47
const dot = 46
const zero = 48
const equals = 61
const question = 63
const bracket = 91
const backslash = 92
const colon = 58
const lowerE = 101
const lowerP = 112
const lowerX = 120

// Kinds of characters. Those without a kind are operators.
const space = 1
const newline = 2
const nameStart = 3
const digit = 4
const quote = 5

/**
 * A tolerant lexer of Lua 5.4 and CfxLua, the dialect of FiveM and RedM. It never throws and reads each character a
 * bounded number of times, whatever the text. Broken text gives some tokens: an unfinished string ends at its line.
 */
export interface LuaToken {
  /** Keywords are names. A hash in backticks is a string. */
  t: 'name' | 'str' | 'num' | 'op'
  /** The value of a string, the source text of everything else. `?.`, `?[` and `?:` read as `.`, `[` and `:`. */
  v: string
  /** Index of the first character in the text, and of the one behind the last. */
  at: number
  end: number
  /** Counted from 1. */
  line: number
  /** How many characters of a string came from numeric escapes. One `\ddd` or `\xhh` is one character of that code. */
  esc?: number
}

/** Returns the next token at each call, and undefined at the end: the tokens of 5 MB can take 400 MB. */
export function createLuaLexer(
  text: string,
  /** A comment is `text.slice(start, end)`, with its marks. */
  onComment?: (start: number, end: number) => void,
  /** What Lua rejects and the lexer reads all the same, with its place. */
  onProblem?: (message: string, at: number) => void,
): () => LuaToken | undefined {
  const { length } = text
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let line = 1
  if (text.startsWith('#', at)) at = findLineEnd(text, at)

  return next

  function next(): LuaToken | undefined {
    while (at < length) {
      const code = text.charCodeAt(at)
      const kind = code < 128 ? kinds[code] : nameStart
      if (kind === space) at++
      else if (kind === nameStart) return readName()
      else if (kind === digit) return readNumber()
      else if (kind === newline) skipNewline()
      else if (kind === quote) return readString(code)
      else if (code === minus && text.charCodeAt(at + 1) === minus) skipComment()
      else if (code === slash && text.charCodeAt(at + 1) === star) skipBlockComment()
      else if (code === question && isSafeNavigation(text.charCodeAt(at + 1))) skipSafeNavigation()
      else if (code === dot && kinds[text.charCodeAt(at + 1)] === digit) return readNumber()
      else {
        const level = code === bracket ? longLevel(text, at) : -1
        return level < 0 ? readOperator(code) : readLongString(level)
      }
    }
    return undefined
  }

  function skipSafeNavigation(): void {
    if (text.charCodeAt(++at) === colon) onProblem?.('“?” before a method', at)
  }

  function readName(): LuaToken {
    const start = at++
    while (at < length && isNameCharacter(text.charCodeAt(at))) at++
    const token = tokenOf('name', start)
    if (onProblem && notAscii.test(token.v)) onProblem('a name with a letter that Lua does not allow', start)
    return token
  }

  /** As in Lua: any run of hexadecimal digits, points and exponents, so `0xe+1` is `0xe`, `+`, `1`. */
  function readNumber(): LuaToken {
    const start = at
    const exponent =
      text.charCodeAt(at) === zero && (text.charCodeAt(at + 1) | 32) === lowerX ? lowerP : lowerE
    at += exponent === lowerP ? 2 : 1
    for (; at < length; at++) {
      const code = text.charCodeAt(at)
      if ((code | 32) === exponent) {
        const sign = text.charCodeAt(at + 1)
        if (sign === minus || sign === plus) at++
      } else if (code !== dot && !isNameCharacter(code)) break
    }
    const token = tokenOf('num', start)
    if (onProblem && !numeral.test(token.v)) onProblem?.(`the malformed number ${token.v}`, token.at)
    return token
  }

  function readOperator(code: number): LuaToken {
    const start = at
    at += operatorLength(code, text.charCodeAt(at + 1), text.charCodeAt(at + 2))
    return tokenOf('op', start)
  }

  function tokenOf(t: LuaToken['t'], start: number): LuaToken {
    return { t, v: text.slice(start, at), at: start, end: at, line }
  }

  function readString(end: number): LuaToken {
    const token: LuaToken = { t: 'str', v: '', at, end: at, line }
    let from = ++at
    for (; at < length; at++) {
      const code = text.charCodeAt(at)
      if (code === end || code === lineFeed || code === carriageReturn) break
      if (code !== backslash) continue
      token.v += text.slice(from, at)
      token.v += readEscape(token)
      from = at--
    }
    const last = text.slice(from, at)
    token.v = token.v ? token.v + last : last
    if (text.charCodeAt(at) === end) at++
    else onProblem?.('a string without an end', token.at)
    token.end = at
    return token
  }

  /** Starts at the backslash, ends behind the escape. An unknown escape is its own character. */
  function readEscape(token: LuaToken): string {
    const letter = text.charAt(++at)
    const plain = escapes[letter]
    if (plain !== undefined) {
      at++
      return plain
    }
    if (letter === '\n' || letter === '\r') {
      skipNewline()
      return '\n'
    }
    if (letter === 'z') {
      at++
      while (at < length && isSpace(text.charCodeAt(at))) {
        if (kinds[text.charCodeAt(at)] === newline) skipNewline()
        else at++
      }
      return ''
    }
    const numeric = readNumericEscape(token)
    if (numeric !== undefined) return numeric
    if (!plainEscapes.has(letter)) onProblem?.(`the unknown escape \\${letter}`, at)
    return text.charAt(at++)
  }

  function readNumericEscape(token: LuaToken): string | undefined {
    // Sticky: reads at most these characters from here. Lua allows leading zeros in \u{…}, twenty digits are enough.
    numericEscape.lastIndex = at
    const match = numericEscape.exec(text)
    if (!match) return undefined
    const [whole, hex, unicode, decimal] = match
    at += whole.length
    token.esc = (token.esc ?? 0) + 1
    const value = decimal === undefined ? parseInt(hex ?? unicode ?? '', 16) : Number(decimal)
    if (decimal !== undefined && value > 255) onProblem?.(`the escape \\${decimal} above 255`, at)
    return value > 0x10ffff ? '\uFFFD' : String.fromCodePoint(value)
  }

  function readLongString(level: number): LuaToken {
    const token: LuaToken = { t: 'str', v: '', at, end: at, line }
    const body = at + level + 2
    const end = findLongEnd(text, body, level)
    const value = text.slice(body, end)
    // Lua drops the first line break and reads every kind as \n.
    const lines = value.includes('\r') ? value.replaceAll(/\r\n?/g, '\n') : value
    token.v = lines.startsWith('\n') ? lines.slice(1) : lines
    if (end === length) onProblem?.('a string without an end', token.at)
    skipTo(Math.min(length, end + level + 2))
    token.end = at
    return token
  }

  function skipComment(): void {
    const level = text.charCodeAt(at + 2) === bracket ? longLevel(text, at + 2) : -1
    if (level < 0) return endComment(findLineEnd(text, at))
    const end = findLongEnd(text, at + level + 4, level)
    if (end === length) onProblem?.('a comment without an end', at)
    endComment(end + level + 2)
  }

  function skipBlockComment(): void {
    const end = text.indexOf('*/', at + 2)
    if (end < 0) onProblem?.('a comment without an end', at)
    endComment(end < 0 ? length : end + 2)
  }

  function endComment(to: number): void {
    const end = Math.min(length, to)
    onComment?.(at, end)
    skipTo(end)
  }

  function skipTo(end: number): void {
    while (at < end) {
      if (kinds[text.charCodeAt(at)] === newline) skipNewline()
      else at++
    }
  }

  function skipNewline(): void {
    if (text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed) at++
    at++
    line++
  }
}

const kinds = new Uint8Array(128)
for (const [kind, characters] of [
  [space, ' \t\v\f'],
  [newline, '\n\r'],
  [nameStart, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_'],
  [digit, '0123456789'],
  [quote, '"\'`'],
] as const)
  for (const character of characters) kinds[character.charCodeAt(0)] = kind

const escapes: Record<string, string | undefined> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** They stand for themselves. The end of the text is reported as a string without an end. */
const plainEscapes = new Set(['"', "'", '`', '\\', ''])
const notAscii = /[^\w]/
const numeral = /^(?:0x(?=\.?[\da-f])[\da-f]*\.?[\da-f]*(?:p[-+]?\d+)?|(?=\.?\d)\d*\.?\d*(?:e[-+]?\d+)?)$/i

const numericEscape = /x([\da-f]{2})|u\{([\da-f]{1,20})\}|(\d{1,3})/iy

const followedByEquals = new Set('=<>~+-*/&|^')
const doubled = new Set('/.:<>')

function operatorLength(code: number, second: number, third: number): number {
  const character = String.fromCharCode(code)
  if (second === equals && followedByEquals.has(character)) return 2
  if (second !== code || !doubled.has(character)) return 1
  if (code === dot) return third === dot ? 3 : 2
  return third === equals && code !== slash && code !== colon ? 3 : 2
}

function isNameCharacter(code: number): boolean {
  if (code >= 128) return true
  const kind = kinds[code]
  return kind === nameStart || kind === digit
}

function isSpace(code: number): boolean {
  const kind = kinds[code]
  return kind === space || kind === newline
}

function isSafeNavigation(next: number): boolean {
  return next === dot || next === bracket || next === colon
}

/** The number of `=` in `[==[`; -1 if this is not an opening long bracket. */
function longLevel(text: string, at: number): number {
  let end = at + 1
  while (text.charCodeAt(end) === equals) end++
  return text.charCodeAt(end) === bracket ? end - at - 1 : -1
}

/** Where the closing long bracket of this level starts, or the end of the text. */
function findLongEnd(text: string, from: number, level: number): number {
  for (let at = text.indexOf(']', from); at >= 0;) {
    let end = at + 1
    while (text.charCodeAt(end) === equals) end++
    if (end - at - 1 === level && text.charAt(end) === ']') return at
    at = text.indexOf(']', end)
  }
  return text.length
}

function findLineEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && kinds[text.charCodeAt(at)] !== newline) at++
  return at
}
