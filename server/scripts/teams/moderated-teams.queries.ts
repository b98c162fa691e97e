import { desc, eq, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { countAtMost, isModerated, type ModeratedFilter } from '#server/scripts/moderated-texts.queries.ts'
import { teams } from '#server/scripts/teams.tables.ts'

const t = teams

/** The author of a team's texts is the team. */
const isListed = (filter: ModeratedFilter) => isModerated({ removedAt: t.removedAt, authorId: t.id }, filter)

/** Those that changed last come first. */
export async function selectModeratedTeams(
  db: Db,
  filter: ModeratedFilter,
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
export async function selectModeratedTeamCount(
  db: Db,
  filter: ModeratedFilter,
  max: number,
): Promise<number> {
  return countAtMost(db, t, isListed(filter), max)
}

type Removal = { removedAt: Date; removedBy: number; removalReason: string; hiddenName: string }

export async function updateTeamRemoval(
  tx: Db,
  id: number,
  removal: Removal | { [Name in keyof Removal]: null },
): Promise<void> {
  await tx.update(t).set(removal).where(eq(t.id, id))
}
