import type { BulkResult } from '#contract/moderation/sanctions.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { HttpError } from '#platform/errors.ts'

import { selectUsernames } from './sanctions.queries.ts'

type Outcome = { scripts: number }

/** One transaction for each user: those who are rejected are listed with the reason and do not stop the others. */
export async function forEachUser(
  db: Db,
  ids: readonly number[],
  work: (tx: Db, userId: number) => Promise<Outcome>,
): Promise<BulkResult['results']> {
  const usernames = await selectUsernames(db, ids)
  const results: BulkResult['results'] = []
  for (const id of new Set(ids)) {
    const outcome = await runFor(db, id, work)
    results.push({ id, username: usernames.get(id) ?? null, ...outcome })
  }
  return results
}

async function runFor(
  db: Db,
  id: number,
  work: (tx: Db, userId: number) => Promise<Outcome>,
): Promise<Outcome & { done: boolean; reason: string | null }> {
  try {
    const outcome = await inTransaction(db, (tx) => work(tx, id))
    return { ...outcome, done: true, reason: null }
  } catch (error) {
    if (error instanceof HttpError) return { scripts: 0, done: false, reason: error.message }
    throw error
  }
}
