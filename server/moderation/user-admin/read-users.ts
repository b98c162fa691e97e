import { permissionsOf, rank } from '#contract/access/authority.ts'
import type {
  AdminUser,
  UserDetails,
  UserMembership,
  SameIpUsers,
  ExplainedPermissions,
  UserQuery,
  userAdminApi,
} from '#contract/moderation/user-admin.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import { pagination } from '#contract/platform/fields.ts'
import { isPermission, permissions, type Permission } from '#contract/platform/permissions.ts'
import type { Actor } from '#platform/actor.ts'
import { type App, lazySingleton } from '#platform/app.ts'
import { day, after, second } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import {
  selectMembershipsOf,
  nameStyle,
  avatarUrl,
  selectActiveGroups,
} from '#server/access/access.public.ts'
import { selectSuspension, type SuspensionRow } from './suspensions.queries.ts'

import {
  selectUser,
  type AdminUserRow,
  selectSameIp,
  selectUsersById,
  isBounded,
  selectActiveCount,
  selectAdministratorIds,
  selectExceptionCount,
  selectUserCount,
  selectUserPage,
  selectUserTotal,
} from './user-admin.queries.ts'
import { mayReadNotes } from './user-admin.rules.ts'

type Context = Pick<App, 'db' | 'clock'>

export async function readUser({ db, clock }: Context, actor: Actor, id: number): Promise<UserDetails> {
  const user = await readAdminUser({ db, clock }, actor, id)
  const groups = await selectMembershipsOf(db, id)
  const suspension = user.status === 'suspended' ? await selectSuspension(db, id) : undefined
  return { ...user, groups, suspension: suspension ? serializeSuspension(suspension) : null }
}

export async function readAdminUser({ db, clock }: Context, actor: Actor, id: number): Promise<AdminUser> {
  const now = clock.now()
  const row = await selectUser(db, id, now)
  if (!row) throw notFound('User not found')
  return serializeUser(row, actor, now)
}

export async function readGroupsOfUser(
  { db, clock }: Context,
  id: number,
): Promise<{ groups: UserMembership[] }> {
  if (!(await selectUser(db, id, clock.now()))) throw notFound('User not found')
  return { groups: await selectMembershipsOf(db, id) }
}

/** Notes need the permission to edit them, IPs need admin.users.list. */
function serializeUser(row: AdminUserRow, actor: Pick<Actor, 'permissions'>, now: Date): AdminUser {
  const mayReadIps = actor.permissions.has('admin.users.list')
  const { attempts } = row
  return {
    id: row.id,
    username: row.username,
    css: nameStyle(row.ownStyles, row.groupStyle),
    email: row.email,
    phone_number: row.phoneNumber,
    avatar_url: avatarUrl(row.avatar),
    status: row.status,
    is_banned: row.banId !== null,
    is_locked: row.lockedUntil !== null && row.lockedUntil > now,
    is_admin: row.isAdmin,
    is_owner: row.isOwner,
    permissions: [...permissionsOf(row, row.keys)],
    email_verified: row.emailVerified,
    two_factor_enabled: row.twoFactorEnabled,
    notes: mayReadNotes(actor.permissions) ? row.notes : null,
    created_at: row.createdAt.toISOString(),
    last_login: row.lastLoginAt?.toISOString() ?? null,
    days_since_last_active: row.lastActiveAt && daysBetween(row.lastActiveAt, now),
    account_age_days: daysBetween(row.createdAt, now),
    scripts_uploaded: row.scriptsUploaded,
    total_downloads: row.totalDownloads,
    reputation: row.reputation,
    registration_ip: mayReadIps ? row.registrationIp : null,
    last_login_ip: mayReadIps ? row.lastLoginIp : null,
    unique_ips: (mayReadIps && attempts.ips) || [],
    login_success_rate:
      attempts.total === 0 ? 100 : Math.round((attempts.succeeded * 1000) / attempts.total) / 10,
    recent_login_attempts: attempts.recent,
    rank: rank(row.priorities),
  }
}

function serializeSuspension({
  reason,
  endsAt,
  issuerName,
  createdAt,
}: SuspensionRow): UserDetails['suspension'] {
  return {
    reason,
    ends_at: endsAt?.toISOString() ?? null,
    suspended_by: issuerName,
    created_at: createdAt.toISOString(),
  }
}

/** Not negative, even if the clock was set back. */
function daysBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / day))
}

/** Users who registered or signed in from an IP of this user, or from its network. */
export async function readSameIp(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  id: number,
): Promise<SameIpUsers> {
  const now = clock.now()
  const user = await selectUser(db, id, now)
  if (!user) throw notFound('User not found')
  const { registrationIp, lastLoginIp } = user
  const ips = [registrationIp, lastLoginIp].filter((ip) => ip !== null)
  const matches = await selectSameIp(db, id, ips)
  const rows = await selectUsersById(
    db,
    matches.map((match) => match.id),
    now,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    users: matches.flatMap((match) => {
      const row = byId.get(match.id)
      return row ? [{ ...serializeUser(row, actor, now), match: match.isExact ? 'ip' : 'network' }] : []
    }),
  }
}

type GrantingGroup = ExplainedPermissions['permissions'][number]['groups'][number]

export async function explainPermissions(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: number,
): Promise<ExplainedPermissions> {
  const now = clock.now()
  const user = await selectUser(db, userId, now)
  if (!user) throw notFound('User not found')
  const groups = await selectActiveGroups(db, userId, now)
  const groupsByKey = new Map<Permission, GrantingGroup[]>()
  for (const { id, name, display_name, color, group_permissions: keys } of groups)
    for (const { permission_key: key } of keys)
      if (isPermission(key))
        groupsByKey.set(key, [...(groupsByKey.get(key) ?? []), { id, name, display_name, color }])

  const held = permissionsOf(user, groupsByKey.keys())
  return {
    all_because_of: user.isOwner ? 'owner' : user.isAdmin ? 'admin' : null,
    permissions: permissions
      .filter((key) => held.has(key))
      .map((key) => ({ key, ...sourceOf(key, groupsByKey) })),
    without_effect: [...groupsByKey]
      .filter(([key]) => !held.has(key))
      .map(([key, granting]) => ({ key, groups: granting })),
  }
}

function sourceOf(key: Permission, groupsByKey: ReadonlyMap<Permission, GrantingGroup[]>) {
  const granting = groupsByKey.get(key)
  if (granting) return { implied_by: null, groups: granting }
  const manage = key.replace(/\.view$/, '.manage')
  const implying = isPermission(manage) ? groupsByKey.get(manage) : undefined
  return { implied_by: implying ? manage : null, groups: implying ?? [] }
}

/** "Active this week" means at most 7 whole days since the last visit. */
const activeWithin = 8 * day

/** The count is cached, because it scans a large part of the users and changes with every visit. */
const cacheLifetime = 30 * second

type CachedCount = { count: Promise<number>; expiresAt: Date }

const cacheOf = lazySingleton((): { latest: CachedCount | undefined } => ({ latest: undefined }))

/** Concurrent calls share one count. */
function countActiveThisWeek(app: App): Promise<number> {
  const cache = cacheOf(app)
  const now = app.clock.now()
  if (cache.latest && now < cache.latest.expiresAt) return cache.latest.count
  const count = selectActiveCount(app.db, after(now, -activeWithin))
  const entry = { count, expiresAt: after(now, cacheLifetime) }
  cache.latest = entry
  count.catch(() => {
    if (cache.latest === entry) cache.latest = undefined
  })
  return count
}

export async function listUsers(
  app: App,
  actor: Actor,
  query: UserQuery,
): Promise<Reply<typeof userAdminApi.list>> {
  const { db, clock } = app
  const now = clock.now()
  const adminIds = await selectAdministratorIds(db, now)
  const rows = await selectUserPage(db, query, adminIds, now)
  const total = await selectUserTotal(db)
  const activeThisWeek = await countActiveThisWeek(app)
  const matching = await countMatching(db, query, adminIds, { now, total })
  return {
    users: rows.map((row) => serializeUser(row, actor, now)),
    pagination: pagination(query.page, query.limit, matching),
    stats: { total, admins: adminIds.length, activeThisWeek },
  }
}

/** Large lists are counted as the total minus the exceptions, which are few. */
async function countMatching(
  db: Db,
  query: UserQuery,
  adminIds: readonly number[],
  { now, total }: { now: Date; total: number },
): Promise<number> {
  const { role, status } = query
  const isLarge = !isBounded(query) && role !== 'admin' && (status === 'all' || status === 'active')
  if (!isLarge) return selectUserCount(db, query, adminIds, now)
  if (role === 'all' && status === 'all') return total
  return total - (await selectExceptionCount(db, query, adminIds, now))
}
