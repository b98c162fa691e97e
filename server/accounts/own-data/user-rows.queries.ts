import { sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { userColumns } from './user-columns.rules.ts'

const batchSize = 1_000

export type ColumnName = { table: string; column: string }

export function columnsWith(deletion: 'delete' | 'clear'): ColumnName[] {
  return Object.entries(userColumns)
    .filter(([, rule]) => rule.deletion === deletion)
    .map(([name]) => splitName(name))
    .filter(({ column }) => column !== 'ip' && column !== 'discord_user_id')
}

export function splitName(name: string): ColumnName {
  const [table = '', column = ''] = name.split('.')
  return { table, column }
}

/** The rows of a user, as the database writes them in JSON. Call it in a transaction. */
export async function* selectRows(
  tx: Db,
  { table, column }: ColumnName,
  userId: number,
  without: readonly string[],
): AsyncGenerator {
  await tx.execute(sql`
    declare own_rows no scroll cursor for
    select to_jsonb(t) - ${sql.param([...without])}::text[] as row from ${sql.identifier(table)} t
    where t.${sql.identifier(column)} = ${sql.raw(String(Math.trunc(userId)))}`)
  for (let count = batchSize; count === batchSize;) {
    const { rows } = await tx.execute<{ row: unknown }>(
      sql`fetch ${sql.raw(String(batchSize))} from own_rows`,
    )
    count = rows.length
    for (const { row } of rows) yield row
  }
  await tx.execute(sql`close own_rows`)
}

/** Deletes up to 1,000 rows; returns false when none was left. */
export async function removeRows(tx: Db, { table, column }: ColumnName, userId: number): Promise<boolean> {
  const name = sql.identifier(table)
  const { rowCount } = await tx.execute(sql`
    delete from ${name} where ctid in (
      select ctid from ${name} where ${sql.identifier(column)} = ${userId} limit ${batchSize})`)
  return (rowCount ?? 0) > 0
}

/** Like `removeRows`: scripts and their authors lose the likes, in the order in which counters lock them. */
export async function removeLikes(tx: Db, userId: number): Promise<boolean> {
  const { rows } = await tx.execute<{ removed: number }>(sql`
    with locked as (
      select id, user_id from scripts
      where id in (select script_id from likes where user_id = ${userId} order by script_id limit ${batchSize})
      order by id for no key update
    ), removed as (
      delete from likes l using locked where l.user_id = ${userId} and l.script_id = locked.id
      returning locked.id, locked.user_id
    ), scripts_now as (
      update scripts s set likes = greatest(0, s.likes - 1) from removed r where s.id = r.id
    ), authors as (
      select id from users where id in (select user_id from removed) order by id for no key update
    ), authors_now as (
      update users u set reputation = greatest(0, u.reputation - g.likes)
      from (select user_id, count(*)::int as likes from removed group by 1) g join authors a on a.id = g.user_id
      where u.id = g.user_id
    )
    select count(*)::int as removed from removed`)
  return (rows[0]?.removed ?? 0) > 0
}

/**
 * A team whose last owner goes is owned by the member who has been one for the longest time, maintainers first. The lock
 * of the teams makes other changes of their members wait.
 */
export async function removeTeamMemberships(tx: Db, userId: number): Promise<boolean> {
  await tx.execute(sql`
    select from teams where id in (select team_id from team_members where user_id = ${userId}) order by id
    for no key update`)
  await tx.execute(sql`
    with removed as (delete from team_members where user_id = ${userId} returning team_id)
    update team_members m set role = 'owner' from (
      select distinct on (o.team_id) o.team_id, o.user_id from team_members o
      where o.team_id in (select team_id from removed) and o.user_id <> ${userId}
        and not exists (
          select from team_members p where p.team_id = o.team_id and p.role = 'owner' and p.user_id <> ${userId})
      order by o.team_id, o.role = 'maintainer' desc, o.since, o.user_id
    ) heir
    where m.team_id = heir.team_id and m.user_id = heir.user_id`)
  return false
}

/** Groups count their members. */
export async function removeMemberships(tx: Db, userId: number): Promise<boolean> {
  await tx.execute(sql`
    with removed as (delete from memberships where user_id = ${userId} returning group_id)
    update groups set member_count = greatest(0, member_count - 1) where id in (select group_id from removed)`)
  return false
}

export async function clearColumn(tx: Db, { table, column }: ColumnName, userId: number): Promise<void> {
  const name = sql.identifier(column)
  await tx.execute(sql`update ${sql.identifier(table)} set ${name} = null where ${name} = ${userId}`)
}

/** The content and documents of the user's scripts. */
export async function selectOwnScripts(db: Db, userId: number) {
  const { rows } = await db.execute<{
    id: number
    name: string
    document: unknown
    versions: { id: number; number: string; key: string | null; extension: string; size: number }[] | null
    images: string[] | null
  }>(sql`
    select s.id, s.name, to_jsonb(d) - 'document' as document,
      (select json_agg(to_jsonb(v) order by v.id) from script_versions v where v.script_id = s.id) as versions,
      (select json_agg(i.files[1] order by i.position) from script_images i where i.script_id = s.id) as images
    from scripts s left join script_docs d on d.script_id = s.id where s.user_id = ${userId} order by s.id`)
  return rows
}
