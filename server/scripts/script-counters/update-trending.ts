import type { App } from '#platform/app.ts'
import { inTransaction, invalidate } from '#platform/database/database.ts'
import { trendTag } from '#server/scripts/script-tags.ts'

import { selectChangedTrends, updateTrends } from './counters.queries.ts'

const batchSize = 1_000

/** Runs hourly. */
export async function updateTrending({ db, clock, draining }: App): Promise<void> {
  const changed = await inTransaction(db, (tx) => selectChangedTrends(tx, clock.now()))
  for (let at = 0; at < changed.length && !draining.aborted; at += batchSize)
    await inTransaction(db, async (tx) => {
      await updateTrends(tx, changed.slice(at, at + batchSize))
      invalidate(tx, trendTag)
    })
}
