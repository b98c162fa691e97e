import { defineConfig } from 'vitest/config'

/** Only the tests of security rules; Stryker runs each mutant against all of them that reach it. */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    include: [
      'contract/access/authority.test.ts',
      'server/access/bans/*.test.ts',
      'server/accounts/sessions/*.test.ts',
      'server/platform/storage/signed-url.test.ts',
      'server/scripts/uploads/*.test.ts',
      'server/scripts/script-changes/{submit-script,idempotency}.test.ts',
    ],
    globalSetup: ['test-support/embedded-database.ts'],
  },
})
