import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, sql, type SQL } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { cases, takedownScripts } from '#server/records/cases/cases.tables.ts'

import { withMembers } from './authors.queries.ts'
import { heldBy, scriptRemovals } from './removals.tables.ts'
import { scriptFiles, scriptImages, scripts, type publications } from './scripts.tables.ts'
import { scriptVersions } from './versions.tables.ts'

const r = scriptRemovals

type RemovalRow = typeof scriptRemovals.$inferSelect
type Before = RemovalRow['before']

const isOpen = (scriptIds: readonly number[]) =>
  and(inArray(r.scriptId, [...scriptIds]), isNull(r.restoredAt))

/** The hidden scripts are locked. */
export async function selectOpenRemovals(tx: Db, scriptIds: readonly number[]): Promise<RemovalRow[]> {
  return tx.select().from(r).where(isOpen(scriptIds)).orderBy(asc(r.scriptId))
}

/** Those of the hidden scripts that a takedown notice holds, with the case of the first one. */
export async function selectHeldScripts(
  db: Db,
  scriptIds: readonly number[],
): Promise<Map<number, { caseId: number; takenDownAt: Date }>> {
  const t = takedownScripts
  const rows = await db
    .select({ scriptId: r.scriptId, caseId: t.caseId, takenDownAt: t.takenDownAt })
    .from(r)
    .innerJoin(t, heldBy)
    .where(isOpen(scriptIds))
    .orderBy(desc(t.caseId))
  return new Map(
    rows.flatMap(({ scriptId, caseId, takenDownAt }) =>
      takenDownAt ? [[scriptId, { caseId, takenDownAt }]] : [],
    ),
  )
}

/** Returns whether a takedown notice hid the script, and not a moderator before it. */
export async function selectWasHiddenByNotice(db: Db, scriptId: number): Promise<boolean> {
  const t = takedownScripts
  const rows = await db
    .select({ id: r.id })
    .from(r)
    .innerJoin(t, and(eq(t.scriptId, r.scriptId), eq(t.caseId, r.caseId)))
    .where(isOpen([scriptId]))
  return rows.length > 0
}

/** A moderator no longer hides the script, a notice still does: it is hidden since then, for that reason. */
export async function updateRemovalOfNotice(
  tx: Db,
  scriptId: number,
  notice: { caseId: number; removedAt: Date; note: string },
): Promise<void> {
  await tx
    .update(r)
    .set({ reason: 'copyright', ...notice })
    .where(isOpen([scriptId]))
}

export async function insertRemovals(
  tx: Db,
  rows: readonly (typeof scriptRemovals.$inferInsert)[],
): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map()
  const inserted = await tx
    .insert(r)
    .values([...rows])
    .returning({ id: r.id, scriptId: r.scriptId })
  return new Map(inserted.map(({ id, scriptId }) => [scriptId, id]))
}

export async function closeRemovals(
  tx: Db,
  ids: readonly number[],
  restored: { restoredBy: number; restoredAt: Date },
): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(r)
      .set(restored)
      .where(inArray(r.id, [...ids]))
}

/** The archives of versions of restored scripts that were not reviewed while their script was hidden. */
export async function selectArchivesNotReviewed(tx: Db, scriptIds: readonly number[]): Promise<string[]> {
  const v = scriptVersions
  const rows = await tx
    .selectDistinct({ sha256: v.sha256 })
    .from(v)
    .where(and(inArray(v.scriptId, [...scriptIds]), isNull(v.publishedAt), isNull(v.withdrawnAt)))
  return rows.map(({ sha256 }) => sha256)
}

/** The publication that a hidden script returns to. */
export async function updateBefore(tx: Db, scriptId: number, before: Before): Promise<void> {
  await tx
    .update(r)
    .set({ before })
    .where(isOpen([scriptId]))
}

/** The time of the last edit stays. */
export async function updatePublications(
  tx: Db,
  scriptIds: readonly number[],
  publication: (typeof publications)[number],
): Promise<void> {
  if (scriptIds.length > 0)
    await tx
      .update(scripts)
      .set({ publication })
      .where(inArray(scripts.id, [...scriptIds]))
}

/** Locks the rows in the order of their ids. */
export async function selectScriptsForUpdate(tx: Db, ids: readonly number[]) {
  return lockScriptsWith(tx, inArray(scripts.id, [...ids]))
}

/** The scripts of a user that are not hidden, locked. */
export async function selectShownScriptsForUpdate(tx: Db, userId: number) {
  return lockScriptsWith(tx, and(eq(scripts.userId, userId), ne(scripts.publication, 'removed')))
}

async function lockScriptsWith(tx: Db, condition: SQL | undefined) {
  const rows = await tx.select().from(scripts).where(condition).orderBy(asc(scripts.id)).for('update')
  return withMembers(tx, rows)
}

/** The scripts of a user that are still hidden by one of these removals. */
export async function selectScriptsOfRemovals(
  db: Db,
  userId: number,
  removalIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .select({ id: scripts.id })
    .from(r)
    .innerJoin(scripts, eq(scripts.id, r.scriptId))
    .where(and(inArray(r.id, [...removalIds]), isNull(r.restoredAt), eq(scripts.userId, userId)))
    .orderBy(asc(scripts.id))
  return rows.map(({ id }) => id)
}

/** An open case is about the script or an archive of it, or a takedown notice names it. */
const hasOpenCase = (ofKind = sql`true`) => sql<boolean>`(exists (
  select from ${cases} c where c.state = 'open' and ${ofKind} and (c.script_id = scripts.id or c.archive_sha256 in (
    select sha256 from ${scriptVersions} v where v.script_id = scripts.id))) or exists (
  select from ${cases} c join ${takedownScripts} t on t.case_id = c.id
  where c.kind = 'takedown' and c.state = 'open' and t.script_id = scripts.id))`

export async function selectHasOpenCase(db: Db, scriptId: number, ofKind?: SQL): Promise<boolean> {
  const [row] = await db
    .select({ hasOpenCase: hasOpenCase(ofKind) })
    .from(scripts)
    .where(eq(scripts.id, scriptId))
  return row?.hasOpenCase ?? false
}

/** An open report, appeal or takedown. Reviews end with their script. */
export const selectHasDispute = (db: Db, scriptId: number) =>
  selectHasOpenCase(db, scriptId, sql`c.kind <> 'review'`)

/** Scripts that were hidden before a time and still have their files, without those of open cases. */
export async function selectDueRemovals(db: Db, before: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ scriptId: r.scriptId })
    .from(r)
    .innerJoin(scripts, eq(scripts.id, r.scriptId))
    .where(
      and(isNull(r.restoredAt), isNull(r.filesRemovedAt), lt(r.removedAt, before), sql`not ${hasOpenCase()}`),
    )
    .orderBy(asc(r.removedAt), asc(r.scriptId))
    .limit(limit)
  return rows.map(({ scriptId }) => scriptId)
}

const archiveDeleted = 'Its archive was deleted while the script was hidden.'

/**
 * The archives and images of a hidden script are gone. Without an archive it waits when it is restored, and a version
 * that was never public is withdrawn, because nothing can be decided about it. Returns the hashes of its archives that no
 * version has anymore.
 */
export async function updateFilesRemoved(tx: Db, scriptId: number, now: Date): Promise<string[]> {
  const v = scriptVersions
  await tx
    .update(r)
    .set({ filesRemovedAt: now, before: 'review' })
    .where(isOpen([scriptId]))
  await tx.delete(scriptImages).where(eq(scriptImages.scriptId, scriptId))
  await tx.update(scripts).set({ image: null }).where(eq(scripts.id, scriptId))
  await tx.update(scriptFiles).set({ key: null }).where(eq(scriptFiles.scriptId, scriptId))
  const removed = await tx
    .update(v)
    .set({ key: null })
    .where(eq(v.scriptId, scriptId))
    .returning({ sha256: v.sha256 })
  await tx
    .update(v)
    .set({ withdrawnAt: now, withdrawalKind: 'other', withdrawalReason: archiveDeleted })
    .where(and(eq(v.scriptId, scriptId), isNull(v.publishedAt), isNull(v.withdrawnAt)))
  const hashes = [...new Set(removed.map(({ sha256 }) => sha256))]
  const stored = await tx
    .selectDistinct({ sha256: v.sha256 })
    .from(v)
    .where(and(inArray(v.sha256, hashes), isNotNull(v.key)))
  return hashes.filter((hash) => !stored.some(({ sha256 }) => sha256 === hash))
}
