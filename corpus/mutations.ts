import { Parser, type Token } from 'acorn'

import { lexLua } from '#analysis/syntax/lex-lua.fixture.ts'

type Files = ReadonlyMap<string, string>
export type Mutation = { name: string; change: (files: Files, random: () => number) => Map<string, string> }

const isLua = (path: string) => path.endsWith('.lua')
const isCode = (path: string) => /\.(lua|js)$/.test(path) && !/(^|\/)(fxmanifest|__resource)\.lua$/.test(path)

/** A mutation that changes each file of code by itself. */
const each = (
  name: string,
  change: (text: string, lua: boolean, random: () => number) => string,
): Mutation => ({
  name,
  change: (files, random) =>
    new Map(
      [...files].map(([path, text]) => [path, isCode(path) ? change(text, isLua(path), random) : text]),
    ),
})

const luaPrefixes = [
  '-- it\'s "a" comment',
  '--[==[ it\'s ]] "one\n ]==]',
  '--[[ `\n]]',
  'local a = "\\"" .. \'--[[\'',
  'goto e ::e::',
  "local b = 7 // 2 -- '",
  'local c = [[ \' " ]]',
]
/** A quote that is misread as the start of a template hides everything after it. */
const jsPrefixes = [
  'if (1) /`/.test("y")',
  '{}\n/`/.test("")',
  'function f() {}\n/`/.test("")',
  '<!-- `',
  '1\n--> `',
  '// \u2028/`/.test("")',
  '// \r/`/.test("")',
  'var t = `${"`"}`',
  'var r = /[/`]/',
  'x: { break x }\n/`/.exec("")',
  'do ; while (0) /`/.test("")',
]

const luaFunction = /\bfunction\b[ \w.:]*\(([\w ,]+?)(?:, \.{3})?\)/g
const jsFunction = /(?:\bfunction\b[ \w]*|\basync |[=(,:] )\((\w[\w ,]*)\) (?:=> )?\{/g

/** A name that is the only argument of a call. */
const luaArgument = /(?<!\bfunction\b[ \w.:]{0,60})\(((?!nil|true|false|\d)\w+)\)/g
const jsArgument =
  /(?<=\w)(?<!\b(?:if|while|for|switch|catch|function|return|typeof))\(((?!null|true|false|this|\d)\w+)\)(?! (?:=>|\{))/g

export const mutations: Mutation[] = [
  each('CRLF', (text) => text.replaceAll('\n', '\r\n')),
  each('CR', (text) => text.replaceAll('\n', '\r')),
  each('U+2028', (text, lua) => (lua ? text.replaceAll('\n', '\n\r') : text.replaceAll('\n', '\u2028'))),
  each('byte order mark', (text) => `\uFEFF${text}`),
  ...Array.from({ length: 11 }, (_, at) =>
    each(
      `prefix ${at + 1}`,
      (text, lua) => `${lua ? luaPrefixes[at % luaPrefixes.length] : jsPrefixes[at]}\n${text}`,
    ),
  ),
  each('comments', (text, lua) =>
    mapTokens(text, lua, (token) => `${token} ${lua ? "--[[ it's ]]" : "/* it's */"}`),
  ),
  each('renamed identifiers', (text, lua) => rename(text, lua)),
  each('defaults of parameters', (text, lua) =>
    text.replaceAll(lua ? luaFunction : jsFunction, (head: string, names: string) =>
      names
        .split(',')
        .map((name) => name.trim())
        .reduce(
          (all, name) =>
            `${all} ${lua ? `if ${name} == nil then ${name} = 0 end` : `if (${name} === undefined) ${name} = 0;`}`,
          head,
        ),
    ),
  ),
  each('arguments from a function', (text, lua) =>
    text.replaceAll(
      lua ? luaArgument : jsArgument,
      lua ? '((function() return $1 end)())' : '((() => $1)())',
    ),
  ),
  each('arguments from a table', (text, lua) =>
    text.replaceAll(lua ? luaArgument : jsArgument, lua ? '(({ key = $1 }).key)' : '({ key: $1 }.key)'),
  ),
  each('arguments from a list', (text, lua) =>
    text.replaceAll(lua ? luaArgument : jsArgument, lua ? '((table.unpack({ $1 })))' : '(...[$1])'),
  ),
  each('split strings', (text, lua) =>
    mapStrings(text, lua, (value) => {
      const middle = Math.ceil(value.length / 2)
      return `(${quote(value.slice(0, middle))} ${lua ? '..' : '+'} ${quote(value.slice(middle))})`
    }),
  ),
  each('escaped strings', (text, lua) =>
    mapStrings(
      text,
      lua,
      (value) => `('${Array.from(value, (character) => escaped(character, lua)).join('')}')`,
    ),
  ),
  each('in a function', (text, lua) =>
    lua
      ? `local function start_all(...)\n${text}\nend\nreturn start_all(...)`
      : `;(function () {\n${text}\n})()`,
  ),
  each('in a table', (text, lua) =>
    lua
      ? `local box = { go = function(...)\n${text}\nend }\nreturn box.go(...)`
      : `const box_ = { go() {\n${text}\n} }\nbox_.go()`,
  ),
  each('declared later', (text, lua) =>
    // What a module returns cannot wait.
    lua && /^return\b/m.test(text)
      ? text
      : lua
        ? `local go_\nSetTimeout(0, function() go_() end)\ngo_ = function()\n${text}\nend`
        : `go_()\nfunction go_() {\n${text}\n}`,
  ),
  each('no semicolons', (text, lua) =>
    lua
      ? mapTokens(text, lua, (token) => (token === ';' ? '' : token))
      : text.replaceAll(/;(?=\n(?![ \t]*[([`/+-])|\s*$)/g, ''),
  ),
  {
    name: 'in another file',
    change: (files) => {
      const moved = new Map<string, string>()
      for (const [path, text] of files) {
        if (!isCode(path) || !path.startsWith('server/')) moved.set(path, text)
        else if (isLua(path)) {
          moved.set(`server/a_${path.slice(7)}`, `function Start_${moved.size}()\n${text}\nend`)
          moved.set(`server/z_${path.slice(7)}`, `Start_${moved.size - 1}()`)
        } else if (files.size > 1) moved.set(path, text)
        else {
          moved.set('server/a.js', `globalThis.startAll = function () {\n${text}\n}`)
          moved.set('server/z.js', 'startAll()')
        }
      }
      return moved
    },
  },
]

type Piece = { type: 'name' | 'string' | 'other'; start: number; end: number; text: string; value?: string }

/** Empty where the text does not parse: then it stays as it is. */
function piecesOf(text: string, lua: boolean): Piece[] {
  if (lua) return luaPieces(text)
  try {
    const tokens: Token[] = []
    Parser.parse(text, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowReturnOutsideFunction: true,
      onToken: tokens,
    })
    return tokens.map(({ type, start, end }) => ({
      type: type.label === 'name' ? 'name' : type.label === 'string' ? 'string' : 'other',
      start,
      end,
      text: text.slice(start, end),
      value: stringOf(text.slice(start, end)),
    }))
  } catch {
    return []
  }
}

function luaPieces(text: string): Piece[] {
  return lexLua(text).map(({ t, v, at }) => {
    const quoted = t === 'str' ? quotedAt(text, at) : undefined
    const end = at + (quoted ?? v).length
    const type = t === 'name' ? 'name' : quoted === undefined ? 'other' : 'string'
    return { type, start: at, end, text: text.slice(at, end), value: v }
  })
}

function quotedAt(text: string, start: number): string | undefined {
  const pattern = /(["'])(?:\\[\s\S]|(?!\1)[^\\\n])*\1/y
  pattern.lastIndex = start
  return pattern.exec(text)?.[0]
}

function replacePieces(
  text: string,
  pieces: Piece[],
  change: (piece: Piece, position: number) => string,
): string {
  let result = ''
  let end = 0
  for (const [position, piece] of pieces.entries()) {
    result += text.slice(end, piece.start) + change(piece, position)
    end = piece.end
  }
  return result + text.slice(end)
}

function mapTokens(text: string, lua: boolean, change: (token: string) => string): string {
  // A token of a template is only a part of its text.
  if (!lua && text.includes('`')) return text
  return replacePieces(text, piecesOf(text, lua), (piece) => change(piece.text))
}

/** Strings that are whole arguments or operands: not keys, not directives. */
function mapStrings(text: string, lua: boolean, change: (value: string) => string): string {
  const pieces = piecesOf(text, lua)
  return replacePieces(text, pieces, (piece, position) => {
    const before = pieces[position - 1]?.text ?? ''
    const after = pieces[position + 1]?.text ?? ''
    const isOperand = ['(', ',', '=', '[', '==', '..', '+', 'return'].includes(before) && after !== ':'
    const { value = '' } = piece
    return piece.type === 'string' && isOperand && /^[\x20-\x7E]{2,}$/.test(value)
      ? change(value)
      : piece.text
  })
}

/** Names that the text declares itself, and that are nowhere a field. */
function rename(text: string, lua: boolean): string {
  const pieces = piecesOf(text, lua)
  const fields = new Set<string>()
  const declared = new Set<string>()
  for (const [position, { type, text: name }] of pieces.entries()) {
    if (type !== 'name') continue
    const before = pieces[position - 1]?.text ?? ''
    const after = pieces[position + 1]?.text ?? ''
    if (
      ['.', ':', '?.', '::', 'goto'].includes(before) ||
      after === ':' ||
      (!lua && ['{', ','].includes(before) && ['}', ','].includes(after))
    )
      fields.add(name)
    if (lua && after === '=' && ['{', ',', ';'].includes(before)) fields.add(name)
    if ((lua ? ['local', 'for'] : ['const', 'let', 'var']).includes(before) && name !== 'function')
      declared.add(name)
    if (
      before === '(' &&
      (pieces[position - 2]?.text === 'function' || pieces[position - 3]?.text === 'function')
    )
      declared.add(name)
  }
  const renamed = new Map(
    [...declared].filter((name) => !fields.has(name)).map((name, at) => [name, `q${at}z`]),
  )
  return replacePieces(text, pieces, (piece) =>
    piece.type === 'name' ? (renamed.get(piece.text) ?? piece.text) : piece.text,
  )
}

/** Only texts without escapes are changed. */
const stringOf = (source: string) => (source.includes('\\') ? '' : source.slice(1, -1))
const quote = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const escaped = (character: string, lua: boolean) => {
  const code = character.charCodeAt(0)
  return lua ? `\\${String(code).padStart(3, '0')}` : `\\x${code.toString(16).padStart(2, '0')}`
}
