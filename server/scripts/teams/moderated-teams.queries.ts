import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { teams } from '#server/scripts/teams.tables.ts'

const t = teams

/** `authorId` is the team itself. */
type Filter = { isHidden: boolean; authorId: number | undefined }

const isListed = ({ isHidden, authorId }: Filter) =>
  and(
    isHidden ? isNotNull(t.removedAt) : isNull(t.removedAt),
    authorId === undefined ? undefined : eq(t.id, authorId),
  )

/** Those that changed last come first. */
export async function selectModeratedTeams(
  db: Db,
  filter: Filter,
  { limit, offset }: Record<'limit' | 'offset', number>,
) {
  return db
    .select({
      team: t,
      name: users.username,
      image: users.avatar,
      removedByName: sql<string | null>`(select username from users a where a.id = ${t.removedBy})`,
    })
    .from(t)
    .innerJoin(users, eq(users.id, t.id))
    .where(isListed(filter))
    .orderBy(desc(t.updatedAt), t.id)
    .limit(limit)
    .offset(offset)
}

/** At most `max`. */
export async function selectModeratedTeamCount(db: Db, filter: Filter, max: number): Promise<number> {
  const listed = db
    .select({ one: sql`1` })
    .from(t)
    .where(isListed(filter))
    .limit(max)
    .as('listed')
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(listed)
  return row?.total ?? 0
}

type Removal = { removedAt: Date; removedBy: number; removalReason: string; hiddenName: string }

export async function updateTeamRemoval(
  tx: Db,
  id: number,
  removal: Removal | { [Name in keyof Removal]: null },
): Promise<void> {
  await tx.update(t).set(removal).where(eq(t.id, id))
}
