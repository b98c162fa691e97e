import { and, desc, eq, inArray, isNotNull, isNull, sql, type AnyColumn, type SQL } from 'drizzle-orm'

import type { TextKind } from '#contract/moderation/moderated-texts.ts'
import type { ProfileText } from '#contract/scripts/profiles.ts'
import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'

import { collections } from './collections.tables.ts'
import { teams } from './members.tables.ts'
import { userProfiles } from './profiles.tables.ts'
import { scripts } from './scripts.tables.ts'
import { worksReports } from './works-reports/works-reports.tables.ts'

const c = collections
const p = userProfiles
const r = worksReports
const t = teams

/** Which texts of members a moderator reads: the hidden ones or the others, of all authors or one. */
type ModeratedFilter = { isHidden: boolean; authorId: number | undefined }

type Range = Record<'limit' | 'offset', number>

const isModerated = (removedAt: AnyColumn, author: AnyColumn, { isHidden, authorId }: ModeratedFilter) =>
  and(
    isHidden ? isNotNull(removedAt) : isNull(removedAt),
    authorId === undefined ? undefined : eq(author, authorId),
  )

const isListed: Record<TextKind, (filter: ModeratedFilter) => SQL | undefined> = {
  'works-report': (filter) => isModerated(r.removedAt, r.userId, filter),
  profile: (filter) => isModerated(p.removedAt, p.userId, filter),
  // What is private or shared by link is not read by moderators.
  collection: (filter) =>
    and(isModerated(c.removedAt, c.userId, filter), filter.isHidden ? undefined : eq(c.visibility, 'public')),
  // The author of a team's texts is the team.
  team: (filter) => isModerated(t.removedAt, t.id, filter),
}

const tables = { 'works-report': r, profile: p, collection: c, team: t }

/** At most `max`. */
export async function selectModeratedCount(
  db: Db,
  kind: TextKind,
  filter: ModeratedFilter,
  max: number,
): Promise<number> {
  const rows = db
    .select({ one: sql`1` })
    .from(tables[kind])
    .where(isListed[kind](filter))
    .limit(max)
    .as('counted')
  return db.$count(rows)
}

type Hiding = { removedAt: Date; removedBy: number; removalReason: string }

/** Hides a text, or shows it again. False when it is so already. */
export async function updateTextRemoval(
  tx: Db,
  kind: Exclude<TextKind, 'team'>,
  id: number,
  removal: Hiding | null,
): Promise<boolean> {
  const table = tables[kind]
  const { rowCount } = await tx
    .update(table)
    .set(removal ?? { removedAt: null, removedBy: null, removalReason: null })
    .where(
      and(
        eq(kind === 'profile' ? p.userId : tables[kind].id, id),
        removal ? isNull(table.removedAt) : isNotNull(table.removedAt),
      ),
    )
  return (rowCount ?? 0) > 0
}

const removerOf = (removedBy: AnyColumn) =>
  sql<string | null>`(select username from ${users} a where a.id = ${removedBy})`

/** Newest first. */
export async function selectModeratedReports(db: Db, filter: ModeratedFilter, { limit, offset }: Range) {
  return db
    .select({
      report: r,
      username: users.username,
      script: scripts.name,
      removedByName: removerOf(r.removedBy),
    })
    .from(r)
    .innerJoin(users, eq(users.id, r.userId))
    .innerJoin(scripts, eq(scripts.id, r.scriptId))
    .where(isListed['works-report'](filter))
    .orderBy(desc(r.id))
    .limit(limit)
    .offset(offset)
}

/** With the notes of their entries, newest first. */
export async function selectModeratedCollections(db: Db, filter: ModeratedFilter, { limit, offset }: Range) {
  const page = db
    .select({ id: c.id })
    .from(c)
    .where(isListed.collection(filter))
    .orderBy(desc(c.id))
    .limit(limit)
    .offset(offset)
  return db
    .select({
      collection: c,
      username: users.username,
      removedByName: removerOf(c.removedBy),
      notes: sql<string[]>`(
        select coalesce(json_agg(ce.note order by ce.position), '[]') from collection_entries ce
        where ce.collection_id = collections.id and ce.note <> '')`,
    })
    .from(c)
    .innerJoin(users, eq(users.id, c.userId))
    .where(inArray(c.id, page))
    .orderBy(desc(c.id))
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

/** Newest first. */
export async function selectProfileTexts(db: Db, filter: ModeratedFilter, { limit, offset }: Range) {
  return db
    .select({
      profile: p,
      username: users.username,
      removedByName: removerOf(p.removedBy),
    })
    .from(p)
    .innerJoin(users, eq(users.id, p.userId))
    .where(isListed.profile(filter))
    .orderBy(desc(p.updatedAt), p.userId)
    .limit(limit)
    .offset(offset)
}

/** Those that changed last come first. */
export async function selectModeratedTeams(db: Db, filter: ModeratedFilter, { limit, offset }: Range) {
  return db
    .select({
      team: t,
      name: users.username,
      image: users.avatar,
      removedByName: removerOf(t.removedBy),
    })
    .from(t)
    .innerJoin(users, eq(users.id, t.id))
    .where(isListed.team(filter))
    .orderBy(desc(t.updatedAt), t.id)
    .limit(limit)
    .offset(offset)
}

type TeamHiding = Hiding & { hiddenName: string }

export async function updateTeamRemoval(
  tx: Db,
  id: number,
  removal: TeamHiding | { [Name in keyof TeamHiding]: null },
): Promise<void> {
  await tx.update(t).set(removal).where(eq(t.id, id))
}
