import { sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

/**
 * Adds a job. Inside a transaction the job exists only after its commit, so no email reports a change that was rolled
 * back. A lower priority runs earlier. A job with a `key` replaces one that waits, but not one that runs; with `keepsTime` it runs
 * when that one would: a job that failed waits on.
 */
export async function enqueueJob(
  db: Db,
  name: string,
  payload: Record<string, unknown>,
  options: {
    attemptsMax?: number
    priority?: number
    key?: string
    keepsTime?: boolean
    delaySeconds?: number
  } = {},
): Promise<void> {
  const { attemptsMax = 25, priority = 0, key = null, keepsTime = false, delaySeconds } = options
  const delay = delaySeconds === undefined ? null : `${delaySeconds} seconds`
  const mode = keepsTime ? 'preserve_run_at' : 'replace'
  await db.execute(sql`
    select from graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => ${attemptsMax}::integer,
      job_key => ${key}::text, priority => ${priority}::integer, job_key_mode => ${mode}::text, run_at => now() + ${delay}::interval)`)
}

/** Adds jobs of one kind in one statement. */
export async function enqueueJobs(
  db: Db,
  name: string,
  payloads: readonly Record<string, unknown>[],
  options: { attemptsMax: number; priority: number },
): Promise<void> {
  const { attemptsMax, priority } = options
  await db.execute(sql`
    select from graphile_worker.add_jobs((
      select array_agg((${name}::text, payload, null, null, ${attemptsMax}::smallint, null, ${priority}::smallint, null)
        ::graphile_worker.job_spec)
      from json_array_elements(${JSON.stringify(payloads)}::json) as payload))`)
}
