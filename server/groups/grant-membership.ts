import type { Db } from '#platform/database.ts'

import {
  addToMemberCount,
  insertMembership,
  selectMembershipForUpdate,
  updateMembership,
} from './groups.queries.ts'

/**
 * Makes somebody a member, or renews what has ended; `expiresAt` null is for good, undefined keeps the end of
 * a membership in force. False when there was nothing to change.
 */
export async function grantMembership(
  tx: Db,
  wanted: { userId: number; groupId: number; expiresAt?: Date | null },
  now: Date,
): Promise<boolean> {
  const { userId, groupId, expiresAt } = wanted
  const present = await selectMembershipForUpdate(tx, userId, groupId)
  if (!present) {
    await insertMembership(tx, { userId, groupId, expiresAt: expiresAt ?? null, createdAt: now })
    await addToMemberCount(tx, groupId, 1)
    return true
  }
  const isInForce = present.isActive && (present.expiresAt === null || present.expiresAt > now)
  const end = expiresAt === undefined && isInForce ? present.expiresAt : (expiresAt ?? null)
  if (isInForce && end?.getTime() === present.expiresAt?.getTime()) return false
  await updateMembership(tx, userId, groupId, end)
  return true
}
