import { pagination } from '#contract/platform/fields.ts'
import { scriptLimits } from '#contract/scripts/script-limits.ts'
import {
  scriptsApi,
  type FoundScript,
  type ScriptSummary,
  type ScriptPage,
} from '#contract/scripts/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Db } from '#platform/database/database.ts'
import { cachedRoute, route } from '#platform/http/route.ts'
import { authorsTag, userTag } from '#server/access/access.public.ts'
import { selectResourceNames } from '#server/scripts/attributes.queries.ts'
import { listCategories } from '#server/scripts/categories/change-categories.ts'
import { readScript } from '#server/scripts/script-detail.queries.ts'
import { correctSpelling } from '#server/scripts/script-search/correct-spelling.ts'
import { enoughMatches, selectPartialMatches } from '#server/scripts/script-search/partial-matches.queries.ts'
import { parseQuery, queriesOf } from '#server/scripts/script-search/query.rules.ts'
import { selectFirstMatches } from '#server/scripts/script-search/search.queries.ts'
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
    scriptsApi.search,
    () => undefined,
    ({ app, query }) => searchScripts(app, query),
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

/**
 * The best matches of a query; without a match, those of the corrected spelling. Where these are few, the scripts that
 * have most of the words follow.
 */
async function searchScripts(app: App, { q, limit }: { q: string; limit: number }): Promise<FoundScript[]> {
  const { db } = app
  const query = parseQuery(q, await listCategories(app))
  if (query.words.length === 0) return []
  const typed = await selectFirstMatches(db, queriesOf(query), limit)
  const corrected = typed.length > 0 ? query : await correctSpelling(db, query)
  const ids = corrected === query ? typed : await selectFirstMatches(db, queriesOf(corrected), limit)
  const partial = ids.length < enoughMatches ? await selectPartialMatches(db, corrected.words) : []
  const more = partial.filter((id) => !ids.includes(id)).slice(0, limit - ids.length)
  const scripts = await selectSummaries(db, [...ids, ...more])
  return scripts.map((script) => (more.includes(script.id) ? { ...script, isPartialMatch: true } : script))
}

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
