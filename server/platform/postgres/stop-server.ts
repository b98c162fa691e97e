import { findOrphans, isPostmaster, signalProcess, waitForEnd } from './process-checks.ts'

const ORDERLY_MILLISECONDS = 15_000
const HURRIED_MILLISECONDS = 10_000

/** In order when it can: open queries are ended and everything is written. Else at once, which costs a recovery. */
export async function stopServer(pid: number, cluster: string): Promise<void> {
  const steps = [
    ['SIGINT', ORDERLY_MILLISECONDS],
    ['SIGQUIT', HURRIED_MILLISECONDS],
    ['SIGKILL', HURRIED_MILLISECONDS],
  ] as const
  for (const [signal, milliseconds] of steps) {
    if (!isPostmaster(pid, cluster)) return
    signalProcess(pid, signal)
    if (await waitForEnd([pid], milliseconds)) return
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end`)
}

/** What a killed server left computing. None of it can still answer anybody. */
export async function endOrphans(cluster: string, clusterName: string): Promise<number> {
  const orphans = findOrphans(cluster, clusterName)
  for (const pid of orphans) signalProcess(pid, 'SIGKILL')
  if (await waitForEnd(orphans, HURRIED_MILLISECONDS)) return orphans.length
  throw new Error(`Processes of an earlier PostgreSQL do not end: ${orphans.join(', ')}`)
}
