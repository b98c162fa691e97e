import { eq, sql } from 'drizzle-orm'

import type { ScriptStatus } from '#contract/script-fields.ts'
import type { Db } from '#platform/database/database.ts'
import { categories } from '#server/categories/categories.tables.ts'
import { siteTotals } from '#server/stats/stats.tables.ts'
import { users } from '#server/users/users.tables.ts'

import { scriptCounts } from './scripts.tables.ts'

/** The fields of a published script that the stored counts depend on. */
type CountedScript = {
  categoryId: number
  status: ScriptStatus
  userId: number
  downloads?: number
  likes?: number
}

/**
 * Adds a published script to all stored counts or removes it. The rows are always updated in this order, after the
 * script's own row, so that concurrent writers cannot deadlock.
 */
export async function countScript(tx: Db, script: CountedScript, by: 1 | -1): Promise<void> {
  const { categoryId, status, userId, downloads = 0, likes = 0 } = script
  await tx
    .insert(scriptCounts)
    .values({ categoryId, status, count: by })
    .onConflictDoUpdate({
      target: [scriptCounts.categoryId, scriptCounts.status],
      set: { count: sql`${scriptCounts.count} + ${by}` },
    })
  await tx
    .update(categories)
    .set({ scriptCount: sql`${categories.scriptCount} + ${by}` })
    .where(eq(categories.id, categoryId))
  await tx
    .update(users)
    .set({
      scriptsUploaded: sql`${users.scriptsUploaded} + ${by}`,
      totalDownloads: sql`${users.totalDownloads} + ${by * downloads}`,
      reputation: sql`${users.reputation} + ${by * likes}`,
    })
    .where(eq(users.id, userId))
  await tx.update(siteTotals).set({
    scripts: sql`${siteTotals.scripts} + ${by}`,
    downloads: sql`${siteTotals.downloads} + ${by * downloads}`,
  })
}
