import { inTransaction } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'

import { updateToWaiting } from './analysis-queue.queries.ts'
import { analysisPriority, continueQueue } from './request-analysis.ts'
import { invalidateAnalysis } from './store-analysis.ts'

/** For an analysis whose pack is lost. */
export async function readArchiveAgain(
  { db, log }: App,
  { id, sha256 }: { id: number; sha256: string },
): Promise<void> {
  log.warn('A pack is lost; its archive is read again', { sha256 })
  await inTransaction(db, async (tx) => {
    await updateToWaiting(tx, [id], analysisPriority.lostPack)
    await continueQueue(tx, 'long')
    invalidateAnalysis(tx, sha256)
  })
}
