import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

import { SummaryReporter } from './tools/summary-reporter.mjs'

const isFull = process.env['TEST_FULL'] === 'true'
const summary = process.env['TEST_SUMMARY']

const httpTests = ['server/*.test.ts', 'server/!(platform)/**/*.test.ts']
const cliTests = 'cli/*.test.ts'

/** Too slow for each commit; `npm run test:full` runs them. */
const slowTests = [
  'analysis/{bad-input,limits}.test.ts',
  'bench/bench.test.ts',
  'corpus/corpus.test.ts',
  'cli/{add-collection,audit,bad-files,bad-input,bundle,changed-files,cooldown,disk-full,export}.test.ts',
  'cli/{install,interruptions,json,kills,login,options,outdated,prompts,publish,update}.test.ts',
  'cli/{realistic-server,scan,session}.test.ts',
  'fuzz/{fuzz,fuzz-programs}.test.ts',
  'postgres-launcher/*.test.ts',
  'scan/scan.test.ts',
  'server/**/*-at-scale.test.ts',
  'server/archives/analyse/{analyse-archive,malicious-archives}.test.ts',
  'server/accounts/auth/mail-delivery.test.ts',
  'server/accounts/auth/{shared-limits,sign-in-limits}.test.ts',
  'server/operations/api-docs/generated-clients.test.ts',
  'server/operations/backups/*.test.ts',
  'server/cli.test.ts',
  'server/cluster.test.ts',
  'server/database-unavailable.test.ts',
  'server/load-shedding.test.ts',
  'server/platform/inspection/archives/list-with-seven-zip.test.ts',
  'server/platform/inspection/archives/list-zip.test.ts',
  'server/platform/inspection/images.test.ts',
  'server/platform/sandbox/*.test.ts',
  'server/platform/storage/multipart-broken.test.ts',
  'server/moderation/blocklist/{blocklist,held-versions,own-entries,search-texts,transferred-scripts}.test.ts',
  'server/moderation/own-files.test.ts',
  'server/moderation/takedowns/{held-scripts,several-uploaders,spares-the-innocent}.test.ts',
  'server/moderation/{held-version-states,version-states}.test.ts',
  'server/scripts/script-changes/submission-limits.test.ts',
  'server/scripts/install/install.test.ts',
  'server/scripts/members/{collection-editors,rights-of-members}.test.ts',
  'server/scripts/removals/delete-hidden-files.test.ts',
  'server/scripts/resolve/{identify,resolve}.test.ts',
  'server/scripts/script-lists/dependents.test.ts',
  'server/scripts/versions/{analysis-queue,changes,review-modes,similar-scripts,withdraw-version}.test.ts',
  'server/site/event-dispatch/acts-of-staff.test.ts',
  'server/slow-clients.test.ts',
  'server/scripts/uploads/cluster.test.ts',
  'server/scripts/versions/raised-finding.test.ts',
  'test/start-and-stop.test.ts',
  'tools/prepare.test.ts',
  'tools/run-tests.test.ts',
]

/** What depends most on the kind of database connection: all other tests run on the embedded database only. */
const externalSmokeTests = ['server/database.test.ts', 'server/scripts/script-changes/submit-script.test.ts']

/** The features that know neither HTTP nor the database. */
const pureTests = [
  'server/**/*.{rules,texts}.test.ts',
  'server/archives/{analyse,pack}/**/*.test.ts',
  'server/archives/{catalogue,rule-revision}.test.ts',
  'fuzz/fuzz-programs.test.ts',
]

const excluded = isFull ? [] : slowTests

export default defineConfig({
  test: {
    // Tests also wait for the database and for timers: on two cores three workers take 14 % less time than two.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Importing the server again for each file would take half of the run.
    isolate: false,
    // A test is no stopwatch: on a busy machine it takes several times as long, ten times at most.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    reporters: summary === undefined ? ['default'] : ['default', new SummaryReporter(summary)],
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: [
            'cli/*/**/*.test.ts',
            '{analysis,bench,contract,corpus,demo,postgres-launcher,scan,test,tools,web}/**/*.test.{ts,tsx}',
            'server/platform/**/*.test.ts',
            ...pureTests,
          ],
          exclude: excluded,
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded database',
          include: [...httpTests, cliTests, 'fuzz/**/*.test.ts'],
          exclude: [...pureTests, ...excluded],
          globalSetup: ['test-support/embedded-database.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'external database',
          include: isFull ? httpTests : externalSmokeTests,
          exclude: pureTests,
          globalSetup: ['test-support/external-database.ts'],
        },
      },
    ],
  },
})
