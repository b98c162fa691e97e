import { defineConfig, type DummyRuleMap } from 'oxlint'

/**
 * The map of the code, enforced. Outside its own folder a file is named in full
 * (#contract, #platform, #server, #web), so an import says whose code it is.
 *
 * Patterns are added up and never negated: in oxlint a `!pattern` lifts every other one too.
 */
const ownFolder = {
  group: ['../**'],
  message: 'Name another folder in full: #contract, #platform, #server, #web.',
}
const noServer = {
  group: ['#server/**', '#platform/**', '#postgres-launcher/**', '#test-support/**', 'node:*'],
  message: 'Only the contract crosses the wire.',
}
const noWeb = { group: ['#web/**'], message: 'The server does not know the web app.' }
/** A module may import those in front of it; `test/architecture.test.ts` checks that there is no cycle. */
const modules = ['records', 'access', 'accounts', 'archives', 'scripts', 'moderation', 'site', 'operations']
const noInnardsOf = (module: string): Pattern => ({
  regex: String.raw`^#server/(${modules.filter((name) => name !== module).join('|')})/(.+/)?([^./]+|[^/]+\.(routes|queries|rules|texts))\.ts$`,
  message: 'Use another module through its <module>.public.ts.',
})
/** In the contract: a module imports those in front of it, and the files of `platform` import no module. */
const noLaterContract = (module: string): Pattern => ({
  regex: String.raw`^#contract/(api\.ts|(${modules.slice(modules.indexOf(module) + 1).join('|')})/)`,
  message: 'A contract imports the modules in front of its own.',
})
const noTestSupport = {
  group: ['#test-support/**'],
  message: 'Production code does not import test support.',
}
const noHttp = {
  group: ['./*.routes.ts', '#server/**/*.routes.ts', '#platform/http/**'],
  message: 'Only routes know HTTP.',
}
const noUseCases = {
  regex: String.raw`^(\./|#server/([^.]+/)?)[^./]+\.ts$`,
  message: 'Queries and rules are used, they use nothing above them.',
}
const noStorage = {
  group: [
    './*.queries.ts',
    './*.tables.ts',
    '#server/**/*.{queries,tables}.ts',
    '#platform/database/database.ts',
    'drizzle-orm',
    'drizzle-orm/**',
    'pg',
  ],
  message: 'Rules decide; they do not read.',
}
const noSql = {
  group: ['drizzle-orm', 'drizzle-orm/**', 'pg', './*.tables.ts', '#server/**/*.tables.ts'],
  message: 'Only tables, queries and the database platform know SQL.',
}
const noFeatures = {
  group: ['#server/**'],
  message: 'The platform carries the features and knows none of them.',
}
const noProject = {
  group: ['#contract/**', '#platform/**', '#server/**', '#web/**'],
  message: 'The launcher and the analysis stand alone: they could be published as packages.',
}
const noAnalysis = { group: ['#analysis/**'], message: 'The launcher stands alone.' }
const noDatabase = {
  group: [...noStorage.group, '#platform/http/**', '#test-support/**', '#server/**/*.public.ts'],
  message: 'The command line runs without the server.',
}
const noPages = {
  regex: String.raw`^#web/([^u]|u[^i])`,
  message: 'ui/ holds elements that know no feature.',
}

type Pattern =
  | { group: string[]; importNames?: string[]; message: string }
  | { regex: string; message: string }

const forbid = (...patterns: Pattern[]): DummyRuleMap => ({
  'no-restricted-imports': ['error', { patterns: [ownFolder, ...patterns] }],
})

/** At every depth: a module has folders of features, and those may have folders. */
function rulesOfModule(module: string) {
  const noInnards = noInnardsOf(module)
  const files = (names: string) => [`server/${module}/**/${names}`]
  return [
    { files: files('*.ts'), rules: forbid(noWeb, noInnards, noHttp, noSql, noTestSupport) },
    { files: files('*.routes.ts'), rules: forbid(noWeb, noInnards, noSql, noTestSupport) },
    { files: files('*.test.ts'), rules: forbid(noWeb, noInnards) },
    { files: files('*.{queries,tables}.ts'), rules: forbid(noWeb, noInnards, noHttp, noUseCases) },
    { files: files('*.{rules,texts}.ts'), rules: forbid(noWeb, noInnards, noHttp, noUseCases, noStorage) },
  ]
}

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'react', 'jsx-a11y', 'oxc', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'import/no-cycle': 'error',
    'import/extensions': ['error', 'ignorePackages'],
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'no-console': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'react/react-in-jsx-scope': 'off',
    'no-underscore-dangle': ['error', { allow: ['_default'] }],
    'no-await-in-loop': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'vitest/require-mock-type-parameters': 'off',
  },
  ignorePatterns: ['dist', 'node_modules', 'data', 'demo-data'],
  overrides: [
    // The design counts whole files.
    { files: ['{contract,server,web}/**/!(*.test).{ts,tsx}'], rules: { 'max-lines': ['error', 300] } },
    { files: ['contract/**'], rules: forbid(noServer, noWeb) },
    ...['platform', ...modules].map((module) => ({
      files: [`contract/${module}/**`],
      rules: forbid(noServer, noWeb, noLaterContract(module)),
    })),
    { files: ['web/**'], rules: forbid(noServer) },
    { files: ['web/ui/**'], rules: forbid(noServer, noPages) },
    ...modules.flatMap(rulesOfModule),
    // Pages are documents and files over HTTP through and through.
    { files: ['server/site/pages/*.ts'], rules: forbid(noWeb, noInnardsOf('site'), noSql) },
    { files: ['server/site/pages/*.test.ts'], rules: forbid(noWeb, noInnardsOf('site')) },
    { files: ['server/platform/**'], rules: forbid(noWeb, noFeatures) },
    {
      files: ['postgres-launcher/**'],
      rules: { 'no-restricted-imports': ['error', { patterns: [noProject, noAnalysis] }] },
    },
    { files: ['cli/**'], rules: forbid(noWeb, noDatabase) },
    { files: ['cli/*.test.ts', 'cli/**/*.test.ts'], rules: forbid(noWeb) },
    // It runs in the browser, too.
    { files: ['analysis/**'], rules: forbid(noServer, noProject) },
    // Where a contract meets its handler or its answer, the types are proved by the schema, not by the compiler.
    {
      files: [
        'server/platform/http/route.ts',
        'server/platform/database/database.ts',
        'web/app/call.ts',
        'cli/hub/hub.ts',
      ],
      rules: { 'typescript/no-unsafe-type-assertion': 'off' },
    },
    {
      files: ['e2e/*.spec.ts'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            paths: [
              {
                name: '@playwright/test',
                importNames: ['test'],
                message: 'A journey takes test from ./fixtures.ts, which watches the policy of the pages.',
              },
            ],
          },
        ],
      },
    },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: [
        'tools/**',
        'demo/**',
        'faults/**',
        'fuzz/**',
        'corpus/**',
        'bench/**',
        'server/cli.ts',
        'server/cli-backups.ts',
      ],
      rules: { 'no-console': 'off' },
    },
  ],
})
