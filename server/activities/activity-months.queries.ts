import { sql } from 'drizzle-orm'

import type { Db } from '#platform/database.ts'

/** A month of the log: the table that holds it, its first moment and that of the next. */
export type Month = { table: string; from: Date; to: Date }

/** Any number of our own: hubs that start together make the months one after another. */
const monthsLock = 724_410_554

export async function lockMonths(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${monthsLock})`)
}

/** The tables of all months there are; the one that takes everything else is not among them. */
export async function selectMonthTables(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'activities'::regclass and c.relname <> 'activities_other' order by 1`)
  return rows.map(({ name }) => name)
}

/** Makes a month. Rows of it that were written before it was there move in: else PostgreSQL refuses to make it. */
export async function createMonth(tx: Db, { table, from, to }: Month): Promise<void> {
  const [first, next] = [sql.raw(`'${from.toISOString()}'`), sql.raw(`'${to.toISOString()}'`)]
  await tx.execute(sql`lock table activities in access exclusive mode`)
  await tx.execute(sql`
    create temporary table early_activities on commit drop as
    select * from activities_other where created_at >= ${first} and created_at < ${next}`)
  await tx.execute(sql`delete from activities_other where created_at >= ${first} and created_at < ${next}`)
  await tx.execute(sql`
    create table ${sql.identifier(table)} partition of activities for values from (${first}) to (${next})`)
  await tx.execute(sql`insert into activities select * from early_activities`)
  await tx.execute(sql`drop table early_activities`)
}

export async function dropMonth(tx: Db, table: string): Promise<void> {
  await tx.execute(sql`drop table ${sql.identifier(table)}`)
}

/**
 * Removes the oldest `most` activities of a span, of some actions or of all; answers the time of the last one, or
 * undefined when there was none left. The next call goes on from there.
 */
export async function removeActivities(
  tx: Db,
  span: { from: Date | undefined; before: Date; actions: readonly string[] | undefined },
  most: number,
): Promise<Date | undefined> {
  const { from, before, actions } = span
  const later = from ? sql`and created_at >= ${from.toISOString()}::timestamptz` : sql``
  const named = actions ? sql`and action = any(${sql.param([...actions])}::text[])` : sql``
  const { rows } = await tx.execute<{ last: string | null }>(sql`
    with old as (
      select id, created_at from activities
      where created_at < ${before.toISOString()}::timestamptz ${later} ${named}
      order by created_at limit ${most}
    ), gone as (
      delete from activities a using old where a.id = old.id and a.created_at = old.created_at
      returning a.created_at
    )
    select max(created_at) as last from gone`)
  const last = rows[0]?.last
  return last ? new Date(last) : undefined
}
