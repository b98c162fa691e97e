import { after, day } from '#platform/clock.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { closeCase } from '#server/records/records.public.ts'
import { emitDecision, rejectVersion, selectVersion } from '#server/scripts/scripts.public.ts'

import { selectInactiveReviews } from './moderation.queries.ts'
import { lockCase } from './lock-case.ts'

const waitsFor = 30 * day
const batchSize = 100

const response = 'There was no response for 30 days. You can upload the version again.'

/** Runs daily: a review whose author did not respond to the staff for 30 days is rejected. */
export async function closeInactiveCases({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const before = after(now, -waitsFor)
  for (let last: number | undefined = 0; last !== undefined;) {
    const ids = await selectInactiveReviews(db, before, { after: last, limit: batchSize })
    for (const id of ids) await inTransaction(db, (tx) => reject(tx, id, now))
    last = ids.at(-1)
  }
}

async function reject(tx: Db, id: number, now: Date): Promise<void> {
  const { row, script } = (await lockCase(tx, id)) ?? {}
  if (row?.state !== 'open') return
  const version = row.versionId === null ? undefined : await selectVersion(tx, row.versionId)
  const decided = { decision: 'rejected' as const, response }
  if (script && version && row.versionId !== null) {
    await rejectVersion(tx, null, script, row.versionId, { reason: response, caseId: row.id }, now)
    await emitDecision(tx, null, version, { ...decided, caseId: id }, now)
  }
  await closeCase(tx, row, { ...decided, decidedBy: null, logNote: '' }, now)
}
