import { invalidate, type Db } from '#platform/database/database.ts'

import { updatePacksRemoved } from './packs.queries.ts'
import { analysisTag } from './request-analysis.ts'

/** The files of these archives can no longer be read; what is known about them stays. Returns the keys of the packs. */
export async function removePacks(tx: Db, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return []
  invalidate(tx, ...hashes.map(analysisTag))
  return updatePacksRemoved(tx, hashes)
}
