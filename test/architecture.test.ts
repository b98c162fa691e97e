import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { api } from '#contract/api.ts'
import { contractRoutes } from '#server/routes.ts'

const forbiddenImports: [title: string, file: string, forbidden: string][] = [
  ['a browser file that reads the server', 'web/scripts/planted-1.ts', '#server/routes.ts'],
  ['an element that knows a page', 'web/ui/planted-2.ts', '#web/app/call.ts'],
  ['a contract that knows Node', 'contract/planted-3.ts', 'node:fs'],
  ['a contract that imports a later module', 'contract/access/planted-20.ts', '#contract/scripts/scripts.ts'],
  [
    'a nested contract that imports a later module',
    'contract/archives/manifest/planted-21.ts',
    '#contract/moderation/cases.ts',
  ],
  [
    'a contract of all modules that knows one',
    'contract/platform/planted-22.ts',
    '#contract/records/stats.ts',
  ],
  ['a module that reaches into another', 'server/operations/planted-4.ts', '#server/scripts/link-limit.ts'],
  [
    'a feature that reaches into another module',
    'server/access/groups/planted-5.ts',
    '#server/scripts/script-changes/submissions.ts',
  ],
  [
    'a folder of a feature that reads the queries of another module',
    'server/archives/planted/deep/planted-14.queries.ts',
    '#server/scripts/versions/versions.queries.ts',
  ],
  ['a use case that knows HTTP', 'server/access/groups/planted-6.ts', '#platform/http/route.ts'],
  [
    'a nested use case that knows HTTP',
    'server/archives/planted/deep/planted-15.ts',
    '#platform/http/route.ts',
  ],
  ['a use case that knows SQL', 'server/access/groups/planted-7.ts', 'drizzle-orm'],
  ['a nested use case that knows SQL', 'server/archives/planted/deep/planted-16.ts', 'drizzle-orm'],
  [
    'a route that reads a table',
    'server/scripts/install/planted-23.routes.ts',
    '#server/scripts/scripts.tables.ts',
  ],
  [
    'a use case that reads a table',
    'server/scripts/install/planted-17.ts',
    '#server/scripts/scripts.tables.ts',
  ],
  [
    'a rule that reads the database',
    'server/access/groups/planted-8.rules.ts',
    '#platform/database/database.ts',
  ],
  [
    'a rule that calls a query',
    'server/scripts/install/planted-18.rules.ts',
    '#server/scripts/versions/versions.queries.ts',
  ],
  ['a query that calls a use case', 'server/scripts/planted-9.queries.ts', './link-limit.ts'],
  [
    'a query that calls a use case of another feature',
    'server/scripts/install/planted-19.queries.ts',
    '#server/scripts/link-limit.ts',
  ],
  ['a platform that knows a module', 'server/platform/planted-10.ts', '#server/access/access.public.ts'],
  ['a server that knows the web app', 'server/access/groups/planted-11.ts', '#web/app/call.ts'],
  ['an analysis that knows the contract', 'analysis/syntax/planted-13.ts', '#contract/archives/rules.ts'],
  ['a path that climbs out of its folder', 'server/access/groups/planted-12.ts', '../routes.ts'],
]

describe('the lint configuration rejects', () => {
  // Not in the project: other tests read its files at the same time.
  const folder = mkdtempSync(join(tmpdir(), 'scripthaven-lint-'))
  let complaints = ''
  beforeAll(() => {
    copyFileSync('oxlint.config.ts', join(folder, 'oxlint.config.ts'))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    for (const [, file, forbidden] of forbiddenImports) {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      writeFileSync(join(folder, file), `export * from '${forbidden}'\n`)
    }
    complaints = complaintsAbout(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(forbiddenImports)('%s', (_, file) => {
    const ofFile = complaints.split('\n').filter((line) => line.startsWith(`${file}:`))
    expect(ofFile.join()).toContain('no-restricted-imports')
  })
})

test('every call of the contract is answered by exactly one route', () => {
  const promised = Object.values(api).flatMap((calls) => Object.values(calls))

  expect(namesOf(contractRoutes)).toEqual(namesOf(promised))
})

type Uses = ReadonlyMap<string, ReadonlySet<string>>

/** What each name uses, where `nameOf` gives the name of a file, or undefined for a file outside. */
function usesBetween(nameOf: (path: string) => string | undefined): Uses {
  const uses = new Map<string, Set<string>>()
  for (const file of globSync('server/*/**/*.ts').filter((path) => !path.endsWith('.test.ts'))) {
    const name = nameOf(file)
    if (name === undefined) continue
    const imported = readFileSync(file, 'utf8').matchAll(/'#(server\/[^']+)'/g)
    const others = [...imported].map(([, path]) => nameOf(path ?? '')).filter((used) => used !== undefined)
    uses.set(name, (uses.get(name) ?? new Set()).union(new Set(others)))
  }
  return new Map([...uses].map(([name, used]) => [name, used.difference(new Set([name]))]))
}

function cyclesIn(uses: Uses): string[] {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(uses.get(from) ?? [])].some(
      (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    )
  return [...uses.keys()].filter((name) => reaches(name, name))
}

const moduleOf = (path: string) => /^server\/([\w-]+)\//.exec(path)?.[1]
const folderOf = (path: string) =>
  path.startsWith('server/platform/') || path.endsWith('.public.ts') ? undefined : dirname(path)

test('no module depends on itself by way of others', () => {
  const uses = usesBetween(moduleOf)

  expect(uses.size).toBeGreaterThan(7)
  expect(cyclesIn(uses)).toEqual([])
})

test('no folder of a module depends on itself by way of others', () => {
  const uses = usesBetween(folderOf)

  expect(uses.size).toBeGreaterThan(40)
  expect(cyclesIn(uses)).toEqual([])
})

const order = ['records', 'access', 'accounts', 'archives', 'scripts', 'moderation', 'site', 'operations']

/** The module of a file of web/, whose back office has the same modules. */
const moduleOnScreen = (path: string) => /^web\/(?:admin\/)?(\w+)\//.exec(path)?.[1] ?? ''

/** Parts that screens of earlier modules show. The list gets shorter, not longer. */
const sharedParts = [
  'web/admin/moderation/user-admin/SavedReasons.tsx',
  'web/admin/moderation/user-admin/UserField.tsx',
  'web/admin/moderation/user-admin/principals.ts',
  'web/moderation/cases/ReportButton.tsx',
  'web/moderation/cases/ReviewLine.tsx',
  'web/site/follows/FollowButton.tsx',
  'web/site/follows/FollowingPanel.tsx',
  'web/site/follows/SaveSearchButton.tsx',
  'web/site/follows/follow-status.data.ts',
  'web/site/follows/search-draft.ts',
  'web/site/notifications/NotificationSettingsCard.tsx',
]

test('a screen shows parts of its own module and of those in front of it', () => {
  const files = globSync('web/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  const later = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'#(web\/[^']+)'/g)]
      .map(([, path = '']) => path)
      .filter((path) => {
        const [own, other] = [file, path].map((name) => order.indexOf(moduleOnScreen(name)))
        return own !== undefined && other !== undefined && own >= 0 && other > own
      }),
  )

  expect([...new Set(later)].toSorted()).toEqual(sharedParts)
})

test('the contract of a call is in the module whose routes answer it', () => {
  const elsewhere = globSync('server/**/*.routes.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/import \{[^}]*Api\b[^}]*\} from '#contract\/(\w+)\//g)]
      .filter(([, module]) => module !== moduleOf(file))
      .map(([line]) => `${file}: ${line}`),
  )

  expect(elsewhere).toEqual([])
})

test('a cycle is noticed', () => {
  const uses = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ])

  expect(cyclesIn(uses)).toEqual(['b', 'c'])
})

/** The tables of other modules that a file writes. */
function foreignWrites(file: string, text: string): string[] {
  const foreign = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '#(server\/[^']+\.tables\.ts)'/g)]
    .filter(([, , path = '']) => moduleOf(path) !== moduleOf(file))
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
  const written = text.matchAll(
    /(?:\.(?:insert|update|delete)\(|(?:insert into|update|delete from) \$\{)(\w+)/g,
  )
  return [...written].flatMap(([, table = '']) => (foreign.includes(table) ? [`${file}: ${table}`] : []))
}

test('a module writes its own tables only', () => {
  const files = globSync('server/*/**/*.ts').filter((file) => !file.endsWith('.test.ts'))

  expect(files.flatMap((file) => foreignWrites(file, readFileSync(file, 'utf8')))).toEqual([])
})

test.each(['tx.update(users)', 'await tx.delete(users)', 'sql`insert into ${users} values (1)`'])(
  'a write of another module is noticed: %s',
  (write) => {
    const text = `import { users } from '#server/access/users/users.tables.ts'\n${write}`

    expect(foreignWrites('server/site/feeds/planted/deep.queries.ts', text)).toHaveLength(1)
    expect(foreignWrites('server/access/planted.queries.ts', text)).toEqual([])
  },
)

/** Queries that write a row for other modules, by their names. The number gets smaller, not larger. */
test('public files export few queries that write', () => {
  const writes = globSync('server/*/*.public.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/export \{([^}]*)\} from '[^']+\.queries\.ts'/g)].flatMap(
      ([, names = '']) =>
        names.match(
          /\b(?:add|delete|hide|insert|lock|remove|restore|update|upsert)[A-Z]\w*(?=,| as |\s*$)/g,
        ) ?? [],
    ),
  )

  expect(writes.length).toBeGreaterThan(0)
  expect(writes.length).toBeLessThanOrEqual(31)
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

function complaintsAbout(folder: string): string {
  try {
    const program = resolve('node_modules/.bin/oxlint')
    return execFileSync(program, ['--format=unix'], { cwd: folder, encoding: 'utf8' })
  } catch (failure) {
    return failure instanceof Error && 'stdout' in failure ? String(failure.stdout) : ''
  }
}
