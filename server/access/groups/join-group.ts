import type { Db } from '#platform/database/database.ts'
import { invalidateUser } from '#server/access/users/invalidate-user.ts'

import { grantMembership } from './grant-membership.ts'
import { selectDefaultGroupId, selectGroupIdByName } from './groups.queries.ts'

export async function joinDefaultGroup(tx: Db, userId: number, now: Date): Promise<void> {
  await join(tx, userId, await selectDefaultGroupId(tx), now)
}

/**
 * Adds a user to a group of the system, for example `verified`, without an authority check. Does nothing if an
 * administrator has deleted the group.
 */
export async function joinGroup(tx: Db, userId: number, name: string, now: Date): Promise<void> {
  await join(tx, userId, await selectGroupIdByName(tx, name), now)
}

async function join(tx: Db, userId: number, groupId: number | undefined, now: Date): Promise<void> {
  if (groupId === undefined) return
  if (await grantMembership(tx, { userId, groupId }, now)) invalidateUser(tx, userId)
}
