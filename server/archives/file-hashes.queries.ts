import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { archiveAnalyses, archiveFiles } from './archives.tables.ts'

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
