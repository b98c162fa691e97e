import { pagination } from '#contract/platform/fields.ts'
import { scriptLimits } from '#contract/scripts/script-limits.ts'
import { scriptsApi, type ScriptSummary, type ScriptPage } from '#contract/scripts/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Db } from '#platform/database/database.ts'
import { cachedRoute, route } from '#platform/http/route.ts'
import { authorsTag, userTag } from '#server/access/access.public.ts'
import { selectResourceNames } from '#server/scripts/attributes.queries.ts'
import { readScript } from '#server/scripts/script-detail.queries.ts'
import {
  cardTag,
  editsTag,
  popularityTag,
  scriptTag,
  trendTag,
  scriptsInTag,
  scriptsOfTag,
} from '#server/scripts/script-tags.ts'
import { selectSummaries } from '#server/scripts/summaries.queries.ts'

import { browseScripts } from './browse-scripts.ts'
import { countedMax, countFiltered, noExtraFilters } from './filters.ts'
import { listOwnScripts, listWaitingScripts } from './list-scripts-of-author.ts'
import { selectFilteredIds } from './lists.queries.ts'
import { selectRelated } from './related.queries.ts'

export const scriptListRoutes = [
  cachedRoute(
    scriptsApi.list,
    // A list by author name depends on renames: another user may take the name. A list by time changes by itself.
    ({ query: { q, author, sort, updated } }, { scripts }) =>
      q === undefined && updated === undefined
        ? [
            'scripts',
            'counters',
            'categories',
            ...scripts.flatMap(({ id, userId }) => [cardTag(id), userTag(userId)]),
            ...(author === undefined ? [] : [authorsTag]),
            ...(sort === 'trending' ? [trendTag] : []),
            ...(sort === 'updated' ? [editsTag] : []),
          ]
        : undefined,
    ({ app, query }) => browseScripts(app, query),
  ),
  cachedRoute(
    scriptsApi.related,
    ({ params }, scripts) => [
      scriptTag(params.id),
      popularityTag,
      'category-names',
      ...scripts.flatMap(({ id, userId }) => [cardTag(id), userTag(userId)]),
    ],
    ({ db, actor, params, addCacheTags }) => findRelated(db, actor, params.id, addCacheTags),
  ),
  cachedRoute(
    scriptsApi.dependents,
    ({ params }, { scripts }) => [
      scriptTag(params.id),
      'scripts',
      'counters',
      'categories',
      ...scripts.flatMap(({ id, userId }) => [cardTag(id), userTag(userId)]),
    ],
    ({ app, actor, params, query }) => findDependents(app, actor, params.id, query),
  ),
  route(scriptsApi.mine, ({ db, actor, query }) => listOwnScripts(db, actor, query)),
  route(scriptsApi.waiting, ({ db, query }) => listWaitingScripts(db, query)),
]

const noFilters = { categoryId: undefined, status: undefined }

/** Related scripts: with the same words, in the same category or by the same author. */
async function findRelated(
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
async function findDependents(
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
