import { defineConfig } from 'vitest/config'

/** What holds the rules that nobody may get round, and only that: each mutant is met by all of it that reaches it. */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    include: [
      'contract/authority.test.ts',
      'server/bans/*.test.ts',
      'server/sessions/*.test.ts',
      'server/platform/files/signed-address.test.ts',
      'server/uploads/*.test.ts',
      'server/scripts/submit-{script,once}.test.ts',
    ],
    globalSetup: ['server/testing-embedded.ts'],
  },
})
