/**
 * A tolerant lexer of JavaScript, TypeScript and JSX (read as code). It never throws and reads each character a bounded
 * number of times, whatever the text. Its tokens are those of analysis/syntax/lua-lexer.ts and regular expressions.
 */
export interface JsToken {
  /** Keywords are names. */
  t: 'name' | 'str' | 'num' | 'op' | 're'
  /** The value of a string, the source text of everything else. `?.` reads as `.`. */
  v: string
  at: number
  /** Counted from 1. */
  line: number
  /** How many characters of a string came from numeric escapes. */
  esc?: number
  /** A part of a template behind `}$`. The brackets of `${a}` are the operators `${` and `}$`. */
  tpl?: boolean
}

export interface Comment {
  at: number
  end: number
  line: number
}

/** What the grammar says about a text, by places in it. */
export interface JsHints {
  /** Where regular expressions begin. */
  regexes: Set<number>
  /** The ends of comments that begin with <!-- or -->, by their begin. */
  comments: Map<number, number>
  /** The parts that were parsed, in ascending order. Elsewhere the lexer guesses. */
  parsed: { from: number; to: number }[]
}

/** Returns the next token at each call, and undefined at the end. */
export function createJsLexer(
  text: string,
  onComment?: (comment: Comment) => void,
  hints?: JsHints,
): () => JsToken | undefined {
  const { length } = text
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let line = 1
  let mayStartRegex = true
  let part = 0
  /** No regular expression that starts before this place ends on its line. */
  let noRegexBefore = 0
  /** For each open template, how many braces are open within `${`. */
  const templates: number[] = []
  /** What the next token is: `${`, or the part behind `}$`. */
  let templateState: '' | 'opens' | 'continues' = ''
  if (text.startsWith('#!')) at = lineEndOf(text, at)

  return () => {
    const token = next()
    if (token) mayStartRegex = precedesRegex(token)
    return token
  }

  function next(): JsToken | undefined {
    if (templateState === 'continues') return readPart({ t: 'str', v: '', at, line, tpl: true })
    if (templateState === 'opens') {
      templateState = ''
      templates.push(0)
      at += 2
      return { t: 'op', v: '${', at: at - 2, line }
    }
    while (at < length) {
      const code = text.charCodeAt(at)
      if (code === 10) {
        line++
        at++
      } else if (isSpace(code)) at++
      else if ((code === 60 || code === 45) && hints?.comments.has(at))
        skipComment(hints.comments.get(at) ?? 0)
      else if (isNameCode(code) || code === 92) return readName()
      else if (isDigit(code) || (code === 46 && isDigit(text.charCodeAt(at + 1)))) return readNumber()
      else if (code === 34 || code === 39) return readString(code)
      else if (code === 96) return readPart({ t: 'str', v: '', at: at++, line })
      else if (code === 47) {
        const following = text.charCodeAt(at + 1)
        if (following === 47) skipComment(lineEndOf(text, at))
        else if (following === 42) skipComment(behind('*/', at + 2))
        else return (startsRegex() ? readRegex() : undefined) ?? readOperator()
      } else if (code === 63 && text.charCodeAt(at + 1) === 46) {
        const following = text.charCodeAt(at + 2)
        if (following === 40 || following === 91 || following === 96) at += 2
        else if (isDigit(following)) return readOperator()
        else at++
      } else if (code === 125 && templates.at(-1) === 0) {
        templates.pop()
        templateState = 'continues'
        return { t: 'op', v: '}$', at: at++, line }
      } else return readOperator()
    }
    return undefined
  }

  function startsRegex(): boolean {
    if (!hints) return mayStartRegex
    while (at >= (hints.parsed[part]?.to ?? Infinity)) part++
    return at >= (hints.parsed[part]?.from ?? Infinity) ? hints.regexes.has(at) : mayStartRegex
  }

  function skipComment(end: number): void {
    onComment?.({ at, end, line })
    skipTo(end)
  }

  function skipTo(end: number): void {
    for (; at < end; at++) if (text.charCodeAt(at) === 10) line++
  }

  function behind(mark: string, from: number): number {
    const found = text.indexOf(mark, from)
    return found < 0 ? length : found + mark.length
  }

  function readName(): JsToken {
    const token: JsToken = { t: 'name', v: '', at, line }
    let from = at
    for (; at < length; at++) {
      const code = text.charCodeAt(at)
      if (isNameCode(code) || isDigit(code)) continue
      unicodeEscape.lastIndex = at
      const match = code === 92 ? unicodeEscape.exec(text) : null
      if (!match) break
      token.v += text.slice(from, at) + characterOf(match[1] ?? match[2] ?? '')
      from = at + match[0].length
      at = from - 1
    }
    // A lone backslash.
    if (at === token.at) return readOperator()
    token.v += text.slice(from, at)
    return token
  }

  function readNumber(): JsToken {
    const start = at
    number.lastIndex = at
    at += number.exec(text)?.[0].length ?? 1
    return { t: 'num', v: text.slice(start, at), at: start, line }
  }

  function readString(quote: number): JsToken {
    const token: JsToken = { t: 'str', v: '', at, line }
    at++
    readCharacters(token, (code) => code === quote || code === 10 || code === 13)
    if (text.charCodeAt(at) === quote) at++
    return token
  }

  /** Reads a part of a template up to `${` or the backtick that ends it. */
  function readPart(token: JsToken): JsToken {
    readCharacters(token, (code) => code === 96 || (code === 36 && text.charCodeAt(at + 1) === 123))
    templateState = text.charCodeAt(at) === 36 ? 'opens' : ''
    if (templateState === '') at++
    return token
  }

  function readCharacters(token: JsToken, isEnd: (code: number) => boolean): void {
    let from = at
    for (; at < length; at++) {
      const code = text.charCodeAt(at)
      if (isEnd(code)) break
      if (code === 10) line++
      if (code !== 92) continue
      token.v += text.slice(from, at)
      token.v += readEscape(token)
      from = at--
    }
    const last = text.slice(from, at)
    token.v = token.v ? token.v + last : last
  }

  /** Starts at the backslash, ends behind the escape. */
  function readEscape(token: JsToken): string {
    numericEscape.lastIndex = at
    const match = numericEscape.exec(text)
    if (match) {
      at += match[0].length
      token.esc = (token.esc ?? 0) + 1
      const [, hex, unicode, short, octal] = match
      return octal === undefined
        ? characterOf(hex ?? unicode ?? short ?? '')
        : String.fromCharCode(parseInt(octal, 8))
    }
    const letter = text.charAt(at + 1)
    at = Math.min(length, at + 2)
    if (letter === '\n') line++
    if (letter === '\r' && text.charAt(at) === '\n') {
      line++
      at++
    }
    return escapes[letter] ?? letter
  }

  function readRegex(): JsToken | undefined {
    if (at < noRegexBefore) return undefined
    let isInClass = false
    let end = at + 1
    for (; end < length; end++) {
      const code = text.charCodeAt(end)
      if (isNewLine(code)) break
      if (code === 92) end++
      else if (code === 91) isInClass = true
      else if (code === 93) isInClass = false
      else if (code === 47 && !isInClass) {
        const token: JsToken = { t: 're', v: text.slice(at + 1, end), at, line }
        at = end + 1
        while (isNameCode(text.charCodeAt(at))) at++
        return token
      }
    }
    noRegexBefore = end
    return undefined
  }

  function readOperator(): JsToken {
    operator.lastIndex = at
    const v = operator.exec(text)?.[0] ?? text.charAt(at)
    const token: JsToken = { t: 'op', v, at, line }
    at += v.length
    const top = templates.length - 1
    const open = templates[top]
    if (open !== undefined && open >= 0) {
      if (v === '{') templates[top] = open + 1
      else if (v === '}') templates[top] = open - 1
    }
    return token
  }
}

function precedesRegex({ t, v }: JsToken): boolean {
  if (t === 'name') return regexKeywords.has(v)
  return t === 'op' && v !== ')' && v !== ']' && v !== '}' && v !== '++' && v !== '--'
}

function lineEndOf(text: string, from: number): number {
  newLine.lastIndex = from
  return newLine.exec(text)?.index ?? text.length
}

function isNameCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    code === 95 ||
    code === 36 ||
    (code > 127 && !isSpace(code))
  )
}

function isSpace(code: number): boolean {
  return code <= 32 || (code > 127 && space.test(String.fromCharCode(code)))
}

function isNewLine(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function characterOf(hex: string): string {
  const code = parseInt(hex, 16)
  return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code)
}

const regexKeywords = new Set(
  'return typeof case in of delete void throw new else do await yield instanceof'.split(' '),
)
const space = /\s/
const newLine = /[\n\r\u2028\u2029]/g
const number =
  /0x[\da-f_]*n?|0o[0-7_]*n?|0b[01_]*n?|0[0-7]+(?!\d)|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[-+]?\d[\d_]*)?n?/iy
const unicodeEscape = /\\u(?:\{([\da-f]{1,8})\}|([\da-f]{4}))/iy
const numericEscape = /\\(?:x([\da-f]{2})|u\{([\da-f]{1,8})\}|u([\da-f]{4})|([0-3]?[0-7]{1,2}))/iy
const operator =
  /\.{3}|=>|={1,3}|!={0,2}|\*\*?=?|<<?=?|>{1,3}=?|&&?=?|\|\|?=?|\?\??=?|\+\+|--|[-+/%^]=?|[\s\S]/y
const escapes: Record<string, string> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\n': '',
  '\r': '',
  '\u2028': '',
  '\u2029': '',
}
