import type { ScriptSummary } from '#contract/scripts.ts'
import type { Db } from '#platform/database.ts'

import { putWordsRight } from './put-words-right.ts'
import { selectBestMatches } from './search.queries.ts'
import { queriesOf, typedWords } from './search-text.rules.ts'
import { selectSummaries } from './summaries.queries.ts'

/** The best matches for a text; where nothing has its words, those for the words that were probably meant. */
export async function searchScripts(
  db: Db,
  { q, limit }: { q: string; limit: number },
): Promise<ScriptSummary[]> {
  const words = typedWords(q)
  if (words.length === 0) return []
  const ids = await selectBestMatches(db, queriesOf(words.map((word) => [word])), limit)
  if (ids.length > 0) return selectSummaries(db, ids)

  const meant = await putWordsRight(db, words)
  if (!meant) return []
  return selectSummaries(db, await selectBestMatches(db, queriesOf(meant), limit))
}
