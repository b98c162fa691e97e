import { expect, test } from 'vitest'

import { lexLua } from './lex-lua.fixture.ts'
import { createLuaLexer, type LuaToken } from './lua-lexer.ts'

/** `name:x str:"a b" op:=`, one word for each token. */
const brief = (tokens: readonly LuaToken[]): string =>
  tokens.map(({ t, v }) => `${t}:${t === 'str' ? JSON.stringify(v) : v}`).join(' ')

test.each([
  ['an assignment', 'local a = 1', 'name:local name:a op:= num:1'],
  ['a call without parentheses', "client_script 'a.lua'", 'name:client_script str:"a.lua"'],
  ['single and double quotes', `'a"b' "c'd"`, `str:"a\\"b" str:"c'd"`],
  ['a hash in backticks as a string', '`adder`', 'str:"adder"'],
  [
    'letters after a backslash',
    String.raw`'\a\b\f\n\r\t\v\\\'\"'`,
    String.raw`str:"\u0007\b\f\n\r\t\u000b\\'\""`,
  ],
  ['a decimal escape of at most three digits', String.raw`'\65\0661'`, 'str:"AB1"'],
  ['a hexadecimal escape', String.raw`'\x4a\x4B'`, 'str:"JK"'],
  ['a Unicode escape', String.raw`'\u{48}\u{20AC}\u{1F600}'`, 'str:"H€😀"'],
  ['a Unicode escape beyond Unicode', String.raw`'\u{7FFFFFFF}'`, 'str:"\uFFFD"'],
  ['an unknown escape as its character', String.raw`'\q\xZ'`, 'str:"qxZ"'],
  ['spaces after \\z as nothing', "'a\\z \n\t b'", 'str:"ab"'],
  ['a line break after a backslash', "'a\\\r\nb'", String.raw`str:"a\nb"`],
  ['an unfinished string up to the end of its line', "'abc\nd", 'str:"abc" name:d'],
  ['a string that ends with a backslash', "'abc\\", 'str:"abc"'],
  ['a long string', '[[a]b\\n]]', String.raw`str:"a]b\\n"`],
  ['a long string with a level', '[==[a]]b]=]c]==]', 'str:"a]]b]=]c"'],
  ['a long string without its first line break', '[[\r\na\r\nb\rc]]', String.raw`str:"a\nb\nc"`],
  ['an unfinished long string up to the end', '[=[abc]]', 'str:"abc]]"'],
  ['a bracket that opens no long string', 'a[=1', 'name:a op:[ op:= num:1'],
  ['nested brackets', 't[ [[k]] ]', 'name:t op:[ str:"k" op:]'],
  ['a comment to the end of its line', 'a -- b\nc', 'name:a name:c'],
  ['code after a lone carriage return in a comment', '-- a\rb', 'name:b'],
  ['a long comment', 'a --[[ b\nc ]] d', 'name:a name:d'],
  ['a long comment with a level', 'a --[=[ ]] ]=] d', 'name:a name:d'],
  ['a line comment that looks like a long one', 'a --[=b ]]\nc', 'name:a name:c'],
  ['a C comment', 'a /* b\n*/ c /*/ d */ e', 'name:a name:c name:e'],
  ['an unfinished C comment', 'a /* b', 'name:a'],
  ['two slashes as a division', '7 // 2', 'num:7 op:// num:2'],
  ['a shebang', '#!/usr/bin/lua\na', 'name:a'],
  ['a byte order mark', '\uFEFFa', 'name:a'],
  ['names with characters above 127', 'größe = é1', 'name:größe op:= name:é1'],
  ['numbers', '3 3.14 .5 0xFF 0x1p-4 1e+9 2E5', 'num:3 num:3.14 num:.5 num:0xFF num:0x1p-4 num:1e+9 num:2E5'],
  ['a sign that is no exponent', '0xe+1 3-4', 'num:0xe op:+ num:1 num:3 op:- num:4'],
  ['points', 'a.b a..b f(...)', 'name:a op:. name:b name:a op:.. name:b name:f op:( op:... op:)'],
  ['comparisons', '== ~= <= >= < >', 'op:== op:~= op:<= op:>= op:< op:>'],
  ['bits', '<< >> & | ~', 'op:<< op:>> op:& op:| op:~'],
  [
    'compound assignments',
    '+= -= *= /= &= |= ^= <<= >>=',
    'op:+= op:-= op:*= op:/= op:&= op:|= op:^= op:<<= op:>>=',
  ],
  ['a label', '::a::', 'op::: name:a op:::'],
  ['safe navigation', 't?.a?[1]?:b()', 'name:t op:. name:a op:[ num:1 op:] op:: name:b op:( op:)'],
  ['control characters as operators', 'a\0b', 'name:a op:\0 name:b'],
  ['nothing', '', ''],
])('the lexer reads %s', (_, text, expected) => expect(brief(lexLua(text))).toBe(expected))

test('a token has its place, its line and the number of its numeric escapes', () => {
  expect(lexLua("a\r\n\n  '\\65\\x42c'\r[[\n\n]] b")).toEqual([
    { t: 'name', v: 'a', at: 0, end: 1, line: 1 },
    { t: 'str', v: 'ABc', at: 6, end: 16, line: 3, esc: 2 },
    { t: 'str', v: '\n', at: 17, end: 23, line: 4 },
    { t: 'name', v: 'b', at: 24, end: 25, line: 6 },
  ])
})

test('onComment receives the place of each comment', () => {
  const comments: string[] = []
  const text = 'a -- one\n--[[ two\n]] b /* three */'
  const next = createLuaLexer(text, (start, end) => comments.push(text.slice(start, end)))
  while (next());

  expect(comments).toEqual(['-- one', '--[[ two\n]]', '/* three */'])
})

// Quadratic reading of any of them would take many minutes.
test.each([
  ['quotes', "'"],
  ['long brackets that nothing closes', '[='],
  ['closing brackets', ']='],
  ['equals signs', '='],
  ['comment marks', '--['],
  ['C comment marks', '/*'],
  ['backslashes', '"\\'],
  ['skipped spaces', "'\\z  "],
  ['digits', '1'],
  ['points', '.'],
  ['question marks', '?.'],
  ['brackets', '{('],
  ['line breaks', '\r'],
])('1 MB of %s is read in seconds', (_, part) => {
  const texts = [
    part.repeat(1_000_000 / part.length),
    `[${'='.repeat(500_000)}[${part.repeat(500_000 / part.length)}`,
  ]
  const counts = texts.map((text) => lexLua(text).length)

  expect(Math.max(...counts)).toBeLessThanOrEqual(1_000_000)
})

test('tokens of random text are in order and within the text', () => {
  const pieces = [
    "'",
    '"',
    '`',
    '[[',
    ']]',
    '[=[',
    ']=]',
    '--',
    '/*',
    '*/',
    '\\',
    '\\z',
    '\\u{',
    '\n',
    '\r',
    'a',
    '1',
    '0x',
    '.',
    '?',
    '=',
    '\uD800',
    '\0',
  ]
  let seed = 1
  for (let round = 0; round < 2_000; round++) {
    let text = ''
    while (text.length < 40) {
      seed = (seed * 48_271) % 2_147_483_647
      text += pieces[seed % pieces.length] ?? ''
    }
    const places = lexLua(text).map(({ at }) => at)

    expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
    expect(places.at(-1) ?? 0).toBeLessThan(text.length)
  }
})
