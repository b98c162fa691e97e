import { and, desc, eq, inArray, isNotNull, isNull, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { ProfileText } from '#contract/scripts/profiles.ts'
import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'

import { collections } from './collections.tables.ts'
import { teams } from './members.tables.ts'
import { userProfiles } from './profiles.tables.ts'

const c = collections

const p = userProfiles

const t = teams

/** Which texts of members a moderator reads. */
export type ModeratedFilter = { isHidden: boolean; authorId: number | undefined }

/** The hidden rows of a table of texts, or those that are not, of all authors or one. */
export function isModerated(
  columns: { removedAt: AnyColumn; authorId: AnyColumn },
  { isHidden, authorId }: ModeratedFilter,
): SQL | undefined {
  return and(
    isHidden ? isNotNull(columns.removedAt) : isNull(columns.removedAt),
    authorId === undefined ? undefined : eq(columns.authorId, authorId),
  )
}

/** Counts rows, at most `max` of them. */
export async function countAtMost(
  db: Db,
  table: PgTable,
  condition: SQL | undefined,
  max: number,
): Promise<number> {
  const rows = db
    .select({ one: sql`1` })
    .from(table)
    .where(condition)
    .limit(max)
    .as('counted')
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(rows)
  return row?.total ?? 0
}

/** Public ones: what is private or shared by link is not read by moderators. */
const isListedCollection = (filter: ModeratedFilter) =>
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
    .where(isListedCollection(filter))
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
  return countAtMost(db, c, isListedCollection(filter), max)
}

/** One that others can read, or that is hidden. */
export async function selectModeratedCollection(tx: Db, id: number) {
  const [row] = await tx
    .select({
      userId: c.userId,
      title: c.title,
      text: c.text,
      visibility: c.visibility,
      removedAt: c.removedAt,
      removedBy: c.removedBy,
      removalReason: c.removalReason,
    })
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

export async function selectProfileText(db: Db, userId: number) {
  const [row] = await db.select().from(p).where(eq(p.userId, userId))
  return row
}

/** False when a moderator hid the text. */
export async function upsertProfileText(
  tx: Db,
  userId: number,
  { text, links }: ProfileText,
  now: Date,
): Promise<boolean> {
  const values = { text, links, updatedAt: now }
  const rows = await tx
    .insert(p)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: p.userId, set: values, setWhere: isNull(p.removedAt) })
    .returning({ userId: p.userId })
  return rows.length > 0
}

const isListedProfile = (filter: ModeratedFilter) =>
  isModerated({ removedAt: p.removedAt, authorId: p.userId }, filter)

/** Newest first. */
export async function selectProfileTexts(
  db: Db,
  filter: ModeratedFilter,
  { limit, offset }: Record<'limit' | 'offset', number>,
) {
  return db
    .select({
      profile: p,
      username: users.username,
      removedByName: sql<string | null>`(select username from ${users} a where a.id = ${p.removedBy})`,
    })
    .from(p)
    .innerJoin(users, eq(users.id, p.userId))
    .where(isListedProfile(filter))
    .orderBy(desc(p.updatedAt), p.userId)
    .limit(limit)
    .offset(offset)
}

/** At most `max`. */
export async function selectProfileTextCount(db: Db, filter: ModeratedFilter, max: number): Promise<number> {
  return countAtMost(db, p, isListedProfile(filter), max)
}

/** False when it is hidden already. */
export async function hideProfileText(
  tx: Db,
  userId: number,
  removal: { removedAt: Date; removedBy: number; removalReason: string },
): Promise<boolean> {
  const rows = await tx
    .update(p)
    .set(removal)
    .where(and(eq(p.userId, userId), isNull(p.removedAt)))
    .returning({ userId: p.userId })
  return rows.length > 0
}

/** False when it is not hidden. */
export async function restoreProfileText(tx: Db, userId: number): Promise<boolean> {
  const rows = await tx
    .update(p)
    .set({ removedAt: null, removedBy: null, removalReason: null })
    .where(and(eq(p.userId, userId), isNotNull(p.removedAt)))
    .returning({ userId: p.userId })
  return rows.length > 0
}

/** The author of a team's texts is the team. */
const isListedTeam = (filter: ModeratedFilter) =>
  isModerated({ removedAt: t.removedAt, authorId: t.id }, filter)

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
    .where(isListedTeam(filter))
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
  return countAtMost(db, t, isListedTeam(filter), max)
}

type Removal = { removedAt: Date; removedBy: number; removalReason: string; hiddenName: string }

export async function updateTeamRemoval(
  tx: Db,
  id: number,
  removal: Removal | { [Name in keyof Removal]: null },
): Promise<void> {
  await tx.update(t).set(removal).where(eq(t.id, id))
}
