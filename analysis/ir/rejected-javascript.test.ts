import { expect, test } from 'vitest'

import { lowerJavaScript } from './lower-javascript.ts'
import { writeProgram } from './write-program.fixture.ts'

test.each([
  ['const a = ;\n', 1, 'unexpected “;”'],
  ['\n\nlet x = "a\n', 3, 'a string without an end'],
  ['a\n/* b', 2, 'a comment without an end'],
  ['import x from "y"\nreturn 1', 2, "'return' outside of function"],
  ['let a\nlet a', 2, "identifier 'a' has already been declared"],
  ['{"a": 1}', 1, 'unexpected “:”'],
])('%j does not parse', (text, line, message) => {
  expect(lowerJavaScript(text)).toMatchObject({ problem: { kind: 'does-not-parse', line, message } })
})

test.each([
  ['parentheses', '('.repeat(50_000)],
  ['lists', '['.repeat(50_000)],
  ['blocks', '{'.repeat(50_000)],
  ['functions', 'function f(){'.repeat(20_000)],
  ['operands', `x = ${'a + b - '.repeat(50_000)}a`],
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

test.each([
  ['operands of one operator', `x = ${'a + '.repeat(100_000)}a`],
  ['values of a list', `x = [${'1, '.repeat(100_000)}]`],
  ['names', Array.from({ length: 50_000 }, (_, index) => `let a${index} = ${index}`).join('\n')],
  ['functions', Array.from({ length: 20_000 }, (_, index) => `function f${index}() {}`).join('\n')],
])('thousands of %s become a tree', (_, text) => {
  expect(lowerJavaScript(text).problem).toBeNull()
})

test('a byte order mark and a first line for the shell are no code', () => {
  for (const text of ['\uFEFFa()', '#!/usr/bin/env node\na()', '\uFEFF#!/usr/bin/env node\r\na()'])
    expect(writeProgram(lowerJavaScript(text))).toEqual(['a()'])
})

test('functions within the targets of assignments are lowered once', () => {
  const depth = 40
  const text = `${'f(() => { '.repeat(depth)}a${' }).b = c'.repeat(depth)}`

  expect(lowerJavaScript(text).program?.functions).toHaveLength(depth + 1)
})
