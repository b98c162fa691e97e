import type { Db } from '#platform/database/database.ts'

import { selectSimilarWords } from './search.queries.ts'
import { isFuzzyCandidate, type QueryWords } from './search-text.rules.ts'
import { isTypoOf, editDistance1 } from './typos.rules.ts'

/** Alternatives for one typed word; more would match almost everything. */
const alternativesMax = 20

/** The probable words for a query without matches; undefined when a word has no similar one. */
export async function correctSpelling(db: Db, typed: readonly string[]): Promise<QueryWords | undefined> {
  const words = [...new Set(typed.filter(isFuzzyCandidate))]
  const similar = await selectSimilarWords(
    db,
    words.map((word) => ({ typed: word, variants: [word, ...editDistance1(word)] })),
  )
  const wanted = typed.map((word, index) => {
    // A word too short for fuzzy search is used as typed.
    if (!isFuzzyCandidate(word)) return [word]
    const isBeginning = index === typed.length - 1
    return similar
      .filter((one) => one.typed === word && isTypoOf(word, one.word, { isBeginning }))
      .map((one) => one.word)
      .slice(0, alternativesMax)
  })
  return wanted.every((near) => near.length > 0) ? wanted : undefined
}
