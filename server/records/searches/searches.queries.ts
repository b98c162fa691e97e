import { lt, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { emptySearches } from './searches.tables.ts'

/** A day has at most `queriesMax` different queries, so that a flood of random ones does not fill the table. */
export async function addEmptySearches(
  db: Db,
  day: string,
  counts: ReadonlyMap<string, number>,
  queriesMax: number,
): Promise<void> {
  const { rows } = await db.execute<{ known: number }>(
    sql`select count(*)::int as known from ${emptySearches} where day = ${day}`,
  )
  const left = queriesMax - (rows[0]?.known ?? 0)
  // Through unnest: each array is one parameter.
  const queries = sql.param([...counts.keys()])
  const numbers = sql.param([...counts.values()])
  await db.execute(sql`
    insert into ${emptySearches} as stored (day, query, count)
    select ${day}::date, query, number
    from (
      select query, number, exists (select from ${emptySearches} e where e.day = ${day} and e.query = sent.query) as is_known,
        row_number() over () as position
      from unnest(${queries}::text[], ${numbers}::int[]) as sent (query, number)
    ) sent where is_known or position <= ${left}
    on conflict (day, query) do update set count = stored.count + excluded.count`)
}

export async function removeOldSearches(tx: Db, before: string): Promise<void> {
  await tx.delete(emptySearches).where(lt(emptySearches.day, before))
}
