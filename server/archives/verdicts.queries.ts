import { and, asc, eq, gt } from 'drizzle-orm'

import type { VerdictChange } from '#contract/scripts/versions.ts'
import type { Db } from '#platform/database/database.ts'

import { archiveAnalyses, archiveFindings, findingVerdicts } from './archives.tables.ts'

/** A rule in a file content; the hash is hex. */
export type FindingKey = { rule: string; fileSha256: string }

const v = findingVerdicts
const isOf = ({ rule, fileSha256 }: FindingKey) =>
  and(eq(v.fileSha256, Buffer.from(fileSha256, 'hex')), eq(v.rule, rule))

export async function upsertVerdict(
  tx: Db,
  { rule, fileSha256 }: FindingKey,
  { verdict, note }: VerdictChange,
  by: { decidedBy: number; decidedAt: Date },
): Promise<void> {
  const values = { verdict, note, ...by }
  await tx
    .insert(v)
    .values({ rule, fileSha256: Buffer.from(fileSha256, 'hex'), ...values })
    .onConflictDoUpdate({ target: [v.fileSha256, v.rule], set: values })
}

/** False when there was none. */
export async function deleteVerdict(tx: Db, key: FindingKey): Promise<boolean> {
  const { rowCount } = await tx.delete(v).where(isOf(key))
  return (rowCount ?? 0) > 0
}

/** One batch of archives with the finding, ordered by id. */
export async function selectArchivesWith(
  db: Db,
  { rule, fileSha256 }: FindingKey,
  { after, limit }: { after: number; limit: number },
) {
  const f = archiveFindings
  return db
    .selectDistinct({ id: f.analysisId, sha256: archiveAnalyses.sha256 })
    .from(f)
    .innerJoin(archiveAnalyses, eq(archiveAnalyses.id, f.analysisId))
    .where(and(eq(f.fileSha256, Buffer.from(fileSha256, 'hex')), eq(f.rule, rule), gt(f.analysisId, after)))
    .orderBy(asc(f.analysisId))
    .limit(limit)
}
