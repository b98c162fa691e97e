import { isPermission, permissions, type Permission } from '#contract/platform/permissions.ts'
import type { ExplainedPermissions } from '#contract/moderation/user-admin.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { permissionsOf } from '#contract/access/authority.ts'
import { selectActiveGroups } from '#server/access/access.public.ts'

import { selectUser } from './user-admin.queries.ts'

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
