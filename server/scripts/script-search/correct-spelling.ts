import type { Db } from '#platform/database/database.ts'

import { respelled, separated, type Query, type QueryWord } from './query.rules.ts'
import { isFilterWord, isFuzzyCandidate, spellingsOf, synonymsOf, vocabulary } from './words.rules.ts'
import { selectKnownWords, selectSimilarWords } from './partial-matches.queries.ts'

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
    ...similar.flatMap((candidate) =>
      candidate.typed === typed && isTypoOf(typed, candidate.word, { isBeginning }) ? [candidate.word] : [],
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
    const middle = partMin + index
    return [typed.slice(0, middle), typed.slice(middle)]
  }).toSorted((a, b) => imbalance(a) - imbalance(b))
}

function imbalance([first, second]: [string, string]): number {
  return Math.abs(first.length - second.length)
}

/** The words that no script has. A word too short for fuzzy search, and one of a filter, are used as typed. */
async function selectUnknown(db: Db, words: readonly QueryWord[]): Promise<QueryWord[]> {
  const known = await selectKnownWords(db, [...new Set(words.flatMap((word) => word.alternatives.flat()))])
  return words.filter(
    ({ typed, alternatives }) =>
      isFuzzyCandidate(typed) &&
      !isFilterWord(typed) &&
      !alternatives.some((all) => all.every((word) => known.has(word))),
  )
}

/** Words of this length may have two edits and still be unambiguous. */
const longWord = 8

/**
 * Returns whether `typed` is a typo of `word` or of its beginning: at most one edit (two in long words), where an edit is a
 * wrong, missing, additional or swapped letter (Damerau-Levenshtein).
 */
function isTypoOf(typed: string, word: string, options: { isBeginning: boolean }): boolean {
  const edits = typed.length >= longWord ? 2 : 1
  if (word.length < typed.length - edits) return false
  if (!options.isBeginning && word.length > typed.length + edits) return false
  const distances = distancesToBeginnings(typed, word.slice(0, typed.length + edits))
  const distance = options.isBeginning ? Math.min(...distances) : (distances.at(-1) ?? 0)
  return distance <= edits
}

/** The edit distances between `typed` and the first 0, 1, 2 … letters of `word`. */
function distancesToBeginnings(typed: string, word: string): number[] {
  let beforeLast: number[] = []
  let last = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const current = [row]
    for (let column = 1; column <= word.length; column++) {
      const isSame = typed[row - 1] === word[column - 1]
      const isSwap = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      current[column] = Math.min(
        distanceAt(last, column) + 1,
        distanceAt(current, column - 1) + 1,
        distanceAt(last, column - 1) + (isSame ? 0 : 1),
        row > 1 && column > 1 && isSwap ? distanceAt(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last
}

function distanceAt(distances: readonly number[], index: number): number {
  return distances[index] ?? Number.POSITIVE_INFINITY
}

const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz0123456789')

/** The longest word for which `editDistance1` lists variants; longer words share enough trigrams. */
const variedMax = 12

/** All texts at edit distance 1 that consist of a-z and 0-9. */
function editDistance1(typed: string): string[] {
  if (typed.length > variedMax) return []
  const texts = new Set<string>()
  // Code points, because PostgreSQL rejects half a surrogate pair.
  const letters = Array.from(typed)
  for (let index = 0; index <= letters.length; index++) {
    const before = letters.slice(0, index).join('')
    const [letter = '', next = '', ...rest] = letters.slice(index)
    const after = next + rest.join('')
    texts.add(before + after)
    texts.add(before + next + letter + rest.join(''))
    for (const other of alphabet) texts.add(before + other + after).add(before + other + letter + after)
  }
  texts.delete(typed)
  return [...texts]
}
