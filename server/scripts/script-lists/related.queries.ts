import { eq, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { scoreOf, selectSources, weigh } from '#server/scripts/script-search/partial-matches.queries.ts'
import { throughIndexes } from '#server/scripts/script-search/search.queries.ts'
import { topicWords, wordQuery } from '#server/scripts/script-search/query.rules.ts'
import { formsOf, searchWords } from '#server/scripts/script-search/words.rules.ts'
import { published, scriptDocs, scripts } from '#server/scripts/scripts.tables.ts'

/** Candidates per group, which bounds the cost on a large site. */
const comparedMax = { popular: 60, newest: 30, author: 30, word: 40 } as const
/** Words that are compared: those that the fewest scripts have. */
const wordsMax = 8

/** Beside the words, whose weight is 1 for one that all scripts have and 12 for a rare one in a name. */
const bonus = { category: 4, framework: 2, author: 1 } as const

type Related = { ids: number[]; categoryId: number; userId: number }

/**
 * The most similar scripts first: words of the tags and the name, then the category, a framework and the author; ties by
 * downloads. Each group of candidates is the beginning of an index or a bounded search.
 */
export async function selectRelated(db: Db, id: number, count: number): Promise<Related | undefined> {
  const [subject] = await db
    .select({
      categoryId: scripts.categoryId,
      userId: scripts.userId,
      name: scripts.name,
      tags: scripts.tags,
      attributes: scripts.attributes,
      description: scriptDocs.description,
    })
    .from(scripts)
    .innerJoin(scriptDocs, eq(scriptDocs.scriptId, scripts.id))
    .where(eq(scripts.id, id))
  if (!subject) return undefined
  const { categoryId, userId } = subject
  const frameworks = subject.attributes.filter(
    (word) => word.startsWith('framework:') && word !== 'framework:standalone',
  )
  const weighted = await weigh(db, topicWords(subject))
  const nameWords = new Set(searchWords(subject.name).flatMap((word) => [word, ...formsOf(word)]))
  // A tag such as "business" says little beside one that few scripts have, unless the name has it too.
  const rarest = Math.max(...weighted.map(({ weight }) => weight))
  const words = weighted
    .map(({ word, weight }) => ({
      word,
      weight: nameWords.has(word.typed) ? weight : weight * (weight / rarest) ** 3,
    }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, wordsMax)
  const withWords = await selectSources(
    db,
    words.map(({ word }) => ({ query: wordQuery(word, ['=', '#']), count: comparedMax.word })),
  )
  const inCategory = sql`select id from scripts where ${published} and category_id = ${categoryId}`
  const groups = [
    sql`(${inCategory} order by downloads desc, id desc limit ${comparedMax.popular})`,
    sql`(${inCategory} order by created_at desc, id desc limit ${comparedMax.newest})`,
    sql`(select id from scripts where ${published} and user_id = ${userId}
      order by created_at desc, id desc limit ${comparedMax.author})`,
    ...withWords.map((source) => sql`(${source})`),
  ]
  const { rows } = await throughIndexes(db, (tx) =>
    tx.execute<{ id: number }>(sql`
      with candidates as materialized (${sql.join(groups, sql` union `)})
      select s.id from candidates c join scripts s on s.id = c.id and s.${published} join script_docs d on d.script_id = c.id
      where s.id <> ${id}
      order by ${scoreOf(words)}
        + case when s.category_id = ${categoryId} then ${bonus.category}::int else 0 end
        + case when s.attributes && ${sql.param(frameworks)}::text[] then ${bonus.framework}::int else 0 end
        + case when s.user_id = ${userId} then ${bonus.author}::int else 0 end desc,
      s.downloads desc, s.id desc limit ${count}`),
  )
  return { ids: rows.map((row) => row.id), categoryId, userId }
}
