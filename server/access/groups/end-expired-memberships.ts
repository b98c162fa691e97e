import { inTransaction } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { invalidateUser } from '#server/access/users/invalidate-user.ts'

import {
  addToMemberCount,
  removeExpiredMemberships,
  selectGroupsForUpdate,
  selectGroupsWithExpired,
} from './groups.queries.ts'

/** An expired membership has no effect anyway; this removes it from the counts and invalidates cached pages. */
export async function endExpiredMemberships({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const groupIds = await selectGroupsWithExpired(db, now)
  if (groupIds.length === 0) return
  await inTransaction(db, async (tx) => {
    await selectGroupsForUpdate(tx, groupIds)
    const ended = await removeExpiredMemberships(tx, groupIds, now)
    for (const groupId of groupIds)
      await addToMemberCount(
        tx,
        groupId,
        -ended.filter((membership) => membership.groupId === groupId).length,
      )
    for (const { userId } of ended) invalidateUser(tx, userId)
  })
}
