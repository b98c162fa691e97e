import { sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { memberActions } from '#server/records/records.public.ts'

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

/**
 * Replaces the name in what others did with the account, and with the user as a member of a script. The last condition is
 * that of the indexes.
 */
export async function anonymizeMember(
  tx: Db,
  { id, username }: { id: number; username: string },
  newName: string,
): Promise<void> {
  const isAsMember = sql`action = any(${sql.param([...memberActions])}::text[]) and metadata ->> 'userId' = ${String(id)}`
  const isOfAccount = sql`target_type = 'user' and target_id = ${id}`
  const isChange = sql`action not in ('Script Viewed', 'Script Downloaded', 'User Login')`
  // Only the whole name: a short one is a part of other words. Of all characters of names, only the dot has a meaning here.
  const pattern = sql`'(^|\\s)' || replace(${username}::text, '.', '\\.') || '(?=\\s|$)'`
  const description = sql`regexp_replace(description, ${pattern}, '\\1' || ${newName}::text, 'g')`
  await tx.execute(sql`
    update activities set description = ${description},
      metadata = metadata || jsonb_build_object('username', ${newName}::text)
    where ${isAsMember} and ${isChange}`)
  await tx.execute(sql`
    update activities set description = ${description}, metadata = metadata #- '{old,username}' #- '{new,username}'
    where ${isOfAccount} and ${isChange}`)
}
