import { inTransaction } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'

import { updateToWaiting } from './analysis-queue.queries.ts'
import { analysisPriority, continueQueue } from './request-analysis.ts'
import { invalidateAnalysis } from './store-analysis.ts'

/** For analyses whose packs are lost, which may be all of them. */
export async function readArchivesAgain(
  { db, log }: App,
  lost: readonly { id: number; sha256: string }[],
): Promise<void> {
  if (lost.length === 0) return
  log.warn('Packs are lost; their archives are read again', { count: lost.length, first: lost[0]?.sha256 })
  await inTransaction(db, async (tx) => {
    await updateToWaiting(
      tx,
      lost.map(({ id }) => id),
      analysisPriority.lostPack,
    )
    await continueQueue(tx, 'long', { keepsTime: true })
    for (const { sha256 } of lost) invalidateAnalysis(tx, sha256)
  })
}
