import { inTransaction } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/records/records.public.ts'
import { invalidateUser, selectUserForUpdate, updateUser } from '#server/access/access.public.ts'

import { removeSuspension, selectEndedSuspensions, selectSuspension } from './suspensions.queries.ts'

const batchSize = 500

/** Runs every minute. */
export async function endTimedSuspensions({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (const userId of await selectEndedSuspensions(db, now, batchSize))
    await inTransaction(db, async (tx) => {
      const user = await selectUserForUpdate(tx, userId)
      const suspension = await selectSuspension(tx, userId)
      if (!user || !suspension?.endsAt || suspension.endsAt > now) return
      await removeSuspension(tx, userId)
      if (user.status !== 'suspended') return
      await updateUser(tx, userId, { status: suspension.statusBefore })
      await recordActivity(tx, {
        type: 'user',
        action: 'Suspension Ended',
        description: `The suspension of ${user.username} ended`,
        status: 'info',
        userId: null,
        targetId: userId,
        targetType: 'user',
        metadata: { old: { status: 'suspended' }, new: { status: suspension.statusBefore } },
      })
      invalidateUser(tx, userId)
    })
}
