import { afterCommit, inTransaction, type Db } from '#platform/database.ts'
import { notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { describeError } from '#platform/log.ts'

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

/** What cannot be removed now is found by the sweep: the call does not fail for it. */
export function removeIncomingAfter(
  tx: Db,
  { incoming, log }: Pick<Hub, 'incoming' | 'log'>,
  names: readonly string[],
): void {
  afterCommit(tx, () => {
    incoming
      .remove(names)
      .catch((error: unknown) => log.warn('An upload was not removed', describeError(error)))
  })
}
