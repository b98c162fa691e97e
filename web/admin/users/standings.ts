import type { CurrentUser } from '#contract/accounts.ts'
import { permissionsOf, rank } from '#contract/authority.ts'
import type { RankedGroup, Standing } from '#contract/authority.ts'
import type { Group } from '#contract/groups.ts'
import { isPermission } from '#contract/permissions.ts'

import type { UserDetails } from './users.data.ts'

/** The signed-in person as the rules of authority see one. */
export function standingOf(user: CurrentUser): Standing {
  return {
    id: user.id,
    isOwner: user.is_owner,
    isAdmin: user.is_admin,
    priorities: user.groups.map(({ priority }) => priority),
    permissions: permissionsOf({ isOwner: user.is_owner, isAdmin: user.is_admin }, user.permissions),
  }
}

/** Somebody else; only memberships in force count. */
export function standingOfTarget(user: UserDetails, now: number): Standing {
  const inForce = user.groups.filter(
    ({ is_active, expires_at }) => is_active && (expires_at === null || Date.parse(expires_at) > now),
  )
  return {
    id: user.id,
    isOwner: user.is_owner,
    isAdmin: user.is_admin,
    priorities: inForce.map(({ priority }) => priority),
    permissions: permissionsOf({ isOwner: user.is_owner, isAdmin: user.is_admin }, user.permissions),
  }
}

export function rankedGroup({ priority, is_default, group_permissions }: Group): RankedGroup {
  const keys = group_permissions.map(({ permission_key }) => permission_key)
  return { priority, isDefault: is_default, permissions: keys.filter(isPermission) }
}

export function rankText({ isOwner, isAdmin, priorities }: Standing): string {
  if (isOwner) return 'Owner'
  if (isAdmin) return 'Administrator'
  return `Rank ${rank(priorities)}`
}
