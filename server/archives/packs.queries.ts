import { and, asc, gt, inArray, isNotNull, lt, ne, eq, sql, isNull } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { scannedColumns } from './analyses.queries.ts'
import type { AnalysisResult } from './analyse/analysis-result.ts'
import { archiveAnalyses, archiveFindings, archiveFingerprints, archiveFiles } from './archives.tables.ts'

/** One batch of packs, ordered by analysis id. */
export async function selectPacksAfter(db: Db, id: number, limit: number) {
  const a = archiveAnalyses
  const rows = await db
    .select({ id: a.id, sha256: a.sha256, key: a.packKey, size: a.packSize })
    .from(a)
    .where(and(gt(a.id, id), isNotNull(a.packKey)))
    .orderBy(asc(a.id))
    .limit(limit)
  return rows.flatMap((row) =>
    row.key === null || row.size === null ? [] : [{ ...row, key: row.key, size: row.size }],
  )
}

/** The keys that analyses reference. */
export async function selectPackKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .select({ key: archiveAnalyses.packKey })
    .from(archiveAnalyses)
    .where(inArray(archiveAnalyses.packKey, [...keys]))
  return new Set(rows.flatMap(({ key }) => key ?? []))
}

/** One batch of archives that were requested before a time. */
export async function selectArchivesAfter(
  db: Db,
  id: number,
  { before, limit }: { before: Date; limit: number },
) {
  const a = archiveAnalyses
  return db
    .select({ id: a.id, sha256: a.sha256 })
    .from(a)
    .where(and(gt(a.id, id), lt(a.requestedAt, before)))
    .orderBy(asc(a.id))
    .limit(limit)
}

/** Waits for transactions that are adding a version of one of these archives. */
export async function lockAnalyses(tx: Db, ids: readonly number[]): Promise<void> {
  const a = archiveAnalyses
  await tx
    .select({ id: a.id })
    .from(a)
    .where(inArray(a.id, [...ids]))
    .orderBy(asc(a.id))
    .for('update')
}

/** Returns the keys of the packs. */
export async function deleteAnalyses(tx: Db, ids: readonly number[]): Promise<string[]> {
  const rows = await tx
    .delete(archiveAnalyses)
    .where(inArray(archiveAnalyses.id, [...ids]))
    .returning({ key: archiveAnalyses.packKey })
  return rows.flatMap(({ key }) => key ?? [])
}

/** After a restore: backups contain no packs. */
export async function updateAllToWaiting(db: Db, priority: number): Promise<void> {
  await db
    .update(archiveAnalyses)
    .set({ state: 'waiting', attempts: 0, priority, packKey: null, packSize: null, indexAt: null })
    .where(ne(archiveAnalyses.state, 'failed'))
}

/** For archives that are no longer stored. Their reports stay. Returns the keys. */
export async function updatePacksRemoved(tx: Db, hashes: readonly string[]): Promise<string[]> {
  const a = archiveAnalyses
  const packs = await tx
    .select({ id: a.id, key: a.packKey })
    .from(a)
    .where(and(inArray(a.sha256, [...hashes]), isNotNull(a.packKey)))
    .orderBy(asc(a.id))
    .for('update')
  await tx
    .update(a)
    .set({ packKey: null, packSize: null, indexAt: null })
    .where(
      inArray(
        a.id,
        packs.map(({ id }) => id),
      ),
    )
  return packs.flatMap(({ key }) => key ?? [])
}

export async function replaceFingerprints(
  tx: Db,
  analysisId: number,
  fingerprints: AnalysisResult['fingerprints'],
): Promise<void> {
  await tx.delete(archiveFingerprints).where(eq(archiveFingerprints.analysisId, analysisId))
  const rows = fingerprints.flatMap(({ position, size, bytes, tokens }) => [
    { analysisId, kind: 'b' as const, position, size, hash: Buffer.from(bytes, 'hex') },
    ...(tokens === null
      ? []
      : [{ analysisId, kind: 't' as const, position, size, hash: Buffer.from(tokens, 'hex') }]),
  ])
  if (rows.length > 0) await tx.insert(archiveFingerprints).values(rows)
}

/** One batch of scanned archives with a file, ordered by id. Only code files and those with findings are known. */
export async function selectArchivesWithFile(
  db: Db,
  fileSha256: string,
  { after, limit }: { after: number; limit: number },
) {
  const a = archiveAnalyses
  const hash = Buffer.from(fileSha256, 'hex')
  return db
    .select(scannedColumns)
    .from(a)
    .where(
      sql`${a.id} > ${after} and ${a.state} = 'done' and ${a.id} in (
        select analysis_id from ${archiveFingerprints} where hash = ${hash} and kind = 'b'
        union select analysis_id from ${archiveFindings} where file_sha256 = ${hash})`,
    )
    .orderBy(a.id)
    .limit(limit)
}

/** One batch of packs whose files are not known by hash, ordered by id. */
export async function selectWithoutFileHashes(db: Db, { after, limit }: { after: number; limit: number }) {
  const a = archiveAnalyses
  const rows = await db
    .select({ id: a.id, packKey: a.packKey, packSize: a.packSize, indexAt: a.indexAt })
    .from(a)
    .where(and(isNull(a.fileHashes), isNotNull(a.packKey), gt(a.id, after)))
    .orderBy(asc(a.id))
    .limit(limit)
  return rows.map(({ id, packKey: key, packSize: size, indexAt }) =>
    key !== null && size !== null && indexAt !== null
      ? { id, pack: { key, size, indexAt } }
      : { id, pack: undefined },
  )
}

/** The hashes are hex and different. Files of an archive never change, so a second writer adds nothing. */
export async function insertFileHashes(tx: Db, id: number, hashes: readonly string[]): Promise<void> {
  const a = archiveAnalyses
  const [row] = await tx
    .update(a)
    .set({ fileHashes: hashes.length })
    .where(and(eq(a.id, id), isNull(a.fileHashes)))
    .returning({ id: a.id })
  if (!row || hashes.length === 0) return
  await tx.execute(sql`
    insert into ${archiveFiles} (hash, analysis_id)
    select decode(h, 'hex'), ${id} from unnest(${sql.param([...hashes])}::text[]) h order by h`)
}
