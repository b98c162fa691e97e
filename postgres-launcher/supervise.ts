import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './probe-server.ts'
import { launchPostgres, type LaunchOptions, type PostgresServer } from './launch.ts'

export type SupervisedDatabase = {
  /** Unchanged by restarts, so pools can reconnect. */
  connection: Connection
  /** The pid of the current server. */
  pid: () => number
  stop: () => Promise<void>
}

type Supervision = LaunchOptions & {
  folder: string
  report: (line: string) => void
  /** Milliseconds between failed starts; the last value repeats. */
  delays?: readonly number[]
}

const DELAYS = [250, 500, 1000, 2000, 5000, 15_000]
const STABLE_AFTER_MS = 60_000

/** Starts the server of this folder, restarts it when it dies, and stops it with `stop`. */
export async function superviseDatabase(supervision: Supervision): Promise<SupervisedDatabase> {
  const { folder, ...options } = supervision
  const launch = () => launchPostgres(folder, { ...options, restartOutdated: true })
  const stopping = new AbortController()
  let server = await launch()

  const watching = keepRunning(supervision, stopping.signal, server, async () => {
    server = await launch()
    return server
  })
  return {
    connection: server.connection,
    pid: () => server.pid,
    async stop() {
      stopping.abort()
      // A running restart must finish first, otherwise its server would stay.
      await watching
      await server.stop()
    },
  }
}

async function keepRunning(
  { report, delays = DELAYS }: Supervision,
  stopping: AbortSignal,
  first: PostgresServer,
  launch: () => Promise<PostgresServer>,
): Promise<void> {
  const stopped = whenAborted(stopping)
  let server: PostgresServer | undefined = first
  let startedAt = performance.now()
  let starts = 0
  while (!stopping.aborted) {
    if (server) {
      const reason = await Promise.race([server.ended, stopped])
      if (stopping.aborted) return
      report(`The database ended (process ${server.pid}): ${reason}. Restarting it`)
      if (performance.now() - startedAt > STABLE_AFTER_MS) starts = 0
    }
    // The first restart is immediate; further ones are delayed.
    if (starts > 0) await waitUnless(stopping, delays[Math.min(starts, delays.length) - 1] ?? 0)
    if (stopping.aborted) return
    starts += 1
    server = await relaunch(launch, report)
    startedAt = performance.now()
  }
}

async function relaunch(
  launch: () => Promise<PostgresServer>,
  report: (line: string) => void,
): Promise<PostgresServer | undefined> {
  try {
    const server = await launch()
    report(`The database is running again (process ${server.pid})`)
    return server
  } catch (error) {
    report(`The database could not be restarted: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

async function waitUnless(stopping: AbortSignal, milliseconds: number): Promise<void> {
  await pause(milliseconds, undefined, { signal: stopping }).catch(() => undefined)
}

function whenAborted(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('shutdown'), { once: true })
  })
}
