import { and, eq, exists, getTableColumns, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'

import type { CounterNotice } from '#contract/moderation/takedowns.ts'
import type { Db } from '#platform/database/database.ts'
import { takedownScripts } from '#server/records/cases/cases.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'
import { users } from '#server/access/users/users.tables.ts'

import { counterNotices, takedownNotices } from '#server/moderation/moderation.tables.ts'

const n = takedownNotices
const t = takedownScripts
const k = counterNotices

export type StoredNotice = typeof takedownNotices.$inferSelect
/** `name` is that of a script that was public when the notice was received; staff and uploaders see the current one. */
export type TakedownScript = typeof takedownScripts.$inferSelect & { currentName: string | null }

export async function insertNotice(tx: Db, row: typeof takedownNotices.$inferInsert): Promise<void> {
  await tx.insert(n).values(row)
}

/** Stored with the mailbox as its email. */
export async function selectNoticeCount(db: Db, email: string, since: Date): Promise<number> {
  return db.$count(n, and(eq(n.email, email), gte(n.createdAt, since)))
}

/** Two notices of one mailbox are counted one after the other. */
export async function lockMailbox(tx: Db, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`takedown notices of ${email}`}, 0))`)
}

/** Notices whose email address was not confirmed in time. */
export async function removeExpiredNotices(db: Db, now: Date): Promise<void> {
  await db.delete(n).where(and(isNull(n.caseId), lt(n.expiresAt, now)))
}

export async function selectNoticeForUpdate(tx: Db, tokenHash: string): Promise<StoredNotice | undefined> {
  const [row] = await tx.select().from(n).where(eq(n.tokenHash, tokenHash)).for('update')
  return row
}

export async function updateNoticeConfirmed(tx: Db, id: number, caseId: number): Promise<void> {
  await tx.update(n).set({ caseId }).where(eq(n.id, id))
}

/** Scripts that are or were public: a notice names no other. */
export async function selectNamedScripts(db: Db, ids: readonly number[]) {
  const v = scriptVersions
  const wasPublic = db
    .select({ id: v.id })
    .from(v)
    .where(and(eq(v.scriptId, scripts.id), or(isNotNull(v.publishedAt), isNotNull(v.publishedBeforeBlock))))
  return db
    .select({
      id: scripts.id,
      name: scripts.name,
      userId: scripts.userId,
      isPublic: sql<boolean>`${scripts.publication} = 'published'`,
    })
    .from(scripts)
    .where(and(inArray(scripts.id, [...ids]), or(eq(scripts.publication, 'published'), exists(wasPublic))))
    .orderBy(scripts.id)
}

export async function insertTakedownScripts(
  tx: Db,
  rows: readonly (typeof takedownScripts.$inferInsert)[],
): Promise<void> {
  await tx.insert(t).values([...rows])
}

export async function selectTakedownScripts(db: Db, caseId: number): Promise<TakedownScript[]> {
  return db
    .select({ ...getTableColumns(t), currentName: scripts.name })
    .from(t)
    .leftJoin(scripts, eq(scripts.id, t.scriptId))
    .where(eq(t.caseId, caseId))
    .orderBy(t.scriptId)
}

/** With the names that scripts and uploaders have now; null for a deleted one. */
export async function selectNoticeScripts(db: Db, caseId: number) {
  return db
    .select({ script: t, name: scripts.name, uploader: users.username })
    .from(t)
    .leftJoin(scripts, eq(scripts.id, t.scriptId))
    .leftJoin(users, eq(users.id, t.userId))
    .where(eq(t.caseId, caseId))
    .orderBy(t.scriptId)
}

export async function updateTakedownScripts(
  tx: Db,
  caseId: number,
  scriptIds: readonly number[],
  change: { takenDownAt: Date } | { restoredAt: Date },
): Promise<void> {
  await tx
    .update(t)
    .set(change)
    .where(and(eq(t.caseId, caseId), inArray(t.scriptId, [...scriptIds])))
}

/** The hashes of all archives of a script, in an order: two decisions lock their entries in the same one. */
export async function selectArchiveHashes(tx: Db, scriptId: number): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ sha256: scriptVersions.sha256 })
    .from(scriptVersions)
    .where(eq(scriptVersions.scriptId, scriptId))
    .orderBy(scriptVersions.sha256)
  return rows.map(({ sha256 }) => sha256)
}

export async function insertCounterNotice(
  tx: Db,
  row: { caseId: number; userId: number; notice: CounterNotice; createdAt: Date },
): Promise<boolean> {
  const rows = await tx.insert(k).values(row).onConflictDoNothing().returning({ caseId: k.caseId })
  return rows.length > 0
}

export async function selectCounterNotices(db: Db, caseId: number) {
  return db
    .select({ userId: k.userId, username: users.username, createdAt: k.createdAt })
    .from(k)
    .leftJoin(users, eq(users.id, k.userId))
    .where(eq(k.caseId, caseId))
}
