import { inTransaction } from '#platform/database.ts'
import { notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'

import { removeIncomingAfter } from './remove-incoming.ts'
import { updateArrived } from './uploads.queries.ts'

/** An archive is there, whole and safe: it takes the place of what an earlier try left. */
export async function noteArrival(
  hub: Hub,
  key: string,
  arrived: { stagedName: string; size: number; sha256: string },
): Promise<void> {
  await inTransaction(hub.db, async (tx) => {
    const before = await updateArrived(tx, key, { ...arrived, completedAt: hub.clock.now() })
    if (!before) throw notFound('This upload address has been used already')
    const { replaced } = before
    if (replaced !== null && replaced !== arrived.stagedName) removeIncomingAfter(tx, hub, [replaced])
  })
}
