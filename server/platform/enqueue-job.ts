import { sql } from 'drizzle-orm'

import type { Db } from './database.ts'

/**
 * Leaves work for the job runner. Inside a transaction the job exists only once that has committed: nobody
 * gets a mail about a change that did not happen. Jobs of one queue run one after another.
 */
export async function enqueueJob(
  db: Db,
  name: string,
  payload: Record<string, unknown>,
  options: { attemptsMax?: number; queue?: string } = {},
): Promise<void> {
  const { attemptsMax = 25, queue = null } = options
  await db.execute(sql`
    select from graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, queue_name => ${queue}::text,
      max_attempts => ${attemptsMax}::integer)`)
}
