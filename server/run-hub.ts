import { join } from 'node:path'

import { ConfigError, type Config } from '#platform/config.ts'
import type { DatabaseAddress } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import { lockFolder } from '#platform/postgres/lock-folder.ts'
import { StartRefused } from '#platform/postgres/start-refused.ts'
import { superviseDatabase } from '#platform/postgres/supervise.ts'

import { refuseMoved } from './moved-database.ts'
import { requireFreePort } from './start-hub.ts'

type Stop = () => Promise<void>

export type Program = {
  /** What is open, the last first out; filled as the start goes on, so that a failed start closes what it opened. */
  open: Stop[]
  /** Aborted when the program is asked to end: a start that takes long may give up early. */
  signal: AbortSignal
}

/** Starts what belongs to a hub and ends it in order on SIGINT, SIGTERM or SIGHUP; a failed start ends the process. */
export async function runProgram(start: (program: Program) => Promise<void>): Promise<void> {
  const open: Stop[] = []
  const closeAll = async () => {
    for (const close of open.splice(0).toReversed()) await close()
  }
  const asked = new AbortController()
  let starting: Promise<void> = Promise.resolve()
  const end = (signal: string) => {
    // Ctrl-C reaches this process twice, once from the terminal and once through npm.
    if (asked.signal.aborted) return
    process.stdout.write(`\n${signal}: finishing what is under way …\n`)
    asked.abort()
    // What is half open when the signal comes, such as a database that is just starting, is opened and then closed.
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
    starting = start({ open, signal: asked.signal })
    await starting
  } catch (error) {
    if (asked.signal.aborted) return
    await closeAll().then(() => fail(error), fail)
  }
}

/** The folder locked, the port free and a database up: what a hub is started on. */
export async function prepareGround(config: Config, log: Log, open: Stop[]): Promise<DatabaseAddress> {
  refuseMoved(config)
  const lock = await lockFolder(config.dataDir)
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
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartRefused) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `The port ${'port' in error ? String(error.port) : 'of this hub'} is in use: another program listens there. Stop it, or choose another one with PORT.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
