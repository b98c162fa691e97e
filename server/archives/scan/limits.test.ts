import { describe, expect, test } from 'vitest'

import { processorMs } from '#test-support/processor-time.ts'

import { createBudget } from './budget.ts'
import { endlessTexts } from './endless-texts.ts'
import { scanArchive } from './scan-archive.ts'
import { scanCode, scanProgram } from './scan-code.ts'

const size = 30_000

function scan(text: string, language: 'lua' | 'js', stepsMax?: number) {
  return scanCode({
    text,
    isLua: language === 'lua',
    side: 'server',
    resource: 'own',
    ...(stepsMax !== undefined && { budget: createBudget(stepsMax) }),
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

const functions = 'pcall CreateThread xpcall SetTimeout load PerformHttpRequest assert setmetatable'.split(
  ' ',
)
/** A variable that may be any of eight functions, which get themselves as arguments: one call is millions of calls. */
const callOfCalls = `${functions.map((name) => `p = ${name}\n`).join('')}p = p(p, p, p, p, p, p, p, p, p, p)`
const tablesWithinTables = `t = {}\n${'t.a = { t, { t, b = t } } t.b = t.a PerformHttpRequest(u, t, t, t)\n'.repeat(500)}`

test.each([callOfCalls, tablesWithinTables])('the limit of steps holds within a call: %#', (text) => {
  const { steps, isWhole, findings } = scan(text, 'lua', 20_000)

  expect(isWhole).toBe(false)
  expect(steps).toBeLessThan(25_000)
  expect(findings.map(({ rule }) => rule)).toContain('not-fully-read')
})

test('a scan ends when its processor time is used up, however few steps it took', () => {
  const startedAt = processorMs()
  const budget = createBudget(Number.MAX_SAFE_INTEGER, 100)

  const { isWhole } = scanCode({ text: callOfCalls, isLua: true, side: 'server', resource: 'own', budget })

  expect(isWhole).toBe(false)
  expect(processorMs() - startedAt).toBeLessThan(1000)
})

test('what several files do together has half of the limit, and each of them alone the other half', () => {
  const budgets = [createBudget(20_000), createBudget(20_000)]
  const files = [callOfCalls, "load('return ' .. x)()"].map((text, index) => ({
    text,
    isLua: true,
    side: 'server' as const,
    resource: 'own',
    ...(budgets[index] && { budget: budgets[index] }),
  }))

  const [complex, simple] = scanProgram(files)

  expect(complex?.isWhole).toBe(false)
  expect(complex?.findings.map(({ rule }) => rule)).toContain('not-fully-read')
  expect(simple?.isWhole).toBe(true)
  expect(simple?.findings.map(({ rule }) => rule)).toContain('runs-computed-code')
  expect((complex?.steps ?? 0) + (simple?.steps ?? 0)).toBeLessThan(50_000)
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
    isLoaded: false,
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
