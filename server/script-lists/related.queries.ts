import { sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { published } from '#server/scripts/scripts.public.ts'

/** Candidates per group, which bounds the cost on a large site. */
const comparedMax = { popular: 60, newest: 30, author: 30 } as const

type Related = { ids: number[]; categoryId: number; userId: number }

/**
 * The most similar scripts first: a shared tag counts most, then the author, then the category; ties by downloads. Each
 * group of candidates is the beginning of an index.
 */
export async function selectRelated(db: Db, id: number, count: number): Promise<Related | undefined> {
  const { rows } = await db.execute<Related>(sql`
    with this as materialized (select category_id, user_id, tags from scripts where id = ${id}),
    candidates as (
      (select id from scripts where ${published} and category_id = (select category_id from this)
        order by downloads desc, id desc limit ${comparedMax.popular})
      union
      (select id from scripts where ${published} and category_id = (select category_id from this)
        order by created_at desc, id desc limit ${comparedMax.newest})
      union
      (select id from scripts where ${published} and user_id = (select user_id from this)
        order by created_at desc, id desc limit ${comparedMax.author})
    )
    select this.category_id as "categoryId", this.user_id as "userId", array(
      select scripts.id from candidates join scripts on scripts.id = candidates.id
      where scripts.id <> ${id}
      order by 3 * (select count(*) from unnest(scripts.tags) as tag where tag = any (this.tags))
        + case when scripts.user_id = this.user_id then 2 else 0 end
        + case when scripts.category_id = this.category_id then 1 else 0 end desc,
      scripts.downloads desc, scripts.id desc
    limit ${count}) as ids
    from this`)
  return rows[0]
}
