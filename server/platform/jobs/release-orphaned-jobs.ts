import { sql } from 'drizzle-orm'

import { minute, second } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { serializeError } from '#platform/log.ts'

const checkInterval = 15 * second
/** A live node takes the locks of its workers within this time after a start or a reconnect: four checks. */
const missingFor = minute

/** The `application_name` of the worker connections of a node. */
export const jobsConnectionName = (node: string) => `scripthaven jobs ${node}`

/**
 * Unlocks the jobs of workers that were killed; graphile-worker itself waits four hours. Each live worker has an
 * advisory lock of its node. A free lock may also mean that its node has not taken it yet, so it must be free for
 * `missingFor`, or no other node may be connected: a job released under a live worker would run twice.
 */
export async function releaseOrphanedJobs(
  { db, nodes, log }: Pick<App, 'db' | 'nodes' | 'log'>,
  own: readonly string[],
  now: () => number = () => performance.now(),
): Promise<{ check(): Promise<void>; stop(): void }> {
  let hasLocks = false
  nodes.onDisconnect(() => {
    hasLocks = false
  })
  let missingSince = new Map<string, number>()

  async function check(): Promise<void> {
    if (!hasLocks) hasLocks = await lockAll(own.map(lockName))
    // A node without its own locks cannot check others: its connection may be the problem.
    if (!hasLocks) return
    const missing = new Map<string, number>()
    for (const worker of await selectActiveWorkers(db)) {
      if (own.includes(worker) || !(await nodes.tryLock(lockName(worker)))) continue
      const since = missingSince.get(worker) ?? now()
      if (now() - since >= missingFor || !(await hasOtherNodes(db, nodes.self))) {
        await db.execute(sql`select graphile_worker.force_unlock_workers(array[${worker}]::text[])`)
        log.warn('Released the jobs of a worker that has ended', { worker })
      } else missing.set(worker, since)
      await nodes.unlock(lockName(worker))
    }
    missingSince = missing
  }

  async function lockAll(names: readonly string[]): Promise<boolean> {
    for (const name of names) if (!(await nodes.tryLock(name))) return false
    return true
  }

  await check()
  const timer = setInterval(() => {
    check().catch((error: unknown) => log.warn('The check for orphaned jobs failed', serializeError(error)))
  }, checkInterval)
  timer.unref()
  return { check, stop: () => clearInterval(timer) }
}

// The name is part of the protocol between nodes of different versions.
const lockName = (worker: string) => `job runner ${worker}`

async function selectActiveWorkers(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ worker: string }>(sql`
    select distinct locked_by as worker from graphile_worker.jobs where locked_by is not null`)
  return rows.map(({ worker }) => worker)
}

/** Returns whether another node has a worker connection. */
async function hasOtherNodes(db: Db, self: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from pg_stat_activity where datname = current_database()
      and application_name like ${jobsConnectionName('%')} and application_name <> ${jobsConnectionName(self)} limit 1`)
  return rows.length > 0
}
