import type { Db } from '#platform/database/database.ts'

import {
  addToMemberCount,
  insertMembership,
  selectMembershipForUpdate,
  updateMembership,
} from './groups.queries.ts'

/**
 * Adds a user to a group or renews an expired membership. `expiresAt`: null for no end, undefined keeps the end of an
 * active membership. Returns false if nothing changed.
 */
export async function grantMembership(
  tx: Db,
  wanted: { userId: number; groupId: number; expiresAt?: Date | null },
  now: Date,
): Promise<boolean> {
  const { userId, groupId, expiresAt } = wanted
  const existing = await selectMembershipForUpdate(tx, userId, groupId, now)
  if (!existing) {
    await insertMembership(tx, { userId, groupId, expiresAt: expiresAt ?? null, createdAt: now })
    await addToMemberCount(tx, groupId, 1)
    return true
  }
  const { isActive, expiresAt: currentEnd } = existing
  const end = expiresAt === undefined && isActive ? currentEnd : (expiresAt ?? null)
  if (isActive && end?.getTime() === currentEnd?.getTime()) return false
  await updateMembership(tx, userId, groupId, end)
  return true
}
