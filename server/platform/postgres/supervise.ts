import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './ask-server.ts'
import { launchPostgres, type LaunchOptions, type PostgresServer } from './launch.ts'

export type SupervisedDatabase = {
  /** Stays the same through every restart: pools may keep it and connect again. */
  connection: Connection
  /** The process that serves at this moment. */
  pid: () => number
  stop: () => Promise<void>
}

type Supervision = LaunchOptions & {
  folder: string
  report: (line: string) => void
  /** Waits between failed starts, in milliseconds; the last one repeats. */
  waits?: readonly number[]
}

const WAITS = [250, 500, 1000, 2000, 5000, 15_000]
const STEADY_MILLISECONDS = 60_000

/** Owns the server of this folder: starts it, starts it again whenever it dies, and ends it with the hub. */
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
      // A restart under way finishes first; stopping beside it would leave its server behind.
      await watching
      await server.stop()
    },
  }
}

async function keepRunning(
  { report, waits = WAITS }: Supervision,
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
      report(`The database is gone (process ${server.pid}): ${reason}. Starting it again`)
      if (performance.now() - startedAt > STEADY_MILLISECONDS) starts = 0
    }
    // The first start comes at once; only one that did not last has to wait.
    if (starts > 0) await waitUnless(stopping, waits[Math.min(starts, waits.length) - 1] ?? 0)
    if (stopping.aborted) return
    starts += 1
    server = await launchAgain(launch, report)
    startedAt = performance.now()
  }
}

async function launchAgain(
  launch: () => Promise<PostgresServer>,
  report: (line: string) => void,
): Promise<PostgresServer | undefined> {
  try {
    const server = await launch()
    report(`The database runs again (process ${server.pid})`)
    return server
  } catch (error) {
    report(`The database did not start again: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

async function waitUnless(stopping: AbortSignal, milliseconds: number): Promise<void> {
  await pause(milliseconds, undefined, { signal: stopping }).catch(() => undefined)
}

function whenAborted(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('the hub stops'), { once: true })
  })
}
