import type { AdminUser, UserDetails } from '#contract/moderation/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import { day } from '#platform/clock.ts'
import { permissionsOf, rank } from '#contract/access/authority.ts'
import { nameStyle, avatarUrl } from '#server/access/access.public.ts'

import { mayReadNotes } from './user-admin.rules.ts'
import type { SuspensionRow } from './suspensions.queries.ts'
import type { AdminUserRow } from './user-admin.queries.ts'

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

export function serializeSuspension({
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
