import type { Db } from '#platform/database.ts'
import { announceUser } from '#server/users/users.public.ts'

import { grantMembership } from './grant-membership.ts'
import { selectDefaultGroupId, selectGroupIdByName } from './groups.queries.ts'

/** Every new account becomes a member of the default group. */
export async function joinDefaultGroup(tx: Db, userId: number, now: Date): Promise<void> {
  await join(tx, userId, await selectDefaultGroupId(tx), now)
}

/**
 * What the hub grants by itself, such as `verified` for a proven chat account: nobody's authority is asked.
 * A group that an administrator has deleted is granted no more.
 */
export async function joinGroup(tx: Db, userId: number, name: string, now: Date): Promise<void> {
  await join(tx, userId, await selectGroupIdByName(tx, name), now)
}

async function join(tx: Db, userId: number, groupId: number | undefined, now: Date): Promise<void> {
  if (groupId === undefined) return
  if (await grantMembership(tx, { userId, groupId }, now)) announceUser(tx, userId)
}
