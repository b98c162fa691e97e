import { and, asc, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { scriptFiles, scripts } from './scripts.tables.ts'
import { scriptResources, scriptVersions } from './versions.tables.ts'

type NewVersion = Omit<typeof scriptVersions.$inferInsert, 'id'>

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
 * Makes a version the current one: the script shows its number and size, and its archive is the one of script_files.
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
      isPublished: sql<boolean>`${v.publishedAt} is not null`,
      isWithdrawn: sql<boolean>`${v.withdrawnAt} is not null`,
      isCurrent: sql<boolean>`coalesce(${v.key} = ${scriptFiles.key}, false)`,
    })
    .from(v)
    .leftJoin(scriptFiles, eq(scriptFiles.scriptId, v.scriptId))
    .where(eq(v.scriptId, scriptId))
    .orderBy(desc(v.id))
}

export type VersionState = Awaited<ReturnType<typeof selectVersionStates>>[number]

export async function updateVersion(
  tx: Db,
  id: number,
  change: Partial<typeof scriptVersions.$inferInsert>,
): Promise<void> {
  await tx.update(scriptVersions).set(change).where(eq(scriptVersions.id, id))
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
