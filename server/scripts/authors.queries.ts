import { asc, inArray, sql, type SQL } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { scriptMembers } from './members.tables.ts'
import type { Authored } from './scripts.rules.ts'

/** The co-authors of a script. Its id is a text, because Drizzle drops the table name in a select of one table. */
export const membersOf = (scriptId: SQL) => sql<Authored['members']>`(
  select coalesce(json_agg(json_build_object('userId', sm.user_id, 'role', sm.role) order by sm.since, sm.user_id), '[]')
  from script_members sm where sm.script_id = ${scriptId})`

/** For queries that read `scripts` under its own name. */
export const membersColumn = membersOf(sql`scripts.id`)

/**
 * Adds the co-authors of this moment. Read them in a statement of its own after the script was locked: the statement that
 * waits for the lock would see the members from before.
 */
export async function withMembers<Row extends { id: number }>(
  tx: Db,
  rows: readonly Row[],
): Promise<(Row & Pick<Authored, 'members'>)[]> {
  if (rows.length === 0) return []
  const { scriptId, userId, role, since } = scriptMembers
  const ids = rows.map(({ id }) => id)
  const members = await tx
    .select({ scriptId, userId, role })
    .from(scriptMembers)
    .where(inArray(scriptId, ids))
    .orderBy(asc(since), asc(userId))
  const byScript = Map.groupBy(members, (member) => member.scriptId)
  return rows.map((row) => ({ ...row, members: byScript.get(row.id) ?? [] }))
}

/** The condition that a user is an author of the script of this row of `scripts`. */
export const isAuthorOf = (userId: unknown) => sql`(scripts.user_id = ${userId} or exists (
  select from script_members sm where sm.script_id = scripts.id and sm.user_id = ${userId}))`

/** Whether the user is an author of one of the scripts. */
export async function selectIsAuthor(db: Db, userId: number, scriptIds: readonly number[]): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from scripts where id = any(${sql.param([...scriptIds])}::int[]) and ${isAuthorOf(userId)} limit 1`)
  return rows.length > 0
}

/** Those of the scripts that the user owns or maintains. */
export async function selectMaintained(
  db: Db,
  userId: number,
  scriptIds: readonly number[],
): Promise<Set<number>> {
  if (scriptIds.length === 0) return new Set()
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from scripts where id = any(${sql.param([...scriptIds])}::int[]) and (user_id = ${userId} or exists (
      select from script_members sm
      where sm.script_id = scripts.id and sm.user_id = ${userId} and sm.role = 'maintainer'))`)
  return new Set(rows.map(({ id }) => id))
}
