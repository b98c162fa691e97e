import { describe, expect, test } from 'vitest'

import { callsOfCalls, decompiled, endlessTexts } from '#analysis/endless-texts.fixture.ts'
import { analyseProgram } from '#analysis/program.ts'

const size = 30_000

function analyse(text: string, language: 'lua' | 'js', steps?: number) {
  const file = {
    path: `a.${language}`,
    text,
    language: language === 'lua' ? ('lua' as const) : ('javascript' as const),
    side: 'server' as const,
    resource: 'own',
    isLoaded: true,
  }
  const limits = { steps: steps ?? 12_000_000, objects: 300_000, milliseconds: 6000 }
  const [result] = analyseProgram([file], { limits })
  if (!result) throw new Error('The file has no result')
  return result
}

describe.each(endlessTexts)('%s', (_, language, make) => {
  test('are read within the limits, or end at one with a place and a sentence', () => {
    const { problem } = analyse(make(size), language)

    expect(problem?.message).not.toBe('')
  })
})

test.each(['lua', 'js'] as const)('any beginning of a text in %s is read without an error', (language) => {
  const text =
    language === 'lua'
      ? `local t = { a = load, ['b'] = { 1, 2 } } for k, v in pairs(t) do if v then t.a("x", function(...) return ... end) end end`
      : `const { a, b: [c] } = x; class D extends E { f(g = 1) { return \`h\${i ? j : k}\` } } for (const l of m) n?.o(({ p }) => q, /r[/]/)`

  for (let end = 0; end < text.length; end++)
    expect([undefined, 'does-not-parse']).toContain(analyse(text.slice(0, end), language).problem?.kind)
  expect(analyse(text, language).problem).toBeUndefined()
})

test('what is known at the limit of steps is reported', () => {
  const text = `RegisterNetEvent('a', function(code) load(code)() end)\n${'f(x)\n'.repeat(3000)}`

  const { problem, findings } = analyse(text, 'lua', 5000)

  expect(problem?.kind).toBe('not-fully-read')
  expect(findings.map(({ rule }) => rule)).toContain('runs-text-from-outside')
})

const large: [name: string, language: 'lua' | 'js', text: string][] = [
  ['100,000 tokens in one expression of Lua', 'lua', `x = ${'1 + '.repeat(50_000)}1`],
  ['100,000 tokens in one expression of JavaScript', 'js', `x = ${'1 + '.repeat(50_000)}1`],
  ['a table with 100,000 entries', 'lua', `x = { ${'a, '.repeat(100_000)} }`],
  ['an array with 100,000 entries', 'js', `x = [${'a, '.repeat(100_000)}]`],
  ['20,000 brackets in Lua', 'lua', `x = ${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
  ['20,000 brackets in JavaScript', 'js', `x = ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['20,000 functions in each other', 'lua', `${'function f() '.repeat(20_000)}${'end '.repeat(20_000)}`],
  ['20,000 blocks in each other', 'js', `${'{'.repeat(20_000)}${'}'.repeat(20_000)}`],
  ['a string without an end', 'lua', `x = "${'a'.repeat(1_000_000)}`],
  ['a long string without an end', 'lua', `x = [==[${']=]'.repeat(300_000)}`],
  ['a comment without an end', 'js', `/*${'* /'.repeat(300_000)}`],
  ['a comment of Lua without an end', 'lua', `--[[${']'.repeat(500_000)}`],
  ['a template without an end', 'js', `x = \`${'${a'.repeat(50_000)}`],
  ['spaces before a query', 'lua', `MySQL.query("${' '.repeat(500_000)}x")`],
  ['a pattern that backtracks', 'js', `/(a+)+$/.test('${'a'.repeat(200_000)}!')`],
  ['a host of 500,000 dots', 'lua', `PerformHttpRequest('https://${'a.'.repeat(250_000)}', f)`],
  ['a condition of 30,000 parts', 'lua', `if ${'a and '.repeat(30_000)}b then end`],
  ['30,000 branches', 'lua', `if a then ${'elseif b then '.repeat(30_000)} end`],
  ['a chain of 30,000 calls', 'js', `x${'.then(f)'.repeat(30_000)}`],
  ['30,000 assignments to one name', 'lua', 'x = x .. "a"\n'.repeat(30_000)],
  ['104 KB of a decompiler', 'lua', decompiled(104_000)],
  ['100 calls of functions that call their 200 arguments', 'lua', callsOfCalls(200, 100)],
]

test.each(large)('%s: read, or ended at a limit with a sentence', (_, language, text) => {
  const before = process.threadCpuUsage()
  const { problem } = analyse(text, language)
  const { user, system } = process.threadCpuUsage(before)

  expect(problem?.message).not.toBe('')
  expect((user + system) / 1e6).toBeLessThan(10)
})
