import { expect, test } from 'vitest'

import { analyseProgram } from '#analysis/program.ts'
import { codeRules } from '#analysis/rules/all.ts'
import type { Example } from '#analysis/rules/rule.ts'
import { rules, ruleSet } from '#contract/archives/rules.ts'

function findingsOf({ text, language, side = 'server' }: Example) {
  const [result] = analyseProgram([
    {
      path: `a.${language}`,
      text: text.replaceAll(/^\^/gm, ''),
      language: language === 'lua' ? 'lua' : 'javascript',
      side,
      resource: 'own',
      isLoaded: true,
    },
  ])
  return result?.findings ?? []
}

const brief = ({ id, isLowerOnClient = false }: { id: string; isLowerOnClient?: boolean }) => ({
  id,
  isLowerOnClient,
})
const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1)

test('the catalogue has the rules of the analysis', () => {
  expect(codeRules.map(brief).toSorted(byId)).toEqual(rules.map(brief).toSorted(byId))
})

test.each(codeRules.filter(({ isLowerOnClient }) => isLowerOnClient))(
  '$id is one step lower on the client',
  ({ id, examples }) => {
    const example = examples?.found.find(({ side = 'server' }) => side === 'server')
    const severityOn = (side: 'server' | 'client') =>
      example && findingsOf({ ...example, side }).find(({ rule }) => rule === id)?.severity

    const lower = { high: 'medium', medium: 'low', low: 'low', none: undefined }
    expect(severityOn('server')).toBeDefined()
    expect(severityOn('client')).toBe(lower[severityOn('server') ?? 'none'])
  },
)

test.each([
  ["require('https').request(options).end(settings)", 'high'],
  ["require('net').connect(3306).end(settings)", 'medium'],
])('the connection string of a database in %s is %s', (use, severity) => {
  const text = `const settings = GetConvar('mysql_connection_string', '')\n${use}`
  const findings = findingsOf({ text, language: 'js' })

  const worst = findings.some((finding) => finding.severity === 'high') ? 'high' : 'medium'
  expect(findings.map(({ rule }) => rule)).toContain('secret-and-http')
  expect(worst).toBe(severity)
})

test('the texts of the catalogue are short', () => {
  expect(rules.filter(({ title }) => title.length > 60)).toEqual([])
  expect(rules.filter(({ why }) => why.length > 140)).toEqual([])
  expect(rules.filter(({ since }) => since > ruleSet)).toEqual([])
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
})

test('no text of the catalogue says that an archive is harmless', () => {
  const texts = rules.flatMap(({ title, why, check }) => [title, why, check])

  expect(texts.filter((text) => /\b(safe|clean|trusted|verified|virus|malware)\b/i.test(text))).toEqual([])
})
