import { describe, expect, test } from 'vitest'

import { processorMs } from '#test-support/processor-time.ts'

import { endlessTexts } from './endless-texts.ts'
import { scanArchive } from './scan-archive.ts'
import { scanCode } from './scan-code.ts'

const size = 30_000

function scan(text: string, language: 'lua' | 'js', stepsMax?: number) {
  return scanCode({
    text,
    isLua: language === 'lua',
    side: 'server',
    resource: 'own',
    ...(stepsMax !== undefined && { stepsMax }),
  })
}

describe.each(endlessTexts)('%s', (_, language, make) => {
  test('take at most twice as many steps for twice the text', () => {
    const half = scan(make(size), language).steps

    expect(scan(make(2 * size), language).steps).toBeLessThanOrEqual(2.2 * half + 1000)
  })

  test('end at the limit of steps, with a finding that says so', () => {
    const { steps, isWhole, findings } = scan(make(size), language, 5)

    expect(isWhole).toBe(false)
    expect(steps).toBeLessThanOrEqual(20 + size)
    expect(findings.map(({ rule }) => rule)).toContain('not-fully-read')
  })
})

test.each(['lua', 'js'] as const)('any beginning of a text in %s is read without an error', (language) => {
  const text =
    language === 'lua'
      ? `local t = { a = load, ['b'] = { 1, 2 } } for k, v in pairs(t) do if v then t.a("x", function(...) return ... end) end end`
      : `const { a, b: [c] } = x; class D extends E { f(g = 1) { return \`h\${i ? j : k}\` } } for (const l of m) n?.o(({ p }) => q, /r[/]/)`

  for (let end = 0; end <= text.length; end++) expect(scan(text.slice(0, end), language).isWhole).toBe(true)
})

test('a finding of a file with too many steps is reported as well', () => {
  const text = `RegisterNetEvent('a', function(code) load(code)() end)\n${'f(x)\n'.repeat(1000)}`

  expect(scan(text, 'lua', 500).findings.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['not-fully-read', 'runs-computed-code']),
  )
})

test('an archive of 20,000 files that were not read takes less than two seconds', () => {
  const members = Array.from({ length: 20_000 }, (_, at) => ({
    path: `pack/resources/garage/server/modules/${at}.lua`,
    size: 80_000,
    side: 'server' as const,
    resource: null,
    sha256: 'ab'.repeat(16),
    kind: 'text' as const,
    type: null,
    isStored: false,
  }))
  const blocklist = { hosts: [], texts: [], files: [] }
  const notRead = members.map(({ path }) => ({ path, why: 'beyond the 64 MB of text that are read' }))
  const startedAt = processorMs()

  const { counts } = scanArchive({ members, readText: () => undefined, resources: [], blocklist, notRead })

  expect(counts.medium).toBe(20_000)
  expect(processorMs() - startedAt).toBeLessThan(2000)
})
