import { sql, type SQL } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { categories, formerCategoryNames } from '#server/scripts/categories/categories.tables.ts'
import { collectionEditors } from '#server/scripts/collections.tables.ts'
import { scriptDocs, scripts } from '#server/scripts/scripts.tables.ts'

import { follows, savedSearches } from './follows.tables.ts'

/**
 * `news` is what happened at `at`: who follows since then has seen it. `isFiltered`: whether the users with a filter by
 * framework or game, and saved searches, are read.
 */
export type Release = {
  scriptId: number
  at: Date
  news: 'releases' | 'security'
  isFiltered: boolean
  /** Users who are not notified: they know. */
  exceptIds: readonly number[]
}

/**
 * One batch of the users who follow a script or its author, or whose saved search it matches; ordered by id. Each part has
 * a batch of users of its own, so that a batch is full unless it is the last one.
 */
export async function selectFollowers(
  db: Db,
  { scriptId, at, news, isFiltered, exceptIds }: Release,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const f = follows
  const isTold = (userId: SQL) =>
    sql`${userId} > ${after} and ${userId} <> all(${sql.param([...exceptIds])}::int[])`
  const isWanted = sql`f.news in ('all', ${news}) and ${isFiltered ? isMatch(sql`f`) : sql`f.framework is null and f.game is null`}`
  const follower = (column: SQL) => sql`(
    select f.user_id from ${f} f, script where ${column} and ${isTold(sql`f.user_id`)} and f.created_at <= ${at} and ${isWanted} order by f.user_id limit ${limit})`
  const searches = sql`union (
    select distinct e.user_id from ${savedSearches} e, script where ${isTold(sql`e.user_id`)} and e.created_at <= ${at} and e.news in ('all', ${news}) and ${isMatch(sql`e`)}
      and (e.category is null or lower(e.category) = any(script.categories))
      and (e.tag is null or e.tag = any(script.tags))
      and (e.q is null or script.document @@ plainto_tsquery('simple', e.q))
    order by e.user_id limit ${limit})`
  const { rows } = await db.execute<{ userId: number }>(sql`
    with script as materialized (
      select s.user_id, s.attributes, s.tags, d.document,
        array(select lower(c.name) union all ${formerNames}) as categories
      from ${scripts} s join ${categories} c on c.id = s.category_id join ${scriptDocs} d on d.script_id = s.id
      where s.id = ${scriptId} and s.publication = 'published'
    )
    select user_id as "userId" from (
      ${follower(sql`f.script_id = ${scriptId}`)}
      union ${follower(sql`f.author_id = script.user_id`)}
      ${isFiltered ? searches : sql``}
    ) one order by user_id limit ${limit}`)
  return rows.map(({ userId }) => userId)
}

/** One batch of the users who follow a collection, ordered by id; without its editors, who change it themselves. */
export async function selectCollectionFollowers(
  db: Db,
  collectionId: number,
  changedAt: string | undefined,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ userId: number }>(sql`
    select f.user_id as "userId" from ${follows} f where f.collection_id = ${collectionId} and f.user_id > ${after}
      ${changedAt === undefined ? sql`` : sql`and f.created_at <= ${changedAt}::timestamptz`}
      and not exists (
        select from ${collectionEditors} e where e.collection_id = f.collection_id and e.user_id = f.user_id)
    order by user_id limit ${limit}`)
  return rows.map(({ userId }) => userId)
}

/** A saved search stays with a category that was renamed or whose scripts were moved, unless another one has the name now. */
const formerNames = sql`select n.name_key from ${formerCategoryNames} n where n.category_id = c.id
  and not exists (select from ${categories} other where other.name_key = n.name_key)`

const isMatch = (
  table: SQL,
) => sql`(${table}.framework is null or 'framework:' || ${table}.framework = any(script.attributes))
  and (${table}.game is null or 'game:' || ${table}.game = any(script.attributes))`
