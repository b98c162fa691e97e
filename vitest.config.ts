import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

const overHttp = ['server/*.test.ts', 'server/!(platform)/**/*.test.ts']

/** Three kinds: what needs no database, and everything over HTTP twice, on the embedded database and by address. */
export default defineConfig({
  test: {
    // Tests wait for a database and for clocks as much as they compute: two at a time also where there are two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A shared machine stalls now and then, and some tests have a clock in them.
    retry: process.env['CI'] === 'true' ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: [
            '{bench,contract,web,setup,test,demo}/**/*.test.{ts,tsx}',
            'server/platform/**/*.test.ts',
            'server/*/*.rules.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded database',
          include: [...overHttp, 'fuzz/**/*.test.ts'],
          exclude: ['**/*.rules.test.ts'],
          globalSetup: ['server/testing-embedded.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database by address',
          include: overHttp,
          exclude: ['**/*.rules.test.ts'],
          globalSetup: ['server/testing-by-address.ts'],
        },
      },
    ],
  },
})
