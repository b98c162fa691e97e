import { and, asc, desc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { archiveAnalyses } from '#server/archives/archives.tables.ts'

import { scriptFiles, scripts } from './scripts.tables.ts'
import { scriptResources, scriptVersions } from './versions.tables.ts'

type NewVersion = Omit<typeof scriptVersions.$inferInsert, 'id'>

export async function insertVersions(tx: Db, versions: readonly NewVersion[]): Promise<void> {
  if (versions.length > 0) await tx.insert(scriptVersions).values([...versions])
}

export async function insertVersion(tx: Db, version: NewVersion): Promise<number> {
  const [row] = await tx.insert(scriptVersions).values(version).returning({ id: scriptVersions.id })
  if (!row) throw new Error('The new version has no id')
  return row.id
}

/** The key of the current version of a script. */
const currentKey = (db: Db, scriptId: number) =>
  db.select({ key: scriptFiles.key }).from(scriptFiles).where(eq(scriptFiles.scriptId, scriptId))

/** An edit without a new archive may change the number and the changelog of the current version. */
export async function updateCurrentVersion(
  tx: Db,
  scriptId: number,
  change: { number?: string; changelog?: string | undefined },
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return
  await tx
    .update(scriptVersions)
    .set(change)
    .where(inArray(scriptVersions.key, currentKey(tx, scriptId)))
}

export async function selectCurrentChangelog(tx: Db, scriptId: number): Promise<string | null> {
  const [row] = await tx
    .select({ changelog: scriptVersions.changelog })
    .from(scriptVersions)
    .where(inArray(scriptVersions.key, currentKey(tx, scriptId)))
  return row?.changelog ?? null
}

/**
 * Makes a version the current one: the script shows its number and size, and nodes of the previous release read its
 * archive from script_files.
 */
export async function makeCurrent(tx: Db, version: { id: number; scriptId: number }): Promise<void> {
  const f = scriptFiles
  const v = scriptVersions
  await tx
    .update(f)
    .set({
      key: sql`${v.key}`,
      fileName: sql`${v.fileName}`,
      extension: sql`${v.extension}`,
      size: sql`${v.size}`,
      sha256: sql`${v.sha256}`,
      entries: sql`${v.entries}`,
      unpackedSize: sql`${v.unpackedSize}`,
      createdAt: sql`${v.createdAt}`,
    })
    .from(v)
    .where(and(eq(v.id, version.id), eq(f.scriptId, v.scriptId)))
  await tx
    .update(scripts)
    .set({ version: sql`${v.number}`, fileSize: sql`${v.size}` })
    .from(v)
    .where(and(eq(v.id, version.id), eq(scripts.id, v.scriptId)))
}

/** Which versions of a script can be current, newest first, and which one waits. The script is locked. */
export async function selectVersionStates(tx: Db, scriptId: number) {
  const v = scriptVersions
  return tx
    .select({
      id: v.id,
      scriptId: v.scriptId,
      number: v.number,
      key: v.key,
      sha256: v.sha256,
      isPublished: publishedVersion,
      isWithdrawn: sql<boolean>`${v.withdrawnAt} is not null`,
      isCurrent: sql<boolean>`coalesce(${v.key} = ${scriptFiles.key}, false)`,
    })
    .from(v)
    .innerJoin(scripts, eq(scripts.id, v.scriptId))
    .leftJoin(scriptFiles, eq(scriptFiles.scriptId, v.scriptId))
    .where(eq(v.scriptId, scriptId))
    .orderBy(desc(v.id))
}

export type VersionState = Awaited<ReturnType<typeof selectVersionStates>>[number]

/** The current version of a published script counts as published: a node of the previous release may have published it. */
export const publishedVersion = sql<boolean>`(${scriptVersions.publishedAt} is not null
  or (${scripts.publication} = 'published' and ${scriptVersions.key} = ${scriptFiles.key}))`

export async function updateVersion(
  tx: Db,
  id: number,
  change: Partial<typeof scriptVersions.$inferInsert>,
): Promise<void> {
  await tx.update(scriptVersions).set(change).where(eq(scriptVersions.id, id))
}

/** The stored archives of scripts, without those that are current. */
export async function selectEarlierArchives(db: Db, scriptIds: readonly number[]) {
  const v = scriptVersions
  return db
    .select({ id: v.id, key: sql<string>`${v.key}` })
    .from(v)
    .innerJoin(scriptFiles, eq(scriptFiles.scriptId, v.scriptId))
    .where(and(inArray(v.scriptId, [...scriptIds]), isNotNull(v.key), ne(v.key, scriptFiles.key)))
}

/** The archives of these versions are gone. */
export async function updateArchivesRemoved(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(scriptVersions)
    .set({ key: null })
    .where(inArray(scriptVersions.id, [...ids]))
}

/** One batch of current archives and what is missing of them, ordered by script id. */
export async function selectArchivesOfScripts(
  db: Db,
  scriptsOf: { after: number; limit: number } | { ids: readonly number[] },
) {
  const f = scriptFiles
  const query = db
    .select({
      archive: f,
      number: scripts.version,
      publication: scripts.publication,
      hasVersion: sql<boolean>`${scriptVersions.id} is not null`,
      hasAnalysis: sql<boolean>`${archiveAnalyses.id} is not null`,
    })
    .from(f)
    .innerJoin(scripts, eq(scripts.id, f.scriptId))
    .leftJoin(scriptVersions, eq(scriptVersions.key, f.key))
    .leftJoin(archiveAnalyses, eq(archiveAnalyses.sha256, f.sha256))
    .orderBy(asc(f.scriptId))
    .$dynamic()
  return 'ids' in scriptsOf
    ? query.where(and(inArray(f.scriptId, [...scriptsOf.ids]), isNotNull(f.key)))
    : query.where(and(gt(f.scriptId, scriptsOf.after), isNotNull(f.key))).limit(scriptsOf.limit)
}

/** An edit of one of these scripts waits. */
export async function lockScripts(tx: Db, ids: readonly number[]): Promise<void> {
  await tx
    .select({ id: scripts.id })
    .from(scripts)
    .where(inArray(scripts.id, [...ids]))
    .orderBy(asc(scripts.id))
    .for('update')
}

/** The stored archives with this hash, the last uploads first: the file of an earlier one may be lost. */
export async function selectStoredArchives(db: Db, sha256: string, limit: number): Promise<string[]> {
  const v = scriptVersions
  const rows = await db
    .select({ key: v.key })
    .from(v)
    .where(and(eq(v.sha256, sha256), isNotNull(v.key)))
    .orderBy(desc(v.id))
    .limit(limit)
  return rows.flatMap(({ key }) => key ?? [])
}

/** Those of the hashes that a version has. */
export async function selectUsedArchives(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  const v = scriptVersions
  const rows = await db
    .selectDistinct({ sha256: v.sha256 })
    .from(v)
    .where(inArray(v.sha256, [...hashes]))
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** One batch of the scripts whose current archive has this hash. */
export async function selectScriptsWithArchive(
  db: Db,
  { sha256, scriptId }: { sha256: string; scriptId?: number | undefined },
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const v = scriptVersions
  const isOfScript = scriptId === undefined ? undefined : eq(v.scriptId, scriptId)
  const rows = await db
    .select({ id: v.scriptId })
    .from(v)
    .innerJoin(scriptFiles, eq(scriptFiles.key, v.key))
    .where(and(eq(v.sha256, sha256), isOfScript, gt(v.scriptId, after)))
    .orderBy(asc(v.scriptId))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Names of the same script are written one after the other. */
export async function replaceScriptResources(
  tx: Db,
  scriptId: number,
  names: readonly string[],
): Promise<void> {
  await lockScripts(tx, [scriptId])
  await tx.delete(scriptResources).where(eq(scriptResources.scriptId, scriptId))
  if (names.length === 0) return
  await tx.insert(scriptResources).select(
    tx
      .select({ name: sql<string>`n.name`.as('name'), scriptId: scripts.id })
      .from(scripts)
      .innerJoin(sql`unnest(${sql.param([...names])}::text[]) as n(name)`, sql`true`)
      .where(eq(scripts.id, scriptId)),
  )
}
