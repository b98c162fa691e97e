import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { api } from '#contract/api.ts'
import { contractRoutes } from '#server/routes.ts'

const forbiddenImports: [title: string, file: string, forbidden: string][] = [
  ['a browser file that reads the server', 'web/scripts/planted-1.ts', '#server/routes.ts'],
  ['an element that knows a page', 'web/ui/planted-2.ts', '#web/app/call.ts'],
  ['a contract that knows Node', 'contract/planted-3.ts', 'node:fs'],
  [
    'a feature that reaches into another',
    'server/groups/planted-4.ts',
    '#server/script-changes/submit-script.ts',
  ],
  [
    'a feature that reads another’s queries',
    'server/groups/planted-5.ts',
    '#server/script-lists/lists.queries.ts',
  ],
  ['a use case that knows HTTP', 'server/groups/planted-6.ts', '#platform/http/route.ts'],
  ['a use case that knows SQL', 'server/groups/planted-7.ts', 'drizzle-orm'],
  ['a rule that reads the database', 'server/groups/planted-8.rules.ts', '#platform/database/database.ts'],
  ['a query that calls a use case', 'server/scripts/planted-9.queries.ts', './submit-script.ts'],
  ['a platform that knows a feature', 'server/platform/planted-10.ts', '#server/groups/groups.public.ts'],
  ['a server that knows the web app', 'server/groups/planted-11.ts', '#web/app/call.ts'],
  ['an analysis that knows the contract', 'analysis/syntax/planted-13.ts', '#contract/rules.ts'],
  ['a path that climbs out of its folder', 'server/groups/planted-12.ts', '../routes.ts'],
]

describe('the lint configuration rejects', () => {
  let complaints = ''
  beforeAll(() => {
    for (const [, file, forbidden] of forbiddenImports) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `export * from '${forbidden}'\n`)
    }
    complaints = complaintsAbout(forbiddenImports.map(([, file]) => file))
  })
  afterAll(() => forbiddenImports.forEach(([, file]) => rmSync(file)))

  test.each(forbiddenImports)('%s', (_, file) => {
    const ofFile = complaints.split('\n').filter((line) => line.startsWith(`${file}:`))
    expect(ofFile.join()).toContain('no-restricted-imports')
  })
})

test('every call of the contract is answered by exactly one route', () => {
  const promised = Object.values(api).flatMap((calls) => Object.values(calls))

  expect(namesOf(contractRoutes)).toEqual(namesOf(promised))
})

test('no feature depends on itself by way of others', () => {
  const uses = new Map<string, Set<string>>()
  for (const file of globSync('server/*/*.ts').filter((path) => !path.endsWith('.test.ts'))) {
    const feature = file.split('/')[1] ?? ''
    const named = readFileSync(file, 'utf8').matchAll(/#server\/([\w-]+)\//g)
    const others = [...named].map(([, used]) => used ?? '').filter((used) => used !== feature)
    uses.set(feature, (uses.get(feature) ?? new Set()).union(new Set(others)))
  }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(uses.get(from) ?? [])].some(
      (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    )

  expect([...uses.keys()].filter((feature) => reaches(feature, feature))).toEqual([])
})

test('only tables, queries and the database platform know SQL', () => {
  const mayKnow = /(\.tables|\.queries)\.ts$|^server\/platform\/|\.test\.ts$/
  const knowing = globSync('server/**/*.ts')
    .filter((file) => /from '(drizzle-orm|pg)/.test(readFileSync(file, 'utf8')))
    .filter((file) => !mayKnow.test(file))

  expect(knowing).toEqual([])
})

function namesOf(calls: readonly { method: string; path: string }[]): string[] {
  return calls.map(({ method, path }) => `${path} ${method}`).toSorted()
}

function complaintsAbout(files: readonly string[]): string {
  try {
    return execFileSync('node_modules/.bin/oxlint', ['--format=unix', ...files], { encoding: 'utf8' })
  } catch (failure) {
    return failure instanceof Error && 'stdout' in failure ? String(failure.stdout) : ''
  }
}
