import { inTransaction } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'
import { announceUser } from '#server/users/users.public.ts'

import { updateExpired } from './style-assignments.queries.ts'

const endedAtOnce = 500

/** An expired style is shown nowhere from its moment on; this takes it from the stored pages, in small batches. */
export async function endExpiredStyles({ db, clock }: Pick<Hub, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  let ended: number
  do {
    ended = await inTransaction(db, async (tx) => {
      const userIds = await updateExpired(tx, now, endedAtOnce)
      for (const userId of userIds) announceUser(tx, userId)
      return userIds.length
    })
  } while (ended === endedAtOnce)
}
