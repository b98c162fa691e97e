import type { Db } from '#platform/database/database.ts'

import { respelled, separated, type Query, type QueryWord } from './query.rules.ts'
import { isFuzzyCandidate } from './search-text.rules.ts'
import { isTypoOf, editDistance1 } from './typos.rules.ts'
import { spellingsOf, synonymsOf, vocabulary } from './vocabulary.rules.ts'
import { selectKnownWords, selectSimilarWords } from './words.queries.ts'

/** Letters of each of two words without a space between them. */
const partMin = 3

/** Alternatives for one typed word; more would match almost everything. */
const alternativesMax = 20

/**
 * A query without matches with the probable spellings of the words that no script has, and the synonyms of a misspelled
 * word. A word without a similar one is read as two words if scripts have both, or stays as it is.
 */
export async function correctSpelling(db: Db, query: Query): Promise<Query> {
  const unknown = await selectUnknown(db, query.words)
  if (unknown.length === 0) return query
  const similar = await selectSimilarWords(
    db,
    unknown.map(({ typed }) => ({ typed, variants: [typed, ...editDistance1(typed)] })),
  )
  const nearOf = ({ typed, isBeginning }: QueryWord) => [
    ...similar.flatMap((one) =>
      one.typed === typed && isTypoOf(typed, one.word, { isBeginning }) ? [one.word] : [],
    ),
    ...vocabulary
      .filter((word) => isFuzzyCandidate(word) && isTypoOf(typed, word, { isBeginning: false }))
      .flatMap((word) => [...synonymsOf(word), ...spellingsOf(word)]),
  ]
  const parts = await selectParts(
    db,
    unknown.filter((word) => nearOf(word).length === 0),
  )
  const words = query.words.flatMap((word) => {
    if (!unknown.includes(word)) return [word]
    const near = nearOf(word)
    const two = parts.get(word.typed)
    if (near.length > 0) return [respelled(word, near.slice(0, alternativesMax))]
    return two ? separated(word, two) : [word]
  })
  return { ...query, words }
}

/** The two known words of each word. Of several pairs, the one of the most similar lengths: "car shop", not "cars hop". */
async function selectParts(db: Db, words: readonly QueryWord[]): Promise<Map<string, [string, string]>> {
  const pairs = words.flatMap(({ typed }) => pairsOf(typed).map((pair) => ({ typed, pair })))
  if (pairs.length === 0) return new Map()
  const known = await selectKnownWords(db, [...new Set(pairs.flatMap(({ pair }) => pair))])
  const knownPairs = pairs.filter(({ pair }) => pair.every((part) => known.has(part)))
  return new Map(knownPairs.toReversed().map(({ typed, pair }) => [typed, pair]))
}

function pairsOf(typed: string): [string, string][] {
  const count = Math.max(0, typed.length - 2 * partMin + 1)
  return Array.from({ length: count }, (_, index): [string, string] => {
    const at = partMin + index
    return [typed.slice(0, at), typed.slice(at)]
  }).toSorted((a, b) => imbalance(a) - imbalance(b))
}

function imbalance([first, second]: [string, string]): number {
  return Math.abs(first.length - second.length)
}

/** The words that are too different from all others to be used as typed. A word too short for fuzzy search is used. */
async function selectUnknown(db: Db, words: readonly QueryWord[]): Promise<QueryWord[]> {
  const known = await selectKnownWords(db, [...new Set(words.flatMap((word) => word.alternatives.flat()))])
  return words.filter(
    ({ typed, alternatives }) =>
      isFuzzyCandidate(typed) && !alternatives.some((all) => all.every((word) => known.has(word))),
  )
}
