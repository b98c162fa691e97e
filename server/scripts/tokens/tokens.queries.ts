import { inArray } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'

/** Ordered by id, without those that were deleted. */
export async function selectScriptNames(db: Db, ids: readonly number[]) {
  return db
    .select({ id: scripts.id, name: scripts.name })
    .from(scripts)
    .where(inArray(scripts.id, [...ids]))
    .orderBy(scripts.id)
}
