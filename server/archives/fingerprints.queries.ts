import { eq, sql, and, asc, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#platform/database/database.ts'
import type { AnalysisResult } from './analyse/analysis-result.ts'
import { archiveAnalyses, archiveFindings, archiveFingerprints, archiveFiles } from './archives.tables.ts'

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
    .select({
      id: a.id,
      sha256: a.sha256,
      severity: a.severity,
      packKey: a.packKey,
      packSize: a.packSize,
      indexAt: a.indexAt,
    })
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
