import { findOrphans, isPostmaster, signalProcess, waitForEnd } from './process-checks.ts'

const FAST_SHUTDOWN_MS = 15_000
const IMMEDIATE_SHUTDOWN_MS = 10_000

/** A fast shutdown, which ends queries and writes a checkpoint; if that takes too long an immediate one, which costs a recovery. */
export async function stopServer(pid: number, cluster: string): Promise<void> {
  const steps = [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
    ['SIGKILL', IMMEDIATE_SHUTDOWN_MS],
  ] as const
  for (const [signal, milliseconds] of steps) {
    if (!isPostmaster(pid, cluster)) return
    signalProcess(pid, signal)
    if (await waitForEnd([pid], milliseconds)) return
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop`)
}

/** Ends the backend processes of a killed server; they have no client any more. */
export async function endOrphans(cluster: string, clusterName: string): Promise<number> {
  const orphans = findOrphans(cluster, clusterName)
  for (const pid of orphans) signalProcess(pid, 'SIGKILL')
  if (await waitForEnd(orphans, IMMEDIATE_SHUTDOWN_MS)) return orphans.length
  throw new Error(`Processes of an earlier PostgreSQL do not stop: ${orphans.join(', ')}`)
}
