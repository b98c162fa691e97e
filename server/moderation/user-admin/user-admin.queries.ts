import { and, asc, desc, eq, gte, inArray, sql, type Column, type SQL } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'

import { userAdminLimits, type UserQuery } from '#contract/moderation/user-admin.ts'
import type { Db } from '#platform/database/database.ts'
import { activeMembership, ownStyles, type StoredStyle, activeBan } from '#server/access/access.public.ts'
import { bans, groupPermissions, memberships } from '#server/access/access.tables.ts'
import { userFigures, users } from '#server/access/users/users.tables.ts'
import { siteTotals } from '#server/records/records.tables.ts'

import { bannedIds, idList, matching } from './user-filter.queries.ts'

/** Only the latest sign-ins are counted: an attacked account can have thousands. */
const attemptsMax = 500

const columns = {
  id: users.id,
  username: users.username,
  email: users.email,
  phoneNumber: users.phoneNumber,
  avatar: users.avatar,
  status: users.status,
  isAdmin: users.isAdmin,
  isOwner: users.isOwner,
  lockedUntil: users.lockedUntil,
  emailVerified: users.emailVerified,
  twoFactorEnabled: users.twoFactorEnabled,
  notes: users.notes,
  createdAt: users.createdAt,
  lastLoginAt: users.lastLoginAt,
  lastActiveAt: users.lastActiveAt,
  scriptsUploaded: users.scriptsUploaded,
  totalDownloads: users.totalDownloads,
  reputation: users.reputation,
  registrationIp: users.registrationIp,
  lastLoginIp: users.lastLoginIp,
  banId: bans.id,
}

type Attempts = { total: number; succeeded: number; recent: number; ips: string[] | null }

/** Computed for the rows of one page only, not for all matches. */
function computedColumns(now: Date) {
  const isOwn = sql`user_id = ${users.id} and ${activeMembership(now)}`
  return {
    keys: sql<string[]>`array(
      select distinct permission_key from memberships join group_permissions using (group_id) where ${isOwn})`,
    priorities: sql<number[]>`array(
      select g.priority from memberships join groups g on g.id = group_id where ${isOwn})`,
    ownStyles: ownStyles(now),
    groupStyle: sql<StoredStyle | null>`(
      select case when s.id is not null then json_build_object('css', s.css_properties, 'font', s.font_family) end
      from memberships join groups g on g.id = group_id
        left join user_styles s on s.id = g.style_id and s.is_active
      where ${isOwn} order by g.priority, g.id limit 1)`,
    attempts: sql<Attempts>`(
      select json_build_object('total', count(*), 'succeeded', count(*) filter (where a.succeeded),
        'recent', count(*) filter (where a.created_at > ${now.toISOString()}::timestamptz - interval '24 hours'),
        'ips', array_agg(distinct a.ip) filter (where a.succeeded and a.ip is not null))
      from (select succeeded, created_at, ip from sign_in_attempts where user_id = ${users.id}
        order by created_at desc limit ${attemptsMax}) a)`,
  }
}

export type AdminUserRow = Awaited<ReturnType<typeof selectUserPage>>[number]

/** Finds the ids of the page first and reads the columns for these only. */
export async function selectUserPage(db: Db, query: UserQuery, adminIds: readonly number[], now: Date) {
  const filter = matching(query, adminIds, now)
  const page = pageOf(db, query, filter)
  return db
    .select({ ...columns, ...computedColumns(now) })
    .from(page)
    .innerJoin(users, eq(users.id, page.foundId))
    .leftJoin(bans, and(eq(bans.userId, users.id), activeBan(now)))
    .orderBy(...orderOf(query, sortColumns, users.id))
}

/** `user_figures` has none, and neither does the stored total. */
const notTeam = sql`not is_team`

/** The ids of one page. Downloads and reputation are sorted by `user_figures`; a filter also needs the users. */
function pageOf(db: Db, query: UserQuery, filter: SQL | undefined) {
  const isByFigure = query.sort === 'downloads' || query.sort === 'reputation'
  const withUsers = sql`${userFigures} join ${users} on ${users.id} = ${userFigures.userId}`
  const figures = filter ? withUsers : sql`${userFigures}`
  return db
    .select({ foundId: sql<number>`${isByFigure ? userFigures.userId : users.id}`.as('found_id') })
    .from(isByFigure ? figures : sql`${users}`)
    .where(isByFigure ? filter : and(notTeam, filter))
    .orderBy(
      ...orderOf(
        query,
        isByFigure ? figureSortColumns : sortColumns,
        isByFigure ? userFigures.userId : users.id,
      ),
    )
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .as('page')
}

export async function selectUser(db: Db, id: number, now: Date): Promise<AdminUserRow | undefined> {
  const [row] = await db
    .select({ ...columns, ...computedColumns(now) })
    .from(users)
    .leftJoin(bans, and(eq(bans.userId, users.id), activeBan(now)))
    .where(and(eq(users.id, id), notTeam))
  return row
}

export async function selectUsersById(db: Db, ids: readonly number[], now: Date): Promise<AdminUserRow[]> {
  return db
    .select({ ...columns, ...computedColumns(now) })
    .from(users)
    .leftJoin(bans, and(eq(bans.userId, users.id), activeBan(now)))
    .where(inArray(users.id, [...ids]))
}

/** Other users of these IPs, then those of their networks, newest first. A network of more users than are counted is cut. */
export async function selectSameIp(
  db: Db,
  id: number,
  ips: readonly string[],
): Promise<{ id: number; isExact: boolean }[]> {
  const { rows } = await db.execute<{ id: number; isExact: boolean }>(sql`
    with own as (select array(select ip_network(ip) from unnest(${sql.param(ips)}::text[]) ip) as networks),
    found as (
      select id, created_at, coalesce(registration_ip = any(${sql.param(ips)}), false)
        or coalesce(last_login_ip = any(${sql.param(ips)}), false) as "isExact"
      from users, own
      where (ip_network(registration_ip) = any(own.networks) or ip_network(last_login_ip) = any(own.networks))
        and id <> ${id}
      limit ${userAdminLimits.matchesMax}
    )
    select id, "isExact" from found order by "isExact" desc, created_at desc, id desc
    limit ${userAdminLimits.sameIpMax}`)
  return rows
}

/** Returns whether the matches can be many without being nearly all users: they are counted up to `matchesMax` only. */
export function isBounded({ q, group, verified, age, ip }: UserQuery): boolean {
  return Boolean(q) || Boolean(ip) || group !== undefined || verified !== 'all' || age !== 'all'
}

/** Counts the matches; those of a search and of some filters only up to `matchesMax`. */
export async function selectUserCount(
  db: Db,
  query: UserQuery,
  adminIds: readonly number[],
  now: Date,
): Promise<number> {
  const matches = db
    .select({ one: sql`1`.as('one') })
    .from(users)
    .where(and(notTeam, matching(query, adminIds, now)))
    .$dynamic()
  return db.$count((isBounded(query) ? matches.limit(userAdminLimits.matchesMax) : matches).as('found'))
}

/** The number of users that a filter for regular or active users excludes; they are few and indexed. */
export async function selectExceptionCount(
  db: Db,
  { role, status }: Pick<UserQuery, 'role' | 'status'>,
  adminIds: readonly number[],
  now: Date,
): Promise<number> {
  const left = [
    ...(role === 'user' ? [sql`select unnest(${idList(adminIds)})`] : []),
    ...(status === 'active'
      ? [sql`select ${users.id} from ${users} where status <> 'active'`, sql`${bannedIds(now)}`]
      : []),
  ]
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from (${sql.join(left, sql` union `)}) exceptions`,
  )
  return rows[0]?.count ?? 0
}

/**
 * Owners, users with the admin flag and members of groups with admin.system.access. The group ids are read first:
 * with known ids the planner estimates that they have few members.
 */
export async function selectAdministratorIds(db: Db, now: Date): Promise<number[]> {
  const adminGroups = await db
    .select({ id: groupPermissions.groupId })
    .from(groupPermissions)
    .where(eq(groupPermissions.permissionKey, 'admin.system.access'))
  const groupIds = adminGroups.map(({ id }) => id)
  const flagged = db
    .select({ id: users.id })
    .from(users)
    .where(sql`is_admin or is_owner`)
  const members = db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(inArray(memberships.groupId, groupIds), activeMembership(now)))
  const rows = await union(flagged, members)
  return rows.map(({ id }) => id)
}

export async function selectUserTotal(db: Db): Promise<number> {
  const [row] = await db.select({ total: siteTotals.users }).from(siteTotals)
  return row?.total ?? 0
}

export async function selectActiveCount(db: Db, since: Date): Promise<number> {
  return db.$count(users, gte(users.lastActiveAt, since))
}

const sortColumns = {
  created_at: users.createdAt,
  username: users.usernameKey,
  scripts: users.scriptsUploaded,
  downloads: users.totalDownloads,
  reputation: users.reputation,
  last_login: users.lastLoginAt,
}

const figureSortColumns = {
  ...sortColumns,
  downloads: userFigures.totalDownloads,
  reputation: userFigures.reputation,
}

/** Ties are sorted by id in the same direction, so that one index serves both orders. A null `last_login` is oldest. */
function orderOf({ sort, order }: UserQuery, byField: Record<UserQuery['sort'], Column>, id: Column): SQL[] {
  const direction = order === 'asc' ? asc : desc
  const nulls = sql.raw(order === 'asc' ? 'nulls first' : 'nulls last')
  const first = direction(byField[sort])
  return [sort === 'last_login' ? sql`${first} ${nulls}` : first, direction(id)]
}
