import { expect, test } from 'vitest'

import { lowerJavaScript } from './lower-javascript.ts'
import { writeProgram } from './write-program.fixture.ts'

const cases: [title: string, text: string, lines: string][] = [
  [
    'declarations are hoisted, and parameters take patterns and defaults',
    `
var a = 1
function f(x, { y, z: [w] = [2], ...r } = {}, ...rest) {
  return this.q + y + w + arguments[0]
}
`,
    `
f = fn1(x#1, #5, ...rest#6) {
  #7 = (#5 ?? {})
  y#2 = #7.y
  #8 = (#7.z ?? [2])
  w#3 = #8[0]
  r#4 = rest(#7, ["y", "z"])
  return (this#0.q + y#2 + w#3 + arguments#9[0])
}
a = 1
`,
  ],
  [
    'fields are set by the constructor, static ones after the class',
    `
class A extends B {
  x = 1
  #p = this.x
  static s = 2
  static { this.t = super.u }
  constructor(a) { super(a); this.#p = a }
  m() { return super.m(1) }
  get g() { return #p in this }
  static h() { return super.h }
}
`,
    `
A = (#1 = B, A#0 = class A extends #1 {
  constructor fn1(a#3) {
    this#2.x = 1
    this#2.#p = this#2.x
    #1.call(this#2, a#3)
    this#2.#p = a#3
  }
  method ["m"] fn2 A.m() {
    return #1.prototype.m.call(this#4, 1)
  }
  get ["g"] fn3 A.g() {
    return ("#p" in this#5)
  }
  static method ["h"] fn4 A.h() {
    return #1.h
  }
}, A#0.s = 2, fn5() {
  this#7.t = #1.u
}.call(A#0), A#0)
`,
  ],
  [
    'a class without a constructor passes its arguments on',
    `
const C = class D extends E { y = D }
`,
    `
C = (#1 = E, D#0 = class D extends #1 {
  constructor fn1(...#3) {
    #1.call(this#2, ...list #3)
    this#2.y = D#0
  }
}, D#0)
`,
  ],
  [
    'imports and exports of a module',
    `
import d, { a as b } from 'fs'
import * as all from 'os'
import 'side'
export const q = b(all)
export default class { }
export { q as r }
export { s } from 't'
export * from 'x'
export * as y from 'z'
`,
    `
#4 = import("fs")
d#0 = #4.default
b#1 = #4.a
#5 = import("os")
all#2 = #5
#6 = import("side")
q#3 = b#1(all#2)
module.exports.q = q#3
module.exports.default = class default {
  constructor fn1() {
  }
}
module.exports.r = q#3
#9 = import("t")
module.exports.s = #9.s
Object.assign(module.exports, import("x"))
module.exports.y = import("z")
`,
  ],
  [
    'guards in expressions are statements',
    `
(async () => {
  for await (const [k, v] of Object.entries(o)) {
    a && b(k)
    c ? d() : e(), f()
    g ?? h(await v)
  }
})()
`,
    `
async fn1() {
  each #2 values Object.entries(o) {
    k#0 = #2[0]
    v#1 = #2[1]
    if a {
      b(k#0)
    }
    if c {
      d()
    } else {
      e()
    }
    f()
    if (g == undefined) {
      h((await v#1))
    }
  }
}()
`,
  ],
  [
    'loops, labels and switch',
    `
x: for (let i = 0; i < 3; i++) {
  if (!i) continue x
  switch (i) { case 1: y(); break; default: z() }
}
b: { break b }
do w(); while (n)
for (p.q in r) s()
while (true) t()
`,
    `
i#0 = 0
x: loop (i#0 < 3); i#0 = (i#0 + 1) {
  if (not i#0) {
    continue x
  }
  switch i#0 {
  case 1:
    y()
    break
  default:
    z()
  }
}
b: {
  break b
}
loop {
  w()
} while n
each #1 keys r {
  p.q = #1
  s()
}
loop {
  t()
}
`,
  ],
  [
    'templates, tags and chains',
    `
tag\`a\${1}b\`
o.tag\`c\`
x = \`c\${d}e\${f}\`
a?.b?.[c]?.()
a ??= b
a.b.c += 1
a()[b()] **= 1
a === b !== c
`,
    `
tag(["a", "b", "raw": ["a", "b"]], 1)
o.tag(["c", "raw": ["c"]])
x = template("c", d, "e", f)
a.b[c]()
a = (a ?? b)
a.b.c = (a.b.c + 1)
#0 = a()
#1 = b()
#0[#1] = (#0[#1] ** 1)
((a == b) != c)
`,
  ],
  [
    'the object of with comes before other names',
    `
with (o) { p(q); r = 1 }
`,
    `
#0 = o
(#0.p ?? p)((#0.q ?? q))
#1 = 1
#0.r = #1
r = #1
`,
  ],
  [
    'catch takes a pattern',
    `
try { a } catch ({ message }) { m(message) } finally { n() }
`,
    `
try {
  a
} catch #1 {
  message#0 = #1.message
  m(message#0)
} finally {
  n()
}
`,
  ],
  [
    'a function expression knows its name',
    `
const fact = function g(n) { return n ? g(n - 1) : 1 }
`,
    `
fact = (g#0 = fn1(n#2) {
  return (n#2 ? g#0((n#2 - 1)) : 1)
}, g#0)
`,
  ],
  [
    'destructuring',
    `
let u = undefined
var { a, b: { c = 1 }, ...d } = require('m')
;[x, , ...y] = [y, x]
`,
    `
u = undefined
#0 = require("m")
a = #0.a
#1 = #0.b
c = (#1.c ?? 1)
d = rest(#0, ["a", "b"])
#2 = [y, x]
x = #2[0]
y = rest(#2, 2)
#2
`,
  ],
  [
    'functions in blocks belong to the function outside of strict code',
    `
if (a) { function f() {} }
f()
`,
    `
if a {
  f = fn1() {
  }
}
f()
`,
  ],
  [
    'and to the block in strict code',
    `
'use strict'
if (a) { function f() {} f() }
f()
`,
    `
"use strict"
if a {
  f#0 = fn1() {
  }
  f#0()
}
f()
`,
  ],
  [
    'objects',
    `
o = { a, b() { return this }, get c() { return 1 }, set c(v) {}, ['d' + 1]: 2, ...e }
`,
    `
o = {"a": a, "b": fn1 o.b() {
  return this#0
}, get "c": fn2 o.c() {
  return 1
}, set "c": fn3 o.c(v#3) {
}, [("d" + 1)]: 2, copy e}
`,
  ],
  [
    'generators',
    `
function* g() { const x = yield 1; yield* h() }
`,
    `
g = fn1*() {
  x#1 = (yield 1)
  (yield* h())
}
`,
  ],
  [
    'return outside of a function',
    `
if (a) return
b()
`,
    `
if a {
  return
}
b()
`,
  ],
  [
    'a constant of a top level is a global, that of a module is not',
    `
const a = 1
let b = 2
a + b
`,
    `
a = 1
b = 2
(a + b)
`,
  ],
]

test.each(cases)('%s', (_, text, lines) => {
  expect(writeProgram(lowerJavaScript(text)).join('\n')).toBe(lines.trim())
})

test.each([
  ['const a = ;\n', 1, 'unexpected token'],
  ['\n\nlet x = "a\n', 3, 'unterminated string constant'],
  ['a\n/* b', 2, 'unterminated comment'],
  ['import x from "y"\nreturn 1', 2, "'return' outside of function"],
  ['let a\nlet a', 2, "identifier 'a' has already been declared"],
  ['{"a": 1}', 1, 'unexpected token'],
])('%j does not parse', (text, line, message) => {
  expect(lowerJavaScript(text)).toMatchObject({ problem: { kind: 'does-not-parse', line, message } })
})

test.each([
  ['parentheses', '('.repeat(50_000)],
  ['lists', '['.repeat(50_000)],
  ['blocks', '{'.repeat(50_000)],
  ['functions', 'function f(){'.repeat(20_000)],
  ['operands', `x = ${'a + '.repeat(100_000)}a`],
  ['calls', `x${'.y()'.repeat(50_000)}`],
  ['conditions', `${'if (a) b(); else '.repeat(20_000)}c()`],
  ['templates', '`${'.repeat(20_000)],
  ['arrows', `${'a => '.repeat(20_000)}b`],
])('thousands of nested %s end at a limit', (_, text) => {
  expect(lowerJavaScript(text).problem).toMatchObject({
    kind: 'not-fully-read',
    message: 'the code is nested too deeply',
  })
})

test('a byte order mark and a first line for the shell are no code', () => {
  for (const text of ['\uFEFFa()', '#!/usr/bin/env node\na()'])
    expect(writeProgram(lowerJavaScript(text))).toEqual(['a()'])
})
