import { effectivePermissions, isPermission, permissions, type Permission } from '#contract/permissions.ts'
import type { ExplainedPermissions } from '#contract/user-admin.ts'
import { notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { selectGroupsInForce } from '#server/groups/groups.public.ts'

import { selectUser } from './user-admin.queries.ts'

type GrantingGroup = ExplainedPermissions['permissions'][number]['groups'][number]

/** Which group gives what, from the same keys that decide. */
export async function explainPermissions(
  { db, clock }: Pick<Hub, 'db' | 'clock'>,
  userId: number,
): Promise<ExplainedPermissions> {
  const now = clock.now()
  const user = await selectUser(db, userId, now)
  if (!user) throw notFound('User not found')
  const groups = await selectGroupsInForce(db, userId, now)
  const givers = new Map<Permission, GrantingGroup[]>()
  for (const { id, name, display_name, color, group_permissions: keys } of groups)
    for (const { permission_key: key } of keys)
      if (isPermission(key)) givers.set(key, [...(givers.get(key) ?? []), { id, name, display_name, color }])

  const isAtTop = user.isOwner || user.isAdmin
  const held = isAtTop ? new Set(permissions) : effectivePermissions(givers.keys())
  return {
    all_because_of: user.isOwner ? 'owner' : user.isAdmin ? 'admin' : null,
    permissions: permissions.filter((key) => held.has(key)).map((key) => ({ key, ...whyHeld(key, givers) })),
    without_effect: [...givers]
      .filter(([key]) => !held.has(key))
      .map(([key, given]) => ({ key, groups: given })),
  }
}

function whyHeld(key: Permission, givers: ReadonlyMap<Permission, GrantingGroup[]>) {
  const given = givers.get(key)
  if (given) return { implied_by: null, groups: given }
  const manage = key.replace(/\.view$/, '.manage')
  const implying = isPermission(manage) ? givers.get(manage) : undefined
  return { implied_by: implying ? manage : null, groups: implying ?? [] }
}
