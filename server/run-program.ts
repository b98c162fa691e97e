import { join } from 'node:path'

import { ConfigError, readConfig, type Config } from '#platform/config.ts'
import type { DatabaseConfig } from '#platform/database/database.ts'
import { createLog, type Log } from '#platform/log.ts'
import { lockDataFolder } from '#postgres-launcher/lock-folder.ts'
import { StartupError } from '#postgres-launcher/startup-error.ts'
import { superviseDatabase } from '#postgres-launcher/supervise.ts'

import { ensureFirstOwner } from './accounts/accounts.public.ts'
import { assertDatabaseNotMoved } from './with-database.ts'
import { requireFreePort, startApp, type StartOptions } from './start-app.ts'

type Stop = () => Promise<void>

type Program = {
  /** Cleanup functions, called in reverse order. A failed start calls those added so far. */
  open: Stop[]
  /** Aborted by a signal, so that a long start can stop early. */
  signal: AbortSignal
}

/** Runs a node with the settings of the environment, and prints its URL. */
export async function runNode(
  limits: Pick<StartOptions, 'databaseTimeouts' | 'eventLoopDelayMax'> = {},
): Promise<void> {
  await runProgram(async ({ open }) => {
    const config = readConfig(process.env)
    const log = createLog(config.logLevel, (text) => process.stdout.write(text))
    const database = await acquireResources(config, log, open)
    let ownerLink: string | undefined
    const running = await startApp(config, {
      ...limits,
      database,
      log,
      startsRenderThread: true,
      async beforeListen(app) {
        ownerLink = await ensureFirstOwner(app)
      },
    })
    open.push(
      () => running.close(),
      () => running.drain(),
    )
    const url = running.url.replace(/0\.0\.0\.0|\[::\]/, 'localhost')
    const lines = [
      ...(config.rateLimits
        ? []
        : ['RATE_LIMITS=off: nothing limits the rate of requests. Use it for measurements only.']),
      `${running.app.settings.siteName} is ready at ${url}`,
      ...(ownerLink === undefined
        ? []
        : [`This site has no owner yet. Open this link within 24 hours to become it: ${ownerLink}`]),
    ]
    process.stdout.write(lines.map((line) => `${line}\n`).join(''))
  })
}

/** Runs `start`, and the cleanup functions on SIGINT, SIGTERM or SIGHUP. A failed start ends the process. */
export async function runProgram(start: (program: Program) => Promise<void>): Promise<void> {
  const open: Stop[] = []
  const closeAll = async () => {
    for (const close of open.splice(0).toReversed()) await close()
  }
  const stopping = new AbortController()
  let starting: Promise<void> = Promise.resolve()
  const end = (signal: string) => {
    // Ctrl-C reaches this process twice, from the terminal and from npm.
    if (stopping.signal.aborted) return
    process.stdout.write(`\n${signal}: shutting down …\n`)
    stopping.abort()
    // A start in progress finishes first, so that its database is not left half open.
    starting
      .catch(() => undefined)
      .then(closeAll)
      .then(() => process.exit(0), fail)
  }
  process
    .on('SIGINT', () => end('Interrupted'))
    .on('SIGTERM', () => end('Terminated'))
    .on('SIGHUP', () => end('Hung up'))

  try {
    starting = start({ open, signal: stopping.signal })
    await starting
  } catch (error) {
    if (stopping.signal.aborted) return
    await closeAll().then(() => fail(error), fail)
  }
}

/** Locks DATA_DIR, checks the port and starts the built-in database if needed. */
export async function acquireResources(config: Config, log: Log, open: Stop[]): Promise<DatabaseConfig> {
  assertDatabaseNotMoved(config)
  const lock = await lockDataFolder(config.dataDir)
  open.push(async () => lock.release())
  await requireFreePort(config.port, config.host)
  if (config.databaseUrl !== undefined) return { connectionString: config.databaseUrl }
  const supervised = await superviseDatabase({
    folder: join(config.dataDir, 'postgres'),
    report: (line) => log.info(line),
  })
  open.push(() => supervised.stop())
  return supervised.connection
}

function fail(error: unknown): never {
  process.stderr.write(`${describe(error)}\n`)
  process.exit(1)
}

function describe(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartupError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `The port ${'port' in error ? String(error.port) : 'of PORT'} is in use by another program. Stop that program, or set PORT.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
