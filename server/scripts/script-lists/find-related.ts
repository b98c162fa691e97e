import { scriptLimits } from '#contract/scripts/script-limits.ts'
import type { ScriptSummary, ScriptPage } from '#contract/scripts/scripts.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { readScript } from '#server/scripts/script-detail.queries.ts'
import { scriptsInTag, scriptsOfTag } from '#server/scripts/script-tags.ts'
import { selectSummaries } from '#server/scripts/summaries.queries.ts'
import { pagination } from '#contract/platform/fields.ts'
import type { App } from '#platform/app.ts'
import { selectResourceNames } from '#server/scripts/attributes.queries.ts'

import { selectRelated } from './related.queries.ts'
import { countedMax, countFiltered, noExtraFilters } from './filters.ts'
import { selectFilteredIds } from './lists.queries.ts'

const noFilters = { categoryId: undefined, status: undefined }

/** Related scripts: with the same words, in the same category or by the same author. */
export async function findRelated(
  db: Db,
  actor: Actor | null,
  id: number,
  addCacheTags: (...tags: CacheTag[]) => void,
): Promise<ScriptSummary[]> {
  await readScript(db, actor, id)
  const related = await selectRelated(db, id, scriptLimits.related)
  // Deleted in the meantime.
  if (!related) return []
  addCacheTags(scriptsInTag(related.categoryId), scriptsOfTag(related.userId))
  return selectSummaries(db, related.ids)
}

/** An archive that has a resource does not need it, so a script is not among its dependents. */
export async function findDependents(
  app: App,
  actor: Actor | null,
  id: number,
  { page, limit }: { page: number; limit: number },
): Promise<ScriptPage> {
  const { db } = app
  await readScript(db, actor, id)
  const filters = { ...noExtraFilters, needs: await selectResourceNames(db, id) }
  const counts = await countFiltered(app, noFilters, filters)
  const total = Math.min(
    countedMax,
    counts.reduce((sum, { count }) => sum + count, 0),
  )
  const offset = (page - 1) * limit
  const part = { sort: 'downloads', limit, offset, fromEnd: false } as const
  const ids = offset < total ? await selectFilteredIds(db, noFilters, filters, part) : []
  return { scripts: await selectSummaries(db, ids), pagination: pagination(page, limit, total) }
}
