import { sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { scriptMembers } from '#server/scripts/members.tables.ts'
import { scriptDownloads, scripts } from '#server/scripts/scripts.tables.ts'

type Trend = { id: number; trend: number }

/**
 * The sum over users whose download counted in the last 14 days: a download of now is 1000, one of three days ago 368.
 * Authors do not count. Returns the scripts whose stored value is another one.
 */
export async function selectChangedTrends(db: Db, now: Date): Promise<Trend[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<Trend>(sql`
    with recent as materialized (
      select d.script_id as id,
        round(1000 * sum(exp(-extract(epoch from ${at} - d.counted_at)::float / 86400 / 3)))::int as trend
      from ${scriptDownloads} d join ${scripts} s on s.id = d.script_id and s.user_id <> d.user_id
      where d.counted_at > ${at} - interval '14 days' and d.counted_at <= ${at} and not exists (
        select from ${scriptMembers} m where m.script_id = d.script_id and m.user_id = d.user_id) group by 1
    )
    select r.id, r.trend from recent r join ${scripts} s on s.id = r.id where s.trend <> r.trend
    union all
    select s.id, 0 from ${scripts} s
    where s.publication = 'published' and s.trend > 0 and not exists (select from recent where id = s.id)
    order by 1`)
  return rows
}

export async function updateTrends(tx: Db, trends: readonly Trend[]): Promise<void> {
  const ids = sql.param(trends.map(({ id }) => id))
  // Locked in the order of ids, as by applyCounters.
  await tx.execute(sql`
    select from ${scripts} where id = any(${ids}::int[]) order by id for no key update`)
  await tx.execute(sql`
    update ${scripts} s set trend = t.trend
    from unnest(${ids}::int[], ${sql.param(trends.map(({ trend }) => trend))}::int[]) as t (id, trend)
    where s.id = t.id`)
}
