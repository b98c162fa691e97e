import { denialReason, permissionsOf, type RankedGroup, type Principal } from '#contract/access/authority.ts'
import { isPermission, type Permission } from '#contract/platform/permissions.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden, notFound, signInNeeded } from '#platform/errors.ts'
import { accountStatusError } from '#server/access/users/users.ts'

import {
  selectActiveGroupIds,
  selectIsBanned,
  selectPrincipalUsers,
  selectRankedGroups,
} from './groups.queries.ts'

export type NamedPrincipal = Principal & { username: string }
export type LockedGroup = RankedGroup & { id: number; name: string; displayName: string }

type Ids = { actorId: number; targetId: number; groupIds?: readonly number[] }
type Principals = { actor: NamedPrincipal; target: NamedPrincipal; groups: LockedGroup[] }

/**
 * Reads the authority of both users inside the writing transaction and locks it until the commit: first the users, then
 * their groups and the requested ones. All changes of memberships and groups lock the same rows in the same order, so a
 * decision never uses an outdated authority.
 */
export function lockPrincipals(tx: Db, ids: Ids, now: Date): Promise<Principals> {
  return loadPrincipals(tx, ids, now, { locks: true })
}

/** Locks both users. Throws unless the actor has the permission, and more authority than the target. */
export async function lockTarget(
  tx: Db,
  ids: Ids,
  now: Date,
  permission: Permission,
  act: Parameters<typeof denialReason>[2],
): Promise<{ principal: NamedPrincipal; target: NamedPrincipal }> {
  const { actor: principal, target } = await lockPrincipals(tx, ids, now)
  if (!principal.permissions.has(permission)) throw forbidden('Access Denied')
  const denied = denialReason(principal, target, act)
  if (denied !== undefined) throw forbidden(denied)
  return { principal, target }
}

/** For changes of groups, which have no target user. */
export async function lockActor(
  tx: Db,
  { actorId, groupIds }: { actorId: number; groupIds: readonly number[] },
  now: Date,
): Promise<Omit<Principals, 'target'>> {
  return lockPrincipals(tx, { actorId, targetId: actorId, groupIds }, now)
}

/** Without locks, for calls that only read. */
export function readPrincipals(db: Db, ids: Ids, now: Date): Promise<Principals> {
  return loadPrincipals(db, ids, now, { locks: false })
}

/** The permissions of a user who need not be active. */
export async function readPermissions(db: Db, userId: number, now: Date): Promise<Set<Permission>> {
  const options = { locks: false }
  const [user] = await selectPrincipalUsers(db, [userId], options)
  const memberships = await selectActiveGroupIds(db, [userId], now)
  const groupIds = memberships.map(({ groupId }) => groupId)
  const groups = await selectRankedGroups(db, groupIds, options)
  return user
    ? permissionsOf(
        user,
        groups.flatMap(({ keys }) => keys),
      )
    : new Set()
}

async function loadPrincipals(db: Db, ids: Ids, now: Date, options: { locks: boolean }): Promise<Principals> {
  const { actorId, targetId, groupIds = [] } = ids
  const users = await selectPrincipalUsers(db, [actorId, targetId], options)
  const memberships = await selectActiveGroupIds(db, [actorId, targetId], now)
  const allGroupIds = [...groupIds, ...memberships.map(({ groupId }) => groupId)]
  const groups = await selectRankedGroups(db, allGroupIds, options)

  const toPrincipal = (id: number): NamedPrincipal | undefined => {
    const user = users.find((candidate) => candidate.id === id)
    if (!user) return undefined
    const { username, isOwner, isAdmin } = user
    const own = groups.filter((group) =>
      memberships.some(({ userId, groupId }) => userId === id && groupId === group.id),
    )
    return {
      id,
      username,
      isOwner,
      isAdmin,
      priorities: own.map(({ priority }) => priority),
      permissions: permissionsOf(
        user,
        own.flatMap(({ keys }) => keys),
      ),
    }
  }
  const actor = toPrincipal(actorId)
  if (!actor) throw signInNeeded()
  await assertActive(db, users.find(({ id }) => id === actorId)?.status ?? '', actorId, now)
  const target = toPrincipal(targetId)
  if (!target) throw notFound('User not found')
  const requested = groups.filter(({ id }) => groupIds.includes(id))
  return {
    actor,
    target,
    groups: requested.map(({ keys, ...group }) => ({ ...group, permissions: keys.filter(isPermission) })),
  }
}

/** The actor may have been banned or suspended since the request was authorized. */
async function assertActive(db: Db, status: string, actorId: number, now: Date): Promise<void> {
  const error = accountStatusError({ status, ban: await selectIsBanned(db, actorId, now) })
  if (error) throw error
}
