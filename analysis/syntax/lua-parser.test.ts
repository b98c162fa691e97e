import { describe, expect, test } from 'vitest'

import { parseLua } from './lua-parser.ts'
import type { LuaExpression, LuaStatement } from './lua-tree.ts'

/** Writes an expression with all of its parentheses. */
function write(expression: LuaExpression): string {
  switch (expression.type) {
    case 'number':
      return expression.text
    case 'string':
      return JSON.stringify(expression.value)
    case 'name':
      return expression.name
    case 'vararg':
      return '...'
    case 'index':
      return `${write(expression.object)}[${write(expression.key)}]`
    case 'call': {
      const { callee, method } = expression
      const target = method === null ? write(callee) : `${write(callee)}:${method}`
      return `${target}(${expression.arguments.map(write).join(', ')})`
    }
    case 'function':
      return `function(${[...expression.parameters, ...(expression.isVararg ? ['...'] : [])].join(', ')})`
    case 'table':
      return `{${expression.fields.map(({ key, value }) => `${key ? `${write(key)} = ` : ''}${write(value)}`).join(', ')}}`
    case 'binary':
      return `(${write(expression.left)} ${expression.operator} ${write(expression.right)})`
    case 'unary':
      return `(${expression.operator} ${write(expression.operand)})`
    case 'parentheses':
      return `(${write(expression.expression)})`
    default:
      return expression.type
  }
}

/** The single statement of a text. */
function parseOne(text: string): LuaStatement {
  const [statement, ...others] = parseLua(text)
  if (!statement || others.length > 0) throw new Error('Not one statement')
  return statement
}

function expressionOf(text: string): string {
  const statement = parseOne(`return ${text}`)
  return statement.type === 'return' ? statement.values.map(write).join('; ') : statement.type
}

function problemOf(text: string): string {
  try {
    parseLua(text)
    return 'none'
  } catch (error) {
    if (!(error instanceof Error) || !('line' in error)) throw error
    return `${String(error.line)}: ${error.message}`
  }
}

describe('expressions', () => {
  test.each([
    ["id == 'license:' .. 'abc'", '(id == ("license:" .. "abc"))'],
    ['a or b and not c == d', '(a or (b and ((not c) == d)))'],
    ['-x ^ 2 ^ 3', '(- (x ^ (2 ^ 3)))'],
    ['2 ^ -x', '(2 ^ (- x))'],
    ['a .. b .. c', '(a .. (b .. c))'],
    ['a - b - c * d', '((a - b) - (c * d))'],
    ['a | b ~ c & d << 1 + 2', '(a | (b ~ (c & (d << (1 + 2)))))'],
    ['#t // 2 % 3', '(((# t) // 2) % 3)'],
    ['a < b ~= c', '((a < b) ~= c)'],
    ['nil, true, false, ...', 'nil; true; false; ...'],
    ['(f())', '(f())'],
    ["a.b['c'][1]:d(2)(3)", 'a["b"]["c"][1]:d(2)(3)'],
    ["require 'x' { 1 } .y", 'require("x")({1})["y"]'],
    ["{ a = 1, [b] = 2; 3, 'x', }", '{"a" = 1, b = 2, 3, "x"}'],
    ['function(a, b, ...) end', 'function(a, b, ...)'],
    ["('x'):rep(3)", '("x"):rep(3)'],
    ['0x1p4, .5, 5., 1e-3, 0xA.8', '0x1p4; .5; 5.; 1e-3; 0xA.8'],
  ])('%s', (text, tree) => expect(expressionOf(text)).toBe(tree))
})

describe('CfxLua', () => {
  test.each([
    ['`adder`', '"adder"'],
    ['a?.b?[c].d', 'a["b"][c]["d"]'],
    ['exports? .npwd', 'exports["npwd"]'],
    ['{ .a, .b = 2 }', '{"a" = true, "b" = 2}'],
    ['1 /* text */ + 2', '(1 + 2)'],
    // As its compiler reads it.
    ['1 += 2', '(1 + 2)'],
  ])('%s', (text, tree) => expect(expressionOf(text)).toBe(tree))

  test.each([
    ['a.b += 1', { type: 'update', operator: '+' }],
    ['a <<= 1', { type: 'update', operator: '<<' }],
    ['local a, b in t', { type: 'unpacking', isLocal: true }],
    ['a, b in f()', { type: 'unpacking', isLocal: false }],
    ['defer print(1) end', { type: 'defer' }],
    ['defer(print)', { type: 'call-statement' }],
    ['for k, v in each(t) do end', { type: 'generic-for', names: ['k', 'v'] }],
  ])('%s', (text, statement) => expect(parseOne(text)).toMatchObject(statement))
})

test('statements have their parts and places', () => {
  const text = `local a <const>, b <close> = 1, 2
function m.f:g(x) return self end
if a then elseif b then c() else d() end
for i = 1, 10, 2 do break end
repeat local z until z
while x do goto next ::next:: end
local function f() end; do end`

  expect(parseLua(text)).toMatchObject([
    {
      type: 'local',
      names: [{ name: 'a', end: 7 }, { name: 'b' }],
      values: [{ text: '1' }, { text: '2' }],
      line: 1,
    },
    {
      type: 'assignment',
      targets: [{ type: 'index', key: { value: 'g', line: 2, at: text.indexOf('g(') } }],
      values: [{ type: 'function', parameters: ['self', 'x'], body: [{ type: 'return' }] }],
    },
    { type: 'if', clauses: [{ body: [] }, { body: [{}] }], otherwise: [{}], line: 3 },
    { type: 'numeric-for', name: 'i', range: [{}, {}, {}], body: [{ type: 'break' }] },
    { type: 'repeat', body: [{ type: 'local' }], condition: { name: 'z' } },
    { type: 'while', body: [{ type: 'goto', name: 'next' }, { type: 'label' }] },
    { type: 'local-function', name: 'f' },
    { type: 'do', body: [], line: 7 },
  ])
})

test('a shebang, a byte order mark and every kind of line break are read', () => {
  expect(parseLua('#!/usr/bin/lua\nprint(1)')).toMatchObject([{ line: 2 }])
  expect(parseLua('\uFEFFprint(1)\r\nprint(2)\rprint(3)\n\rprint(4)')).toHaveLength(4)
  expect(parseLua('')).toEqual([])
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
  ])('%s', (text, problem) => expect(problemOf(text)).toBe(problem))
})

test('an expression of 100,000 tokens and a table of 100,000 elements are read', () => {
  expect(parseLua(`x = ${'1 + '.repeat(50_000)}1`)).toHaveLength(1)
  expect(parseLua(`x = { ${'1, '.repeat(100_000)} }`)).toHaveLength(1)
})
