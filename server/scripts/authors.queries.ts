import { asc, inArray, sql, type SQL, eq } from 'drizzle-orm'

import { preparedStatement, type Db } from '#platform/database/database.ts'
import { activeMembership, ownStyles, type StoredStyle, usernameKey } from '#server/access/access.public.ts'
import { users } from '#server/access/users/users.tables.ts'

import { scriptMembers, teamMembers } from './members.tables.ts'
import type { Authored } from './scripts.rules.ts'

/**
 * The members of the team that owns a script, owners first, then its co-authors. The ids are texts, because Drizzle drops
 * the table name in a select of one table.
 */
export const membersOf = (scriptId: SQL, ownerId: SQL) => sql<Authored['members']>`(
  select coalesce(json_agg(json_build_object('userId', user_id, 'role', role, 'isOfTeam', is_of_team)
    order by not is_of_team, array_position('{owner,maintainer,contributor}'::text[], role), since, user_id), '[]')
  from (
    select tm.user_id, tm.role, tm.since, true as is_of_team from team_members tm where tm.team_id = ${ownerId}
    union all
    select sm.user_id, sm.role, sm.since, false from script_members sm where sm.script_id = ${scriptId}
  ) authors)`

/** For queries that read `scripts` under its own name. */
export const membersColumn = membersOf(sql`scripts.id`, sql`scripts.user_id`)

/**
 * Adds the co-authors of this moment, and the members of the team that owns the script. Read them in a statement of its
 * own after the script was locked: the statement that waits for the lock would see the members from before. The rows of
 * team members are locked, too, so that a member is removed before or after this transaction, and not meanwhile.
 */
export async function withMembers<Row extends { id: number; userId: number }>(
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
  const byTeam = await selectTeamMembersOf(tx, [...new Set(rows.map((row) => row.userId))])
  return rows.map((row) => ({
    ...row,
    members: [...(byTeam.get(row.userId) ?? []), ...(byScript.get(row.id) ?? [])],
  }))
}

async function selectTeamMembersOf(tx: Db, ownerIds: readonly number[]) {
  const { teamId, userId, role, since } = teamMembers
  const members = await tx
    .select({ teamId, userId, role })
    .from(teamMembers)
    .where(inArray(teamId, [...ownerIds]))
    .orderBy(
      asc(sql`array_position('{owner,maintainer,contributor}'::text[], ${role})`),
      asc(since),
      asc(userId),
    )
    .for('share')
  return Map.groupBy(
    members.map((member) => ({ ...member, isOfTeam: true })),
    (member) => member.teamId,
  )
}

/** The condition that a user is an author of the script of this row of `scripts`. */
export const isAuthorOf = (userId: unknown) => sql`(scripts.user_id = ${userId} or exists (
  select from script_members sm where sm.script_id = scripts.id and sm.user_id = ${userId}) or exists (
  select from team_members tm where tm.team_id = scripts.user_id and tm.user_id = ${userId}))`

/** The teams of a user and the scripts with the user as a co-author. */
export type Memberships = { teamIds: readonly number[]; scriptIds: readonly number[] }

export async function selectMemberships(db: Db, userId: number): Promise<Memberships> {
  const query = preparedStatement(db, 'memberships_of_author', (on) =>
    on
      .select({
        teamIds: sql<
          number[]
        >`array(select team_id from team_members where user_id = ${sql.placeholder('userId')})`,
        scriptIds: sql<
          number[]
        >`array(select script_id from script_members where user_id = ${sql.placeholder('userId')})`,
      })
      .from(sql`(select) one`),
  )
  const [row] = await query.execute({ userId })
  return row ?? { teamIds: [], scriptIds: [] }
}

export const isMember = ({ teamIds, scriptIds }: Memberships) => teamIds.length + scriptIds.length > 0

/** The condition with ids as values, by which PostgreSQL estimates how few scripts of all they are. */
export const isShared = ({ teamIds, scriptIds }: Memberships) =>
  sql`(user_id = any(${sql.param([...teamIds])}::int[]) or id = any(${sql.param([...scriptIds])}::int[]))`

/** Returns whether the user is an author of one of the scripts. */
export async function selectIsAuthor(db: Db, userId: number, scriptIds: readonly number[]): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from scripts where id = any(${sql.param([...scriptIds])}::int[]) and ${isAuthorOf(userId)} limit 1`)
  return rows.length > 0
}

/** All authors of scripts, those who uploaded a version before, and the members of the teams among the users. */
export async function selectAuthorsOf(
  db: Db,
  { userIds, scriptIds }: Record<'userIds' | 'scriptIds', readonly number[]>,
): Promise<number[]> {
  const [people, ids] = [userIds, scriptIds].map((list) => sql`${sql.param([...list])}::int[]`)
  const { rows } = await db.execute<{ id: number }>(sql`
    with owners as (select user_id as id from scripts where id = any(${ids}) union select unnest(${people}))
    select user_id as id from scripts where id = any(${ids})
    union select user_id from script_members where script_id = any(${ids})
    union select user_id from team_members where team_id in (select id from owners)
    union select created_by from script_versions where script_id = any(${ids}) and created_by is not null`)
  return rows.map(({ id }) => id)
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
      where sm.script_id = scripts.id and sm.user_id = ${userId} and sm.role = 'maintainer') or exists (
      select from team_members tm
      where tm.team_id = scripts.user_id and tm.user_id = ${userId} and tm.role <> 'contributor'))`)
  return new Set(rows.map(({ id }) => id))
}

export async function selectAuthorId(db: Db, username: string): Promise<number | undefined> {
  const query = preparedStatement(db, 'author_by_name', (on) =>
    on
      .select({ id: users.id })
      .from(users)
      .where(eq(users.usernameKey, sql.placeholder('key'))),
  )
  const [row] = await query.execute({ key: usernameKey(username) })
  return row?.id
}

export async function selectNamedUser(db: Db, userId: number) {
  const { id, username, avatar } = users
  const [row] = await db.select({ id, username, avatar }).from(users).where(eq(users.id, userId))
  return row
}

export async function selectUsernames(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { id: number; username: string }>> {
  const { id, username } = users
  const rows = await db
    .select({ id, username })
    .from(users)
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

type GroupRow = { display_name: string; color: string; style: StoredStyle | null }

const now = sql.placeholder('now')

/** Reads public columns only, so that no other can leak. */
export async function selectProfile(db: Db, username: string, time: Date) {
  const query = preparedStatement(db, 'public_profile', (on) =>
    on
      .select({
        id: users.id,
        username: users.username,
        avatar: users.avatar,
        isTeam: users.isTeam,
        createdAt: users.createdAt,
        scriptsUploaded: users.scriptsUploaded,
        totalDownloads: users.totalDownloads,
        reputation: users.reputation,
        ownStyles: ownStyles(now),
        group: sql<GroupRow | null>`(
          select json_build_object('display_name', g.display_name, 'color', g.color, 'style', case when s.id is null
            then null else json_build_object('css', s.css_properties, 'font', s.font_family) end)
          from memberships join groups g on g.id = group_id
            left join user_styles s on s.id = g.style_id and s.is_active
          where user_id = users.id and ${activeMembership(now)}
          order by g.priority, g.id limit 1)`,
      })
      .from(users)
      .where(eq(users.usernameKey, sql.placeholder('usernameKey'))),
  )
  const [row] = await query.execute({ usernameKey: usernameKey(username), now: time.toISOString() })
  return row
}
