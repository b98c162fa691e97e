import { describe, expect, test } from 'vitest'

import { lowerLua } from './lower-lua.ts'
import { writeProgram } from './write-program.fixture.ts'

const lower = (text: string) => writeProgram(lowerLua(text))

describe('each statement of Lua', () => {
  test.each([
    ['local a, b = f()', ['a#1, b#2 = ...results f()']],
    ['local a = a', ['a#1 = a']],
    ['a, b.c = b.c, a', ['a, b.c = b.c, a']],
    ['local function f() return f() end', ['f#1 = fn1() {', '  return ...results f#1()', '}']],
    ['function m.f:g(x) self.y = x end', ['m.f.g = fn1(self#1, x#2) {', '  self#1.y = x#2', '}']],
    ['a += 1', ['a = (a + 1)']],
    ['f().a += 1', ['#1 = f()', '#2 = "a"', '#1[#2] = (#1[#2] + 1)']],
    ['local a, b in t', ['#1 = t', 'a#2, b#3 = #1.a, #1.b']],
    [
      'if a then b() elseif c then d() else e() end',
      ['if a {', '  b()', '} else {', '  if c {', '    d()', '  } else {', '    e()', '  }', '}'],
    ],
    ['while true do break end', ['loop {', '  jump', '}']],
    ['repeat local z = f() until z', ['loop {', '  z#1 = f()', '} while (not z#1)']],
    ['for i = 1, #t do f(i) end', ['i#1 = 1', 'loop (i#1 <= (# t)); i#1 = (i#1 + 1) {', '  f(i#1)', '}']],
    ['for k, v in pairs(t) do f(k) end', ['each k#1, v#2 iterator ...results pairs(t) {', '  f(k#1)', '}']],
    ['do local a = 1 end return a', ['a#1 = 1', 'return a']],
    ['f() defer g() end h()', ['f()', 'try {', '  h()', '} finally {', '  g()', '}']],
    ['goto next ::next::', ['jump', 'label']],
    ['return f(), ...', ['return f(), ...list ...#0']],
    ['return (f()), (...)', ['return f(), ...#0[1]']],
  ])('%s', (text, lines) => expect(lower(text)).toEqual(lines))
})

describe('each expression of Lua', () => {
  test.each([
    ['a.b["c d"][1]:m(2)', 'a.b["c d"][1]:m(2)'],
    ['a .. b .. c', '(a .. b .. c)'],
    ['1 - 2 - 3', '(1 - 2 - 3)'],
    ['a and b or not c ~= d', '((a && b) || ((not c) != d))'],
    ['-1 + -x', '(-1 + (- x))'],
    ['2 ^ 3 ~ 1', '((2 ** 3) ^ 1)'],
    ['`adder`', '`adder`'],
    ['0x10, 0xA.8p1, 1e3', '16, 21, 1000'],
    ['{ 1, a = nil, [b] = true, f() }', '{1, "a": undefined, [b]: true, ...results f()}'],
    ['{ f(), 1 }', '{f(), 1}'],
    ['f"x", g{...}', 'f("x"), ...results g({...list ...#0})'],
  ])('%s', (text, written) =>
    expect(lower(`return ${text}`)).toEqual([
      `return ${written.replace(/^(a\.b.*m\(2\))$/, '...results $1')}`,
    ]),
  )
})

test('a variable that an inner function uses is captured, writes are counted', () => {
  const { program } = lowerLua('local a = 1 a = 2 local b = 3 function f() return a end')

  expect(program?.bindings).toMatchObject([
    { name: '...', fn: 0 },
    { name: 'a', fn: 0, isCaptured: true, writes: 2 },
    { name: 'b', isCaptured: false, writes: 1 },
  ])
  expect(program?.functions).toMatchObject([{ id: 0 }, { id: 1 }])
})

test('each node has the place of its text', () => {
  const text = 'local x = 1\nprint( ( "a" ) .. t.key:call(2) )'
  const { program } = lowerLua(text)
  const places: string[] = []
  JSON.stringify(program?.functions, (_, value) => {
    if (typeof value?.start === 'number' && value.type)
      places.push(`${value.type}: ${text.slice(value.start, value.end)}`)
    return value
  })

  expect(places).toEqual(
    expect.arrayContaining([
      'name: x',
      'assign: local x = 1',
      'call: print( ( "a" ) .. t.key:call(2) )',
      'binary: ( "a" ) .. t.key:call(2)',
      'call: t.key:call(2)',
      'member: t.key',
      'const: "a"',
      'const: key',
      'const: 2',
    ]),
  )
})

test('what the grammar rejects, and what is too deep, is a problem with a place', () => {
  expect(lowerLua('a()\nb(').problem).toEqual({
    kind: 'does-not-parse',
    start: 6,
    line: 2,
    message: 'expected an expression instead of the end of the file',
  })
  expect(lowerLua(`return a${'.b'.repeat(500)}`).problem).toMatchObject({ kind: 'not-fully-read', line: 1 })
  expect(lowerLua(`return a${' + 1'.repeat(100_000)}`).problem).toBeNull()
})
