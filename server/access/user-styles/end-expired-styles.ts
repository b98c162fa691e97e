import { inTransaction } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { invalidateUser } from '#server/access/users/invalidate-user.ts'

import { updateExpired } from './style-assignments.queries.ts'

const batchSize = 500

/** An expired style has no effect anyway; this invalidates the cached pages, in small batches. */
export async function endExpiredStyles({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  let ended: number
  do {
    ended = await inTransaction(db, async (tx) => {
      const userIds = await updateExpired(tx, now, batchSize)
      for (const userId of userIds) invalidateUser(tx, userId)
      return userIds.length
    })
  } while (ended === batchSize)
}
