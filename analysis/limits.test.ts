import { describe, expect, test } from 'vitest'

import { endlessTexts } from '#analysis/endless-texts.fixture.ts'
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
    const { isWhole, problem } = analyse(make(size), language)

    expect(isWhole).toBe(problem === undefined)
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
