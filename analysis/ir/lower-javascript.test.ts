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
  r#4 = #7
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
A = (#1 = B, A#0 = class extends #1 {
  constructor fn1(a#3) {
    this#2.x = 1
    this#2.#p = this#2.x
    #1.call(this#2, a#3)
    this#2.#p = a#3
  }
  method ["m"] fn2() {
    return #1.prototype.m.call(this#4, 1)
  }
  get ["g"] fn3() {
    return ("#p" in this#5)
  }
  static method ["h"] fn4() {
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
C = (#1 = E, D#0 = class extends #1 {
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
module.exports.default = class {
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
d = #0
#2 = [y, x]
x = #2[0]
y = #2
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
o = {"a": a, "b": fn1() {
  return this#0
}, get "c": fn2() {
  return 1
}, set "c": fn3(v#3) {
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

test('the options of an import are read, as they may call something', () => {
  expect(writeProgram(lowerJavaScript(`import('a', { with: f() })`))).toEqual([
    '{"with": f()}',
    'import("a")',
  ])
})

test('a loop over keys may give its variable a value before', () => {
  expect(writeProgram(lowerJavaScript('for (var a = f() in b) c()'))).toEqual([
    'a = f()',
    'each #0 keys b {',
    '  a = #0',
    '  c()',
    '}',
  ])
})
