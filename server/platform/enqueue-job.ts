import { sql } from 'drizzle-orm'

import type { Db } from './database.ts'

/**
 * Leaves work for the job runner. Inside a transaction the job exists only once that has committed: nobody
 * gets a mail about a change that did not happen.
 */
export async function enqueueJob(
  db: Db,
  name: string,
  payload: Record<string, unknown>,
  options: { attemptsMax?: number } = {},
): Promise<void> {
  const { attemptsMax = 25 } = options
  await db.execute(sql`
    select from graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => ${attemptsMax}::integer)`)
}
