import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { archiveAnalyses } from '#server/archives/archives.tables.ts'

import { scriptFiles, scripts } from './scripts.tables.ts'
import { scriptResources, scriptVersions } from './versions.tables.ts'

type NewVersion = Omit<typeof scriptVersions.$inferInsert, 'id'>

export async function insertVersions(tx: Db, versions: readonly NewVersion[]): Promise<void> {
  if (versions.length > 0) await tx.insert(scriptVersions).values([...versions])
}

/** The archives of earlier versions are removed. */
export async function updateReplacedVersions(tx: Db, scriptIds: readonly number[]): Promise<void> {
  const v = scriptVersions
  await tx
    .update(v)
    .set({ key: null })
    .where(and(inArray(v.scriptId, [...scriptIds]), isNotNull(v.key)))
}

/** An edit without a new archive may change the number. */
export async function updateVersionNumber(tx: Db, scriptId: number, number: string): Promise<void> {
  const v = scriptVersions
  await tx
    .update(v)
    .set({ number })
    .where(and(eq(v.scriptId, scriptId), isNotNull(v.key), ne(v.number, number)))
}

export async function updateVersionPublished(tx: Db, scriptId: number, now: Date): Promise<void> {
  const v = scriptVersions
  await tx
    .update(v)
    .set({ publishedAt: now })
    .where(and(eq(v.scriptId, scriptId), isNull(v.publishedAt)))
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
    ? query.where(inArray(f.scriptId, [...scriptsOf.ids]))
    : query.where(gt(f.scriptId, scriptsOf.after)).limit(scriptsOf.limit)
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

/** A stored archive with this hash. */
export async function selectStoredArchive(db: Db, sha256: string): Promise<string | undefined> {
  const v = scriptVersions
  const [row] = await db
    .select({ key: v.key })
    .from(v)
    .where(and(eq(v.sha256, sha256), isNotNull(v.key)))
    .limit(1)
  return row?.key ?? undefined
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
  sha256: string,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const v = scriptVersions
  const rows = await db
    .selectDistinct({ id: v.scriptId })
    .from(v)
    .where(and(eq(v.sha256, sha256), isNotNull(v.key), gt(v.scriptId, after)))
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
