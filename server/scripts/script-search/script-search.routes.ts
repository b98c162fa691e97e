import { scriptsApi, type FoundScript } from '#contract/scripts/scripts.ts'
import type { App } from '#platform/app.ts'
import { cachedRoute } from '#platform/http/route.ts'
import { listCategories } from '#server/scripts/categories/change-categories.ts'
import { selectSummaries } from '#server/scripts/summaries.queries.ts'

import { correctSpelling } from './correct-spelling.ts'
import { enoughMatches, selectPartialMatches } from './partial-matches.queries.ts'
import { parseQuery, queriesOf } from './query.rules.ts'
import { selectFirstMatches } from './search.queries.ts'

export const scriptSearchRoutes = [
  cachedRoute(
    scriptsApi.search,
    () => undefined,
    ({ app, query }) => searchScripts(app, query),
  ),
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
