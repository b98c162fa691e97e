import type {
  AdminUser,
  UserDetails,
  UserMembership,
  SameIpUsers,
  ExplainedPermissions,
} from '#contract/moderation/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import {
  selectMembershipsOf,
  nameStyle,
  avatarUrl,
  selectActiveGroups,
} from '#server/access/access.public.ts'
import { selectSuspension, type SuspensionRow } from './suspensions.queries.ts'
import { selectUser, type AdminUserRow, selectSameIp, selectUsersById } from './user-admin.queries.ts'
import { day } from '#platform/clock.ts'
import { permissionsOf, rank } from '#contract/access/authority.ts'
import { mayReadNotes } from './user-admin.rules.ts'
import { isPermission, permissions, type Permission } from '#contract/platform/permissions.ts'

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
export function serializeUser(row: AdminUserRow, actor: Pick<Actor, 'permissions'>, now: Date): AdminUser {
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
