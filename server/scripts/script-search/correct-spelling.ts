import type { Db } from '#platform/database/database.ts'

import { respelled, type Query, type QueryWord } from './query.rules.ts'
import { isFuzzyCandidate } from './search-text.rules.ts'
import { isTypoOf, editDistance1 } from './typos.rules.ts'
import { selectKnownWords, selectSimilarWords } from './words.queries.ts'

/** Alternatives for one typed word; more would match almost everything. */
const alternativesMax = 20

/**
 * A query without matches with the probable spellings of the words that no script has. A word without a similar one stays
 * as it is.
 */
export async function correctSpelling(db: Db, query: Query): Promise<Query> {
  const unknown = await selectUnknown(db, query.words)
  if (unknown.length === 0) return query
  const similar = await selectSimilarWords(
    db,
    unknown.map(({ typed }) => ({ typed, variants: [typed, ...editDistance1(typed)] })),
  )
  const words = query.words.map((word) => {
    const { typed, isBeginning } = word
    if (!unknown.includes(word)) return word
    const near = similar.filter((one) => one.typed === typed && isTypoOf(typed, one.word, { isBeginning }))
    return near.length === 0 ? word : respelled(word, near.map((one) => one.word).slice(0, alternativesMax))
  })
  return { ...query, words }
}

/** The words that are too different from all others to be used as typed. A word too short for fuzzy search is used. */
async function selectUnknown(db: Db, words: readonly QueryWord[]): Promise<QueryWord[]> {
  const known = await selectKnownWords(db, [...new Set(words.flatMap((word) => word.alternatives.flat()))])
  return words.filter(
    ({ typed, alternatives }) =>
      isFuzzyCandidate(typed) && !alternatives.some((all) => all.every((word) => known.has(word))),
  )
}
