import { sql, type SQL } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { published } from '#server/scripts/scripts.tables.ts'

import { someOf, wordQuery, type QueryWord } from './query.rules.ts'
import {
  estimate,
  gather,
  isCommon,
  mostDownloaded,
  nothing,
  shortlistByDownloads,
  throughIndexes,
} from './search.queries.ts'
import { shortlistSize } from './documents.queries.ts'

/** Words that are compared: those that the fewest scripts have. */
const wordsMax = 6

/** Candidates for one word, and for a combination of words; the most downloaded ones. */
const comparedMax = { word: 60, combination: 100 } as const
const rankedMax = 200

/** How much a word counts where it is found. */
const places = { name: 3, tags: 2.5, anywhere: 1 } as const
/** A guess is not much better where it is in a name. */
const placesOfCorrection = { name: 1.2, tags: 1.1, anywhere: 1 } as const

/** Less than the word itself. */
const factors = { synonym: 0.7, correction: 0.3 } as const

/** A framework is less of what is searched than the word beside it: a garage for another framework is nearer than a bank for this one. */
const useFactor = 0.3

type WeightedWord = { word: QueryWord; weight: number }

type Candidate = { id: number; matched: number }

/** With fewer scripts that have all words, those with most of them follow. */
export const enoughMatches = 3

/**
 * The scripts that have most of the words, best first: rare words and words of names and tags count more. With fewer words
 * only those that rank before all of them. Where a query has other words, what a script uses is not enough.
 */
export async function selectPartialMatches(db: Db, typed: readonly QueryWord[]): Promise<number[]> {
  if (typed.length < 2) return []
  const weighted = await weigh(db, typed)
  const words = weighted.toSorted((a, b) => b.weight - a.weight).slice(0, wordsMax)
  const searched = typed.every(({ isUse }) => isUse) ? words : words.filter(({ word }) => !word.isUse)
  if (searched.length === 0) return []
  // Corrections are guesses: they do not count as words that a script has, if it can have others.
  const typedWords = searched.filter(({ word }) => !isCorrected(word))
  const counted = typedWords.length > 0 ? typedWords : searched
  const all = words.map(({ word }) => word)
  const queries = [
    ...searched.map(({ word }) => ({ query: wordQuery(word, ['']), count: comparedMax.word })),
    ...[2, all.length - 1]
      .filter((count, index) => count < all.length && count > index + 1)
      .map((count) => ({ query: someOf(all, count), count: comparedMax.combination })),
  ]
  const sources = await selectSources(db, queries)
  const { rows } = await throughIndexes(db, (tx) =>
    tx.execute<Candidate>(sql`
      with candidates as materialized (${sql.join(
        sources.map((source) => sql`(${source})`),
        sql` union `,
      )})
      select c.id, ${countOf(counted)} as matched
      from candidates c join scripts s on s.id = c.id and s.${published} join script_docs d on d.script_id = c.id
      order by ${scoreOf(words)} desc, s.downloads desc, s.id desc limit ${rankedMax}`),
  )
  const best = Math.max(0, ...rows.map(({ matched }) => matched))
  const enough = Math.max(1, Math.min(best, Math.ceil(counted.length / 2)))
  // A hud is nearer to "minimal pixel hud" than what is minimal and has pixels.
  const first = rows.findIndex(({ matched }) => matched >= enough)
  return rows.filter(({ matched }, index) => index < first || matched >= enough).map(({ id }) => id)
}

/** The ids of the most downloaded matches of each query, as statements of bounded cost. */
export async function selectSources(
  db: Db,
  queries: readonly { query: string; count: number }[],
): Promise<SQL[]> {
  const estimates = await estimate(
    db,
    queries.map(({ query }) => query),
    'downloads',
    shortlistSize,
  )
  return queries.map(({ query, count }, index) => {
    const tsquery = sql`${query}::tsquery`
    return isCommon(estimates[index] ?? nothing)
      ? shortlistByDownloads(tsquery, count)
      : mostDownloaded(gather(tsquery), count)
  })
}

function countOf(words: readonly WeightedWord[]): SQL {
  return sql.join(
    words.map(({ word }) => sql`(${has(word, [''])})::int`),
    sql` + `,
  )
}

/** How well the document `d` has the words. */
export function scoreOf(words: readonly WeightedWord[]): SQL {
  const terms = words.map(({ word, weight }) => sql`${weight}::float * ${placeOf(word)}${factorOf(word)}`)
  return sql.join([sql`0`, ...terms], sql` + `)
}

function placeOf(word: QueryWord): SQL {
  const { name, tags, anywhere } = isCorrected(word) ? placesOfCorrection : places
  return sql`case when not ${has(word, [''])} then 0 when ${has(word, ['='])} then ${name}::float
    when ${has(word, ['#'])} then ${tags}::float else ${anywhere}::float end`
}

const isCorrected = ({ literal }: QueryWord) => literal.length === 0

function factorOf(word: QueryWord): SQL {
  if (isCorrected(word)) return sql` * ${factors.correction}::float`
  if (word.alternatives.length === word.literal.length) return sql``
  const isLiteral = has({ ...word, alternatives: word.literal }, [''])
  return sql` * case when ${isLiteral} then 1 else ${factors.synonym}::float end`
}

function has(word: QueryWord, marks: readonly string[]): SQL {
  return sql`d.document @@ ${wordQuery(word, marks)}::tsquery`
}

/** The words that scripts have, each with a weight by the share of scripts that have it. */
export async function weigh(db: Db, words: readonly QueryWord[]): Promise<WeightedWord[]> {
  const queries = words.map((word) => wordQuery(word, ['']))
  const estimates = await estimate(db, queries, 'downloads', shortlistSize)
  const known = await selectKnownWords(db, [...new Set(words.flatMap((word) => word.alternatives.flat()))])
  return words.flatMap((word, index) => {
    const { share } = estimates[index] ?? nothing
    const isKnown = share > 0 || word.alternatives.some((all) => all.every((part) => known.has(part)))
    const rarity = Math.log(1.5 / (share + 0.005))
    return isKnown ? [{ word, weight: rarity * (word.isUse ? useFactor : 1) }] : []
  })
}

/** Those of these words that documents have. */
export async function selectKnownWords(db: Db, words: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from script_words where word = any(${sql.param([...words])}::text[])`)
  return new Set(rows.map(({ word }) => word))
}

/**
 * For each word the similar words, most similar first: its existing variants and words with common trigrams. Trigrams
 * find long words by their beginning; short words have too few trigrams, so their variants are listed.
 */
export async function selectSimilarWords(
  db: Db,
  words: readonly { typed: string; variants: readonly string[] }[],
): Promise<{ typed: string; word: string }[]> {
  const tsquery = JSON.stringify(words)
  const { rows } = await throughIndexes(db, async (tx) => {
    await tx.execute(sql`set local pg_trgm.word_similarity_threshold = 0.3`)
    return tx.execute<{ typed: string; word: string }>(sql`
      select t.typed, near.word
      from jsonb_to_recordset(${tsquery}::jsonb) as t (typed text, variants text[])
      cross join lateral (
        (select word from script_words where word = any(t.variants))
        union
        (select word from script_words where t.typed <% word
          order by word_similarity(t.typed, word) desc, length(word), word limit 100)
      ) near
      order by similarity(t.typed, near.word) desc, near.word`)
  })
  return rows
}
