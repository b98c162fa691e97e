import { and, asc, gt, inArray, isNotNull } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'

/** The next batch of users with an avatar, by id. */
export async function selectAvatarsAfter(
  db: Db,
  id: number,
  limit: number,
): Promise<{ id: number; avatar: string }[]> {
  const rows = await db
    .select({ id: users.id, avatar: users.avatar })
    .from(users)
    .where(and(gt(users.id, id), isNotNull(users.avatar)))
    .orderBy(asc(users.id))
    .limit(limit)
  return rows.flatMap(({ id: userId, avatar }) => (avatar === null ? [] : [{ id: userId, avatar }]))
}

export async function selectAvatarsAmong(db: Db, avatars: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ avatar: users.avatar })
    .from(users)
    .where(inArray(users.avatar, [...avatars]))
  return rows.flatMap(({ avatar }) => avatar ?? [])
}
