import { describe, expect, test } from 'vitest'

import { rules, rulesRevision } from '#contract/rules.ts'
import { scanCode } from '#server/archives/scan/scan-code.ts'

import { fixtures } from './code-fixtures.ts'
import type { Fixture } from './fixture.ts'

function scan({ language, side = 'server' }: Fixture, text: string) {
  return scanCode({ text, isLua: language === 'lua', side, resource: 'own' })
}

describe.each(fixtures)('$rule in $language', (fixture) => {
  test('finds the pattern with its line', () => {
    const lines = fixture.found.split('\n')
    const text = lines.map((line) => line.replace(/^\^/, '')).join('\n')

    const found = scan(fixture, text).findings.filter(({ rule }) => rule === fixture.rule)

    expect(found.map(({ place }) => place.line)).toContain(
      lines.findIndex((line) => line.startsWith('^')) + 1,
    )
  })

  test('does not find similar code', () => {
    expect(scan(fixture, fixture.notFound).findings.map(({ rule }) => rule)).not.toContain(fixture.rule)
  })
})

test.each(rules.filter(({ isLowerOnClient }) => isLowerOnClient))(
  '$id is one step lower on the client',
  ({ id }) => {
    const fixture = fixtures.find(({ rule }) => rule === id)
    const text = (fixture?.found ?? '').replaceAll(/^\^/gm, '')
    const severityOn = (side: 'server' | 'client') =>
      scanCode({ text, isLua: fixture?.language === 'lua', side, resource: 'own' }).findings.find(
        ({ rule }) => rule === id,
      )?.severity

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
  const { findings } = scanCode({ text, isLua: false, side: 'server', resource: 'own' })

  const worst = findings.some((finding) => finding.severity === 'high') ? 'high' : 'medium'
  expect(findings.map(({ rule }) => rule)).toContain('secret-and-http')
  expect(worst).toBe(severity)
})

test('the texts of the catalogue are short', () => {
  expect(rules.filter(({ title }) => title.length > 60)).toEqual([])
  expect(rules.filter(({ why }) => why.length > 140)).toEqual([])
  expect(rules.filter(({ since }) => since > rulesRevision)).toEqual([])
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
})

test('no text of the catalogue says that an archive is harmless', () => {
  const texts = rules.flatMap(({ title, why, check }) => [title, why, check])

  expect(texts.filter((text) => /\b(safe|clean|trusted|verified|virus|malware)\b/i.test(text))).toEqual([])
})
