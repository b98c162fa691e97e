import { readConfig, type Config } from '#platform/config.ts'
import type { DatabaseConfig } from '#platform/database/database.ts'
import { createLog, type LogLevel } from '#platform/log.ts'

import { startApp, type RunningApp, type StartOptions } from '../server/start-app.ts'

export type InProcessOptions = Pick<
  StartOptions,
  'clock' | 'cacheBytesMax' | 'timeouts' | 'databaseTimeouts' | 'eventLoopDelayMax' | 'limitsNow'
> & {
  /** Receives each log line. Without it nothing is logged. */
  onLog?: (line: string) => void
  logLevel?: LogLevel
  /** Off by default, so that no job changes what a test looks at. */
  runsJobs?: boolean
}

/**
 * A test on a busy machine is no overload. A first insert took longer than the 1.8 s of production, and the work of
 * other programs delayed the event loop by more than 500 ms: the app answered 503.
 */
export const limitsOfBusyMachine = {
  eventLoopDelayMax: Number.POSITIVE_INFINITY,
  databaseTimeouts: { connect: 30_000, read: 30_000, write: 30_000 },
}

/** Starts the app in this process on a migrated database, with settings that do not depend on the machine's speed. */
export function startInProcess(
  database: DatabaseConfig,
  dataDir: string,
  config: Partial<Config> = {},
  options: InProcessOptions = {},
): Promise<RunningApp> {
  const { onLog, logLevel = 'debug', runsJobs = false, timeouts, ...others } = options
  const environment = {
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    // On a busy machine a test that scans 30 archives again would wait for minutes.
    ANALYSIS_PAUSES: 'off',
    PUBLIC_URL: 'https://hub.example',
  }
  return startApp(
    { ...readConfig(environment), ...config },
    {
      database,
      log: createLog(onLog ? logLevel : 'silent', onLog ?? (() => undefined)),
      runsJobs,
      // On a busy machine the time of a rate limit would pass between two requests of a test.
      limitsNow: () => 0,
      timeouts: { shutdownGrace: 0, ...timeouts },
      ...limitsOfBusyMachine,
      ...others,
    },
  )
}
