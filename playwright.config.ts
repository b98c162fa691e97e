import { defineConfig } from '@playwright/test'

import { hubAddress } from './e2e/hub-address.ts'

/** Journeys of people through the built site, in the Chromium that CHROMIUM_PATH names, on a real hub. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A shared machine stalls now and then; a journey that needs it is named at the end of the run.
  retries: process.env['CI'] === 'true' ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: hubAddress,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    // What moves for ever keeps a browser that has no graphics card busy; the journeys about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recorded for all journeys a trace would take nearly as long as they do themselves.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'],
    },
  },
  webServer: {
    command: `"${process.execPath}" e2e/start-hub.ts`,
    url: `${hubAddress}/api/health`,
    reuseExistingServer: false,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
  },
})
