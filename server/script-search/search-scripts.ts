import type { ScriptSummary } from '#contract/scripts.ts'
import type { Db } from '#platform/database/database.ts'
import { selectSummaries } from '#server/scripts/scripts.public.ts'

import { correctSpelling } from './correct-spelling.ts'
import { selectFirstMatches } from './search.queries.ts'
import { queriesOf, typedWords } from './search-text.rules.ts'

/** The best matches of a query; without a match, those of the corrected spelling. */
export async function searchScripts(
  db: Db,
  { q, limit }: { q: string; limit: number },
): Promise<ScriptSummary[]> {
  const words = typedWords(q)
  if (words.length === 0) return []
  const ids = await selectFirstMatches(db, queriesOf(words.map((word) => [word])), limit)
  if (ids.length > 0) return selectSummaries(db, ids)

  const meant = await correctSpelling(db, words)
  if (!meant) return []
  return selectSummaries(db, await selectFirstMatches(db, queriesOf(meant), limit))
}
