import { sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

/** A month of the log; `to` is exclusive. */
export type Partition = { table: string; from: Date; to: Date }

/** An arbitrary number. Nodes that start concurrently create partitions one after another. */
const partitionsLock = 724_410_554

export async function lockPartitions(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${partitionsLock})`)
}

/** The tables of all months, without the default partition. */
export async function selectPartitions(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'activities'::regclass and c.relname <> 'activities_other' order by 1`)
  return rows.map(({ name }) => name)
}

/** Moves rows of the month out of the default partition first; otherwise PostgreSQL rejects the new partition. */
export async function createPartition(tx: Db, { table, from, to }: Partition): Promise<void> {
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

export async function dropPartition(tx: Db, table: string): Promise<void> {
  await tx.execute(sql`drop table ${sql.identifier(table)}`)
}

/**
 * Removes the oldest `limit` activities of a time span, optionally of some actions only. Returns the time of the last
 * removed one, where the next call continues, or undefined if there was none.
 */
export async function removeActivities(
  tx: Db,
  span: { from: Date | undefined; before: Date; actions: readonly string[] | undefined },
  limit: number,
): Promise<Date | undefined> {
  const { from, before, actions } = span
  const later = from ? sql`and created_at >= ${from.toISOString()}::timestamptz` : sql``
  const named = actions ? sql`and action = any(${sql.param([...actions])}::text[])` : sql``
  const { rows } = await tx.execute<{ last: string | null }>(sql`
    with old as (
      select id, created_at from activities
      where created_at < ${before.toISOString()}::timestamptz ${later} ${named}
      order by created_at limit ${limit}
    ), removed as (
      delete from activities a using old where a.id = old.id and a.created_at = old.created_at
      returning a.created_at
    )
    select max(created_at) as last from removed`)
  const last = rows[0]?.last
  return last ? new Date(last) : undefined
}
