import { inTransaction } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'
import { announceUser } from '#server/users/users.public.ts'

import {
  addToMemberCount,
  removeExpiredMemberships,
  selectGroupsForUpdate,
  selectGroupsWithExpired,
} from './groups.queries.ts'

/** An expired membership allows nothing from its moment on; this takes it from the counts and the stored pages. */
export async function endExpiredMemberships({ db, clock }: Pick<Hub, 'db' | 'clock'>): Promise<void> {
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
    for (const { userId } of ended) announceUser(tx, userId)
  })
}
