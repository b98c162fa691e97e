import { eq, sql } from 'drizzle-orm'

import type { ScriptStatus } from '#contract/scripts/script-limits.ts'
import type { Db } from '#platform/database/database.ts'
import { categories, scriptCounts } from './scripts.tables.ts'
import { addToAuthorTotals } from '#server/access/access.public.ts'
import { addToSiteTotals } from '#server/records/records.public.ts'

/** The fields of a published script that the stored counts depend on. */
export type CountedScript = {
  categoryId: number
  status: ScriptStatus
  userId: number
  downloads?: number
  likes?: number
}

/**
 * Adds published scripts to all stored counts or removes them. The rows are always updated in this order, after those of
 * the scripts, so that concurrent writers cannot deadlock.
 */
export async function countScripts(tx: Db, scripts: readonly CountedScript[], by: 1 | -1): Promise<void> {
  if (scripts.length === 0) return
  for (const group of groupsOf(scripts, ({ categoryId, status }) => `${categoryId} ${status}`)) {
    const { categoryId, status, count } = group
    await tx
      .insert(scriptCounts)
      .values({ categoryId, status, count: by * count })
      .onConflictDoUpdate({
        target: [scriptCounts.categoryId, scriptCounts.status],
        set: { count: sql`${scriptCounts.count} + ${by * count}` },
      })
  }
  for (const { categoryId, count } of groupsOf(scripts, (script) => script.categoryId))
    await tx
      .update(categories)
      .set({ scriptCount: sql`${categories.scriptCount} + ${by * count}` })
      .where(eq(categories.id, categoryId))
  for (const { userId, count, downloads, likes } of groupsOf(scripts, (script) => script.userId))
    await addToAuthorTotals(tx, userId, { scripts: by * count, downloads: by * downloads, likes: by * likes })
  const [all] = groupsOf(scripts, () => 0)
  await addToSiteTotals(tx, {
    scripts: by * (all?.count ?? 0),
    downloads: by * (all?.downloads ?? 0),
  })
}

/** Moves the counts of a published script from its author to another user. Users are locked in the order of their ids. */
export async function moveCountsOfAuthor(
  tx: Db,
  { userId, downloads, likes }: { userId: number; downloads: number; likes: number },
  newUserId: number,
): Promise<void> {
  const changes = [
    { id: userId, by: -1 },
    { id: newUserId, by: 1 },
  ]
  for (const { id, by } of changes.toSorted((a, b) => a.id - b.id))
    await addToAuthorTotals(tx, id, { scripts: by, downloads: by * downloads, likes: by * likes })
}

/** The scripts with equal keys, counted, ordered by the key. */
function groupsOf(scripts: readonly CountedScript[], keyOf: (script: CountedScript) => number | string) {
  const groups = new Map<number | string, CountedScript & Record<'count' | 'downloads' | 'likes', number>>()
  for (const script of scripts) {
    const { count, downloads, likes } = groups.get(keyOf(script)) ?? { count: 0, downloads: 0, likes: 0 }
    groups.set(keyOf(script), {
      ...script,
      count: count + 1,
      downloads: downloads + (script.downloads ?? 0),
      likes: likes + (script.likes ?? 0),
    })
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}
