import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  like,
  notInArray,
  or,
  sql,
  type Column,
  type SQL,
} from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'

import { userAdminLimits, type UserQuery } from '#contract/user-admin.ts'
import type { Db } from '#platform/database.ts'
import { isBanInForce } from '#server/bans/bans.public.ts'
import { bans } from '#server/bans/bans.tables.ts'
import { groupPermissions, memberships } from '#server/groups/groups.tables.ts'
import { siteTotals } from '#server/stats/stats.tables.ts'
import { ownStyles, type StoredStyle } from '#server/user-styles/user-styles.public.ts'
import { userFigures, users } from '#server/users/users.tables.ts'

/** The latest sign-ins are enough to judge by: an account under attack collects them by the thousand. */
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

/** What is worked out for the rows of one page, never for all that match. */
function derived(now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  const counts = sql`m.user_id = ${users.id} and m.is_active and (m.expires_at is null or m.expires_at > ${at})`
  return {
    keys: sql<string[]>`array(
      select distinct p.permission_key from memberships m join group_permissions p on p.group_id = m.group_id
      where ${counts})`,
    priorities: sql<number[]>`array(
      select g.priority from memberships m join groups g on g.id = m.group_id where ${counts})`,
    ownStyles: ownStyles(at),
    groupStyle: sql<StoredStyle | null>`(
      select case when s.id is not null then json_build_object('css', s.css_properties, 'font', s.font_family) end
      from memberships m join groups g on g.id = m.group_id
        left join user_styles s on s.id = g.style_id and s.is_active
      where ${counts} order by g.priority, g.id limit 1)`,
    attempts: sql<Attempts>`(
      select json_build_object('total', count(*), 'succeeded', count(*) filter (where a.succeeded),
        'recent', count(*) filter (where a.created_at > ${at} - interval '24 hours'),
        'ips', array_agg(distinct a.ip) filter (where a.succeeded and a.ip is not null))
      from (select succeeded, created_at, ip from sign_in_attempts where user_id = ${users.id}
        order by created_at desc limit ${attemptsMax}) a)`,
  }
}

export type AdminUserRow = Awaited<ReturnType<typeof selectUserPage>>[number]

/** One page, found first and filled in afterwards. */
export async function selectUserPage(db: Db, query: UserQuery, adminIds: readonly number[], now: Date) {
  const page = pageOf(db, query, matching(query, adminIds, now))
  return db
    .select({ ...columns, ...derived(now) })
    .from(page)
    .innerJoin(users, eq(users.id, page.foundId))
    .leftJoin(bans, isBanInForce(users.id, now))
    .orderBy(...orderOf(query, places, users.id))
}

/** The ids of one page. Figures that many writes move are ordered by their copy; a filter needs the person's row. */
function pageOf(db: Db, query: UserQuery, filter: SQL | undefined) {
  const isByFigure = query.sort === 'downloads' || query.sort === 'reputation'
  const withPeople = sql`${userFigures} join ${users} on ${users.id} = ${userFigures.userId}`
  const copy = filter ? withPeople : sql`${userFigures}`
  return db
    .select({ foundId: sql<number>`${isByFigure ? userFigures.userId : users.id}`.as('found_id') })
    .from(isByFigure ? copy : sql`${users}`)
    .where(filter)
    .orderBy(
      ...orderOf(query, isByFigure ? figurePlaces : places, isByFigure ? userFigures.userId : users.id),
    )
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .as('page')
}

export async function selectUser(db: Db, id: number, now: Date): Promise<AdminUserRow | undefined> {
  const [row] = await db
    .select({ ...columns, ...derived(now) })
    .from(users)
    .leftJoin(bans, isBanInForce(users.id, now))
    .where(eq(users.id, id))
  return row
}

/** How many match, counted; of a search no further than anybody looks. */
export async function selectUserCount(
  db: Db,
  query: UserQuery,
  adminIds: readonly number[],
  now: Date,
): Promise<number> {
  const found = db
    .select({ one: sql`1`.as('one') })
    .from(users)
    .where(matching(query, adminIds, now))
    .$dynamic()
  const [row] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from((query.q ? found.limit(userAdminLimits.matchesMax) : found).as('found'))
  return row?.count ?? 0
}

/** People whom a filter for regular or active ones leaves out: they are few, and all have an index. */
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
 * The owners, the holders of the admin flag and those whose groups open the back office. The groups are asked
 * for first: told which they are, the database knows that they have few members.
 */
export async function selectAdministratorIds(db: Db, now: Date): Promise<number[]> {
  const opening = await db
    .select({ id: groupPermissions.groupId })
    .from(groupPermissions)
    .where(eq(groupPermissions.permissionKey, 'admin.system.access'))
  const groupIds = opening.map(({ id }) => id)
  const flagged = db
    .select({ id: users.id })
    .from(users)
    .where(sql`is_admin or is_owner`)
  const members = db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(
      and(
        inArray(memberships.groupId, groupIds),
        eq(memberships.isActive, true),
        or(isNull(memberships.expiresAt), gt(memberships.expiresAt, now)),
      ),
    )
  const rows = await union(flagged, members)
  return rows.map(({ id }) => id)
}

/** Kept by the writes. */
export async function selectUserTotal(db: Db): Promise<number> {
  const [row] = await db.select({ total: siteTotals.users }).from(siteTotals)
  return row?.total ?? 0
}

export async function selectActiveCount(db: Db, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(users)
    .where(gte(users.lastActiveAt, since))
  return row?.count ?? 0
}

const places = {
  created_at: users.createdAt,
  username: users.usernameKey,
  scripts: users.scriptsUploaded,
  downloads: users.totalDownloads,
  reputation: users.reputation,
  last_login: users.lastLoginAt,
}

const figurePlaces = { ...places, downloads: userFigures.totalDownloads, reputation: userFigures.reputation }

/** Ties by id in the same direction, so that one index serves both. Who never signed in did so longest ago. */
function orderOf({ sort, order }: UserQuery, of: Record<UserQuery['sort'], Column>, id: Column): SQL[] {
  const direction = order === 'asc' ? asc : desc
  const nulls = sql.raw(order === 'asc' ? 'nulls first' : 'nulls last')
  const place = direction(of[sort])
  return [sort === 'last_login' ? sql`${place} ${nulls}` : place, direction(id)]
}

function matching({ q, role, status }: UserQuery, adminIds: readonly number[], now: Date): SQL | undefined {
  return and(searched(q), ofRole(role, adminIds), ofStatus(status, now))
}

/** Anywhere in name or address from three letters on; fewer only at the start, where the index can still help. */
function searched(q: string | undefined): SQL | undefined {
  if (!q) return undefined
  const literal = q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)
  const pattern = q.length < 3 ? `${literal}%` : `%${literal}%`
  return or(like(users.usernameKey, pattern), like(users.emailKey, pattern))
}

function ofRole(role: UserQuery['role'], adminIds: readonly number[]): SQL | undefined {
  if (role === 'all') return undefined
  return role === 'admin'
    ? sql`${users.id} = any(${idList(adminIds)})`
    : sql`${users.id} <> all(${idList(adminIds)})`
}

/** As the badge shows it: a ban hides the status behind it. */
function ofStatus(status: UserQuery['status'], now: Date): SQL | undefined {
  if (status === 'all') return undefined
  if (status === 'banned') return inArray(users.id, sql`(${bannedIds(now)})`)
  return and(eq(users.status, status), notInArray(users.id, sql`(${bannedIds(now)})`))
}

function bannedIds(now: Date): SQL {
  return sql`select ${bans.userId} from ${bans} where ${isBanInForce(bans.userId, now)}`
}

function idList(ids: readonly number[]): SQL {
  return sql`${sql.param(ids)}::integer[]`
}
