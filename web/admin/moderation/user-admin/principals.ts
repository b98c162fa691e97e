import type { CurrentUser } from '#contract/access/users.ts'
import { permissionsOf, rank, type RankedGroup, type Principal } from '#contract/access/authority.ts'
import type { Group } from '#contract/access/groups.ts'
import { isPermission } from '#contract/platform/permissions.ts'
import type { AdminUser } from '#contract/moderation/user-admin.ts'

import type { UserDetails } from './users.data.ts'

/** The signed-in user as an actor of the authority rules. */
export function toPrincipal(user: CurrentUser): Principal {
  return principalOf(user, user.groups)
}

/** Another user; memberships that are inactive or have expired do not count. */
export function toTargetPrincipal(user: UserDetails, now: number): Principal {
  const inForce = user.groups.filter(
    ({ is_active, expires_at }) => is_active && (expires_at === null || Date.parse(expires_at) > now),
  )
  return principalOf(user, inForce)
}

/** A user of the list, which has the rank instead of the groups. */
export function toListedPrincipal(user: AdminUser): Principal {
  return principalOf(user, user.rank === -1 ? [] : [{ priority: user.rank }])
}

/** Holders of admin.system.access and of the admin flag (specification, section 6). */
export function isAdministrator({ is_admin, permissions }: AdminUser): boolean {
  return is_admin || permissions.includes('admin.system.access')
}

function principalOf(
  { id, is_owner: isOwner, is_admin: isAdmin, permissions }: CurrentUser | AdminUser,
  groups: readonly { priority: number }[],
): Principal {
  return {
    id,
    isOwner,
    isAdmin,
    priorities: groups.map(({ priority }) => priority),
    permissions: permissionsOf({ isOwner, isAdmin }, permissions),
  }
}

export function toRankedGroup({ priority, is_default, group_permissions }: Group): RankedGroup {
  const keys = group_permissions.map(({ permission_key }) => permission_key)
  return { priority, isDefault: is_default, permissions: keys.filter(isPermission) }
}

export function rankText({ isOwner, isAdmin, priorities }: Principal): string {
  if (isOwner) return 'Owner'
  if (isAdmin) return 'Administrator'
  return `Rank ${rank(priorities)}`
}
