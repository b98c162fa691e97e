import { eq, inArray, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { activeBan, usernameKey } from '#server/access/access.public.ts'
import { bans } from '#server/access/bans/bans.tables.ts'
import { users } from '#server/access/users/users.tables.ts'

export async function selectNamedUser(db: Db, userId: number) {
  const { id, username, avatar } = users
  const [row] = await db.select({ id, username, avatar }).from(users).where(eq(users.id, userId))
  return row
}

export async function selectUsernames(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { id: number; username: string }>> {
  const { id, username } = users
  const rows = await db
    .select({ id, username })
    .from(users)
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** A user or a team. `mayJoin`: the account is active and not banned. */
export async function selectInvitee(tx: Db, username: string, now: Date) {
  const [row] = await tx
    .select({
      id: users.id,
      username: users.username,
      isTeam: users.isTeam,
      mayJoin: sql<boolean>`${users.status} = 'active' and not exists (
        select from ${bans} where bans.user_id = users.id and ${activeBan(now)})`,
    })
    .from(users)
    .where(eq(users.usernameKey, usernameKey(username)))
  return row
}
