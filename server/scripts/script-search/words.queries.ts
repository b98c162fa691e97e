import { sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { throughIndexes } from './search.queries.ts'

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
