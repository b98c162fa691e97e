import { expect, test } from 'vitest'

import { lowerJavaScript } from './lower-javascript.ts'
import { writeProgram } from './write-program.fixture.ts'

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
