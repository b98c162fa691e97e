import { describe, expect, test } from 'vitest'

import { lowerLua } from './lower-lua.ts'
import { writeProgram } from './write-program.fixture.ts'

const lines = (text: string) => writeProgram(lowerLua(text))

describe('operators bind as in Lua', () => {
  test.each([
    ["id == 'license:' .. 'abc'", '(id == ("license:" .. "abc"))'],
    ['a or b and not c == d', '(a || (b && ((not c) == d)))'],
    ['-x ^ 2 ^ 3', '(- (x ** (2 ** 3)))'],
    ['2 ^ -x', '(2 ** (- x))'],
    ['a .. b .. c', '(a .. b .. c)'],
    ['a - b - c * d', '(a - b - (c * d))'],
    ['(a - b) - (c - d)', '((a - b) - (c - d))'],
    ['a | b ~ c & d << 1 + 2', '(a | (b ^ (c & (d << (1 + 2)))))'],
    ['#t // 2 % 3', '(((# t) // 2) % 3)'],
    ['a < b ~= c', '((a < b) != c)'],
    // As the compiler of CfxLua reads it.
    ['1 += 2', '(1 + 2)'],
    ['1 /* text */ + 2', '(1 + 2)'],
  ])('%s', (text, tree) => expect(lines(`return ${text}`)).toEqual([`return ${tree}`]))
})

describe('other expressions', () => {
  test.each([
    ['nil, true, false, ...', 'undefined, true, false, ...list ...#0'],
    ['(f())', 'f()'],
    ["a.b['c'][1]:d(2)(3)", '...results a.b.c[1]:d(2)(3)'],
    ["require 'x' { 1 } .y", 'require("x")({1}).y'],
    ["{ a = 1, [b] = 2; 3, 'x', }", '{"a": 1, [b]: 2, 3, "x"}'],
    ["('x'):rep(3)", '...results "x":rep(3)'],
    ['0x1p4, .5, 5., 1e-3, 0xA.8', '16, 0.5, 5, 0.001, 10.5'],
    ['a?.b?[c].d', 'a.b[c].d'],
    ['exports? .npwd', 'exports.npwd'],
    ['{ .a, .b = 2 }', '{"a": true, "b": 2}'],
  ])('%s', (text, tree) => expect(lines(`return ${text}`)).toEqual([`return ${tree}`]))
})

describe('statements', () => {
  test.each([
    ['a <<= 1', ['a = (a << 1)']],
    ['a, b in f()', ['#1 = f()', 'a, b = #1.a, #1.b']],
    ['defer(print)', ['defer(print)']],
    ['local a <const>, b <close> = 1, 2', ['a#1, b#2 = 1, 2']],
    ['for i = 1, 10, -2 do end', ['i#1 = 1', 'loop (i#1 >= 10); i#1 = (i#1 + -2) {', '}']],
    ['function f(a, ...) return ... end', ['f = fn1(a#1, ......#2) {', '  return ...list ...#2', '}']],
    ['local function f() end; do end', ['f#1 = fn1() {', '}']],
    ['#!/usr/bin/lua\nprint(1)', ['print(1)']],
    ['\uFEFFa()\r\nb()\rc()\n\rd()', ['a()', 'b()', 'c()', 'd()']],
    ['', []],
  ])('%s', (text, expected) => expect(lines(text)).toEqual(expected))
})

describe('what Lua rejects has a line and says what was expected', () => {
  test.each([
    ['a = = 1', '1: expected an expression instead of “=”'],
    ['print(1\n\nx = 2', '3: expected “)” instead of “x”'],
    ['if a then', '1: expected “end” instead of the end of the file'],
    ['end', '1: expected the end of the file instead of “end”'],
    ['return 1 print(2)', '1: expected the end of the block instead of “print”'],
    ['f() = 1', '1: expected a statement instead of “=”'],
    ['a.b', '1: expected “=” instead of the end of the file'],
    ['local 1', '1: expected a name instead of “1”'],
    ['local a <x> = 1', '1: expected “const” or “close” instead of “x”'],
    ['for a do end', '1: expected “=” or “in” instead of “do”'],
    ['x = a != b', '1: expected an expression instead of “!”'],
    ['x = {.}', '1: expected a name instead of “}”'],
    ['x = a?:b()', '1: “?” before a method'],
    ["x = '\n'", '1: a string without an end'],
    ['\nx = [[', '2: a string without an end'],
    ['x = 1 --[[', '1: a comment without an end'],
    ['x = 1 /*', '1: a comment without an end'],
    ["x = '\\q'", '1: the unknown escape \\q'],
    ["x = '\\300'", '1: the escape \\300 above 255'],
    ['x = 3..2', '1: the malformed number 3..2'],
    ['x = 0x', '1: the malformed number 0x'],
    ['x = 1 +', '1: expected an expression instead of the end of the file'],
    ['é = 1', '1: a name with a letter that Lua does not allow'],
    [`x = ${'('.repeat(500)}1`, '1: more nested levels than Lua reads'],
    ['(a) = 1', '1: expected a statement instead of “=”'],
    ['(f())', '1: expected a statement instead of the end of the file'],
  ])('%s', (text, expected) => {
    const { problem } = lowerLua(text)
    expect(`${problem?.line}: ${problem?.message}`).toBe(expected)
  })
})

test('an expression of 100,000 tokens and a table of 100,000 elements are read', () => {
  expect(lines(`x = ${'1 + '.repeat(50_000)}1`)).toHaveLength(1)
  expect(lines(`x = { ${'1, '.repeat(100_000)} }`)).toHaveLength(1)
})

test.each([
  ['members in parentheses', `return ${'('.repeat(200)}a${').b.b.b'.repeat(200)}`],
  ['branches', `if a then ${'elseif b then '.repeat(500)} end`],
  ['defers', 'defer f() end '.repeat(500)],
])('%s that are nested too deeply are a limit', (_, text) => {
  expect(lowerLua(text).problem).toMatchObject({ kind: 'not-fully-read' })
})
