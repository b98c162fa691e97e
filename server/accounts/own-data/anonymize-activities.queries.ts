import { sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

const batchSize = 1_000

/** Up to 1,000 entries of the log lose the name and the details; returns the last id, undefined after the last batch. */
export async function anonymizeActivities(
  tx: Db,
  userId: number,
  username: string,
  newName: string,
  afterId: string,
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ last: string | null }>(sql`
    with changed as (
      update activities a set
        description = case when starts_with(a.description, ${username}::text || ' ')
          then ${newName}::text || substr(a.description, length(${username}::text) + 1) else a.description end,
        metadata = '{}'
      from (
        select id, created_at from activities where user_id = ${userId} and id > ${afterId}::bigint
        order by id limit ${batchSize}
      ) old where a.id = old.id and a.created_at = old.created_at
      returning a.id
    )
    select max(id)::text as last from changed`)
  return rows[0]?.last ?? undefined
}
