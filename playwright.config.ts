import { defineConfig } from '@playwright/test'

import { appUrl } from './e2e/app-url.ts'

/** Too slow for each commit: `npm test` leaves them to `npm run test:full`. */
const slowTests = [
  'access-tokens',
  'accessibility',
  'account',
  'admin-accessibility',
  'admin-details',
  'admin-lists',
  'admin-messages',
  'admin-scripts',
  'admin-users',
  'analytics',
  'api-docs',
  'appeals',
  'bulk-sanctions',
  'challenge',
  'changes',
  'client-errors',
  'collections',
  'continue-after-sign-in',
  'delete-script',
  'discord',
  'digest',
  'edit-conflict',
  'files',
  'filters',
  'follows',
  'home',
  'install',
  'interaction-feedback',
  'keyboard',
  'layout-controls',
  'legal',
  'links',
  'lost-responses',
  'malicious',
  'members',
  'notifications',
  'page-health',
  'page-transitions',
  'passwords',
  'profile',
  'public-layout',
  'reload-and-forward',
  'resumable-upload',
  'search-suggestions',
  'settings',
  'settings-admin',
  'sign-out-everywhere',
  'takedown',
  'two-factor',
  'undo-acts',
  'upload',
  'version-states',
]

/** User journeys through the built site of a real app, in the Chromium that CHROMIUM_PATH names. */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: process.env['TEST_FULL'] === 'false' ? slowTests.map((name) => `**/${name}.spec.ts`) : [],
  outputDir: 'test-results',
  fullyParallel: true,
  // Journeys also wait for animations, delays and background jobs, so three workers are useful on two cores.
  workers: 3,
  forbidOnly: true,
  // A test is no stopwatch: on a busy machine a journey takes several times as long, ten times at most.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: appUrl,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    // Endless animations load the CPU of a browser without a graphics card; tests of animations turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        // No spare renderer process for each context: 7 % less CPU time.
        '--renderer-process-limit=1',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" e2e/start-app.ts`,
    url: `${appUrl}/api/health`,
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
  },
})
