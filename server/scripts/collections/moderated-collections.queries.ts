import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { countAtMost, isModerated, type ModeratedFilter } from '#server/scripts/moderated-texts.queries.ts'

import { collections } from '#server/scripts/collections.tables.ts'

const c = collections

/** Public ones: what is private or shared by link is not read by moderators. */
const isListed = (filter: ModeratedFilter) =>
  and(
    isModerated({ removedAt: c.removedAt, authorId: c.userId }, filter),
    filter.isHidden ? undefined : eq(c.visibility, 'public'),
  )

/** With the notes of their entries, newest first. */
export async function selectModeratedCollections(
  db: Db,
  filter: ModeratedFilter,
  { limit, offset }: Record<'limit' | 'offset', number>,
) {
  const page = db
    .select({ id: c.id })
    .from(c)
    .where(isListed(filter))
    .orderBy(desc(c.id))
    .limit(limit)
    .offset(offset)
  return db
    .select({
      collection: c,
      username: users.username,
      removedByName: sql<string | null>`(select username from users a where a.id = collections.removed_by)`,
      notes: sql<string[]>`(
        select coalesce(json_agg(ce.note order by ce.position), '[]') from collection_entries ce
        where ce.collection_id = collections.id and ce.note <> '')`,
    })
    .from(c)
    .innerJoin(users, eq(users.id, c.userId))
    .where(inArray(c.id, page))
    .orderBy(desc(c.id))
}

/** At most `max`. */
export async function selectModeratedCollectionCount(
  db: Db,
  filter: ModeratedFilter,
  max: number,
): Promise<number> {
  return countAtMost(db, c, isListed(filter), max)
}

/** One that others can read, or that is hidden. */
export async function selectModeratedCollection(tx: Db, id: number) {
  const [row] = await tx
    .select({ userId: c.userId, title: c.title, visibility: c.visibility, removedAt: c.removedAt })
    .from(c)
    .where(eq(c.id, id))
    .for('update')
  return row && (row.removedAt !== null || row.visibility !== 'private') ? row : undefined
}

/** False when it is hidden already. */
export async function hideCollection(
  tx: Db,
  id: number,
  removal: { removedAt: Date; removedBy: number; removalReason: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(c)
    .set(removal)
    .where(and(eq(c.id, id), isNull(c.removedAt)))
  return (rowCount ?? 0) > 0
}

/** False when it is not hidden. */
export async function restoreCollection(tx: Db, id: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(c)
    .set({ removedAt: null, removedBy: null, removalReason: null })
    .where(and(eq(c.id, id), isNotNull(c.removedAt)))
  return (rowCount ?? 0) > 0
}
