import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { afterCommit, inTransaction } from '#platform/database.ts'
import { notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'

import { updateArrived } from './uploads.queries.ts'

/** An archive is there, whole and on the disk: it takes the place of what an earlier try left. */
export async function noteArrival(
  { db, clock, staging }: Hub,
  key: string,
  arrived: { stagedName: string; size: number; sha256: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await updateArrived(tx, key, { ...arrived, completedAt: clock.now() })
    if (!before) throw notFound('This upload address has been used already')
    const { replaced } = before
    if (replaced !== null && replaced !== arrived.stagedName)
      afterCommit(tx, () => void rm(join(staging, replaced), { force: true }))
  })
}
