import { eq } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import type { AnalysisResult } from './analyse/analysis-result.ts'
import { archiveFingerprints } from './archives.tables.ts'

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
