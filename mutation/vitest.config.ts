import { defineConfig } from 'vitest/config'

/** Only the tests of security rules; Stryker runs each mutant against all of them that reach it. */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    include: [
      'contract/access/authority.test.ts',
      'server/bans/*.test.ts',
      'server/sessions/*.test.ts',
      'server/platform/storage/signed-url.test.ts',
      'server/uploads/*.test.ts',
      'server/script-changes/{submit-script,idempotency}.test.ts',
    ],
    globalSetup: ['test-support/embedded-database.ts'],
  },
})
