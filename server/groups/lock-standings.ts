import { isPermission } from '#contract/permissions.ts'
import type { Db } from '#platform/database.ts'
import { notFound, signInNeeded } from '#platform/failures.ts'

import { selectGroupIdsOf, selectGroupsForUpdate, selectUsersForUpdate } from './groups.queries.ts'
import { permissionsOf, type RankedGroup, type Standing } from '#contract/authority.ts'

export type NamedStanding = Standing & { username: string }
export type LockedGroup = RankedGroup & { id: number; name: string; displayName: string }

/**
 * Reads who may act over whom inside the writing transaction, and keeps it from changing until that ends:
 * first the people, then their groups and those asked for. Whoever changes a membership or a group locks the
 * same rows in the same order, so a decision never rests on authority that is being taken away.
 */
export async function lockStandings(
  tx: Db,
  who: { actorId: number; targetId: number; groupIds?: readonly number[] },
  now: Date,
): Promise<{ actor: NamedStanding; target: NamedStanding; groups: LockedGroup[] }> {
  const { actorId, targetId, groupIds = [] } = who
  const people = await selectUsersForUpdate(tx, [actorId, targetId])
  const held = await selectGroupIdsOf(tx, [actorId, targetId], now)
  const groups = await selectGroupsForUpdate(tx, [...groupIds, ...held.map(({ groupId }) => groupId)])

  const standingOf = (id: number): NamedStanding | undefined => {
    const person = people.find((candidate) => candidate.id === id)
    if (!person) return undefined
    const own = groups.filter((group) =>
      held.some(({ userId, groupId }) => userId === id && groupId === group.id),
    )
    return {
      ...person,
      priorities: own.map(({ priority }) => priority),
      permissions: permissionsOf(
        person,
        own.flatMap(({ keys }) => keys),
      ),
    }
  }
  const actor = standingOf(actorId)
  if (!actor) throw signInNeeded()
  const target = standingOf(targetId)
  if (!target) throw notFound('User not found')
  const asked = groups.filter(({ id }) => groupIds.includes(id))
  return {
    actor,
    target,
    groups: asked.map(({ keys, ...group }) => ({ ...group, permissions: keys.filter(isPermission) })),
  }
}
