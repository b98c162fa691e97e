import type { FoundScript } from '#contract/scripts/scripts.ts'
import type { Db } from '#platform/database/database.ts'
import { selectSummaries } from '#server/scripts/summaries.queries.ts'

import { correctSpelling } from './correct-spelling.ts'
import { selectPartialMatches } from './partial-matches.queries.ts'
import { parseQuery, queriesOf } from './query.rules.ts'
import { selectFirstMatches } from './search.queries.ts'

/**
 * The best matches of a query; without a match, those of the corrected spelling; without one of these, the scripts that
 * have most of the words.
 */
export async function searchScripts(
  db: Db,
  { q, limit }: { q: string; limit: number },
): Promise<FoundScript[]> {
  const query = parseQuery(q)
  if (query.words.length === 0) return []
  const ids = await selectFirstMatches(db, queriesOf(query), limit)
  if (ids.length > 0) return selectSummaries(db, ids)

  const corrected = await correctSpelling(db, query)
  const matches = corrected === query ? [] : await selectFirstMatches(db, queriesOf(corrected), limit)
  if (matches.length > 0) return selectSummaries(db, matches)

  const partial = await selectPartialMatches(db, corrected.words)
  const scripts = await selectSummaries(db, partial.slice(0, limit))
  return scripts.map((script) => ({ ...script, isPartialMatch: true }))
}
