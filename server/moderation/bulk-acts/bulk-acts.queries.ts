import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  inArray,
  lt,
  gte,
  isNull,
  sql,
  type AnyColumn,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { bulkActRemovals, bulkActs, bulkActUsers, suspensions } from '#server/moderation/moderation.tables.ts'
import type { TextKey, TextKind } from '#contract/moderation/moderated-texts.ts'
import { activeBan } from '#server/access/access.public.ts'
import { bans } from '#server/access/access.tables.ts'
import { blocklistEntries } from '#server/archives/archives.tables.ts'
import { cases } from '#server/records/cases/cases.tables.ts'
import { collections } from '#server/scripts/collections.tables.ts'
import { scriptRemovals } from '#server/scripts/removals.tables.ts'
import { isAuthorOf } from '#server/scripts/scripts.public.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { teams } from '#server/scripts/members.tables.ts'
import { userProfiles } from '#server/scripts/profiles.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'
import { worksReports } from '#server/scripts/works-reports/works-reports.tables.ts'

export type BulkAct = typeof bulkActs.$inferSelect
type BulkActUser = typeof bulkActUsers.$inferSelect

export async function insertBulkAct(tx: Db, act: typeof bulkActs.$inferInsert): Promise<number> {
  const [row] = await tx.insert(bulkActs).values(act).returning({ id: bulkActs.id })
  if (!row) throw new Error('The new bulk act got no id')
  return row.id
}

export async function insertBulkActUser(tx: Db, row: typeof bulkActUsers.$inferInsert): Promise<void> {
  await tx.insert(bulkActUsers).values(row)
}

export async function insertBulkActRemovals(
  tx: Db,
  actId: number,
  removalIds: readonly number[],
): Promise<void> {
  if (removalIds.length > 0)
    await tx.insert(bulkActRemovals).values(removalIds.map((removalId) => ({ actId, removalId })))
}

export async function removeBulkAct(db: Db, id: number): Promise<void> {
  await db.delete(bulkActs).where(eq(bulkActs.id, id))
}

export async function removeBulkActsBefore(db: Db, time: Date): Promise<void> {
  await db.delete(bulkActs).where(lt(bulkActs.createdAt, time))
}

export async function selectBulkActForUpdate(tx: Db, id: number): Promise<BulkAct | undefined> {
  const [row] = await tx.select().from(bulkActs).where(eq(bulkActs.id, id)).for('update')
  return row
}

export async function updateBulkActUndone(
  tx: Db,
  id: number,
  change: { undoneAt: Date; undoneBy: number },
): Promise<void> {
  await tx.update(bulkActs).set(change).where(eq(bulkActs.id, id))
}

export async function selectBulkActUsers(db: Db, actId: number): Promise<BulkActUser[]> {
  return db.select().from(bulkActUsers).where(eq(bulkActUsers.actId, actId)).orderBy(asc(bulkActUsers.userId))
}

/** The removals of the scripts that the act hid. */
export async function selectBulkActRemovals(db: Db, actId: number): Promise<number[]> {
  const rows = await db
    .select({ id: bulkActRemovals.removalId })
    .from(bulkActRemovals)
    .where(eq(bulkActRemovals.actId, actId))
  return rows.map(({ id }) => id)
}

/** Without those that have no user left. */
const isListed = (db: Db, id: number | undefined) =>
  and(
    id === undefined ? undefined : eq(bulkActs.id, id),
    exists(
      db.select({ id: bulkActUsers.userId }).from(bulkActUsers).where(eq(bulkActUsers.actId, bulkActs.id)),
    ),
  )

export async function selectBulkActCount(db: Db, id: number | undefined): Promise<number> {
  return db.$count(bulkActs, isListed(db, id))
}

export async function selectBulkActs(
  db: Db,
  id: number | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  const undoer = alias(users, 'undoer')
  return db
    .select({ act: getTableColumns(bulkActs), by: users.username, undoneBy: undoer.username })
    .from(bulkActs)
    .innerJoin(users, eq(users.id, bulkActs.actorId))
    .leftJoin(undoer, eq(undoer.id, bulkActs.undoneBy))
    .where(isListed(db, id))
    .orderBy(desc(bulkActs.createdAt), desc(bulkActs.id))
    .limit(limit)
    .offset(offset)
}

export async function selectUsersOfActs(db: Db, actIds: readonly number[]) {
  return db
    .select({ actId: bulkActUsers.actId, id: users.id, username: users.username })
    .from(bulkActUsers)
    .innerJoin(users, eq(users.id, bulkActUsers.userId))
    .where(inArray(bulkActUsers.actId, [...actIds]))
    .orderBy(asc(users.id))
}

type ModeratorQuery = { moderatorId: number; since: Date; ids: readonly number[] }

/** Active bans of these users that the moderator issued. */
export async function selectBansBy(db: Db, { moderatorId, since, ids }: ModeratorQuery, now: Date) {
  return db
    .select({ id: bans.id, userId: bans.userId, username: users.username })
    .from(bans)
    .innerJoin(users, eq(users.id, bans.userId))
    .where(
      and(
        inArray(bans.userId, [...ids]),
        eq(bans.issuedBy, moderatorId),
        gte(bans.createdAt, since),
        activeBan(now),
      ),
    )
}

export async function selectSuspensionsBy(db: Db, { moderatorId, since, ids }: ModeratorQuery) {
  const s = suspensions
  return db
    .select({ userId: s.userId, username: users.username })
    .from(s)
    .innerJoin(users, eq(users.id, s.userId))
    .where(
      and(
        inArray(s.userId, [...ids]),
        eq(s.issuedBy, moderatorId),
        gte(s.createdAt, since),
        eq(users.status, 'suspended'),
      ),
    )
}

/** Scripts that are hidden by these removals. */
export async function selectRemovalsBy(db: Db, { moderatorId, since, ids }: ModeratorQuery) {
  const r = scriptRemovals
  return db
    .select({ scriptId: r.scriptId, name: scripts.name, userId: scripts.userId })
    .from(r)
    .innerJoin(scripts, eq(scripts.id, r.scriptId))
    .where(
      and(
        inArray(r.id, [...ids]),
        eq(r.removedBy, moderatorId),
        gte(r.removedAt, since),
        isNull(r.restoredAt),
      ),
    )
}

/** These versions, if the moderator uploaded them and they are not withdrawn, or withdrew them. */
export async function selectVersionsBy(db: Db, { moderatorId, since, ids }: ModeratorQuery) {
  const v = scriptVersions
  return db
    .select({
      id: v.id,
      number: v.number,
      name: scripts.name,
      userId: scripts.userId,
      isWithdrawn: sql<boolean>`${v.withdrawnAt} is not null`,
    })
    .from(v)
    .innerJoin(scripts, eq(scripts.id, v.scriptId))
    .where(
      and(
        inArray(v.id, [...ids]),
        sql`case when ${v.withdrawnAt} is null then ${v.createdBy} = ${moderatorId}
          else ${v.withdrawnBy} = ${moderatorId} and ${v.withdrawnAt} >= ${since.toISOString()}::timestamptz end`,
        sql`not ${isAuthorOf(moderatorId)}`,
      ),
    )
}

/** Those of these texts that the moderator hid. */
export async function selectHiddenTextsBy(
  db: Db,
  { moderatorId, since }: Omit<ModeratorQuery, 'ids'>,
  keys: readonly TextKey[],
) {
  const isHidden = (kind: TextKind, table: Removable, id: AnyColumn) =>
    and(
      inArray(
        id,
        keys.filter((key) => key.kind === kind).map((key) => key.id),
      ),
      eq(table.removedBy, moderatorId),
      gte(table.removedAt, since),
    )
  const [r, p, c, t] = [worksReports, userProfiles, collections, teams]
  return db
    .select({ kind: ofKind('works-report'), id: r.id, userId: r.userId, name: scripts.name })
    .from(r)
    .innerJoin(scripts, eq(scripts.id, r.scriptId))
    .where(isHidden('works-report', r, r.id))
    .unionAll(
      db
        .select({ kind: ofKind('profile'), id: p.userId, userId: p.userId, name: users.username })
        .from(p)
        .innerJoin(users, eq(users.id, p.userId))
        .where(isHidden('profile', p, p.userId)),
    )
    .unionAll(
      db
        .select({ kind: ofKind('collection'), id: c.id, userId: c.userId, name: c.title })
        .from(c)
        .where(isHidden('collection', c, c.id)),
    )
    .unionAll(
      db
        .select({ kind: ofKind('team'), id: t.id, userId: t.id, name: sql<string>`${t.hiddenName}` })
        .from(t)
        .where(isHidden('team', t, t.id)),
    )
}

const ofKind = (kind: TextKind) => sql<TextKind>`${kind}::text`

type Removable = Record<'removedBy' | 'removedAt', AnyColumn>

export async function selectEntriesBy(db: Db, { moderatorId, since, ids }: ModeratorQuery) {
  const b = blocklistEntries
  return db
    .select({
      id: b.id,
      kind: b.kind,
      value: b.value,
      isOfTakedown: sql<boolean>`coalesce(${cases.kind} = 'takedown', false)`,
    })
    .from(b)
    .leftJoin(cases, eq(cases.id, b.caseId))
    .where(
      and(inArray(b.id, [...ids]), eq(b.addedBy, moderatorId), gte(b.createdAt, since), isNull(b.removedAt)),
    )
}

export async function selectScriptNames(db: Db, ids: readonly number[]) {
  return db
    .select({ id: scripts.id, name: scripts.name, userId: scripts.userId })
    .from(scripts)
    .where(inArray(scripts.id, [...ids]))
}
