import { permissionsOf, type RankedGroup, type Standing } from '#contract/authority.ts'
import { isPermission } from '#contract/permissions.ts'
import type { Db } from '#platform/database.ts'
import { notFound, signInNeeded } from '#platform/failures.ts'
import { refusalFor } from '#server/users/users.public.ts'

import { selectGroupIdsOf, selectIsBanned, selectPeople, selectRankedGroups } from './groups.queries.ts'

export type NamedStanding = Standing & { username: string }
export type LockedGroup = RankedGroup & { id: number; name: string; displayName: string }

type Who = { actorId: number; targetId: number; groupIds?: readonly number[] }
type Standings = { actor: NamedStanding; target: NamedStanding; groups: LockedGroup[] }

/**
 * Reads who may act over whom inside the writing transaction, and keeps it from changing until that ends:
 * first the people, then their groups and those asked for. Whoever changes a membership or a group locks the
 * same rows in the same order, so a decision never rests on authority that is being taken away.
 */
export function lockStandings(tx: Db, who: Who, now: Date): Promise<Standings> {
  return findStandings(tx, who, now, { locks: true })
}

/** The same for an act over groups alone. */
export async function lockActor(
  tx: Db,
  { actorId, groupIds }: { actorId: number; groupIds: readonly number[] },
  now: Date,
): Promise<Omit<Standings, 'target'>> {
  return lockStandings(tx, { actorId, targetId: actorId, groupIds }, now)
}

/** The same for a call that only reads: nobody waits for it. */
export function readStandings(db: Db, who: Who, now: Date): Promise<Standings> {
  return findStandings(db, who, now, { locks: false })
}

async function findStandings(db: Db, who: Who, now: Date, options: { locks: boolean }): Promise<Standings> {
  const { actorId, targetId, groupIds = [] } = who
  const people = await selectPeople(db, [actorId, targetId], options)
  const held = await selectGroupIdsOf(db, [actorId, targetId], now)
  const wanted = [...groupIds, ...held.map(({ groupId }) => groupId)]
  const groups = await selectRankedGroups(db, wanted, options)

  const standingOf = (id: number): NamedStanding | undefined => {
    const person = people.find((candidate) => candidate.id === id)
    if (!person) return undefined
    const { username, isOwner, isAdmin } = person
    const own = groups.filter((group) =>
      held.some(({ userId, groupId }) => userId === id && groupId === group.id),
    )
    return {
      id,
      username,
      isOwner,
      isAdmin,
      priorities: own.map(({ priority }) => priority),
      permissions: permissionsOf(
        person,
        own.flatMap(({ keys }) => keys),
      ),
    }
  }
  const actor = standingOf(actorId)
  if (!actor) throw signInNeeded()
  await refuseBarred(db, people.find(({ id }) => id === actorId)?.status ?? '', actorId, now)
  const target = standingOf(targetId)
  if (!target) throw notFound('User not found')
  const asked = groups.filter(({ id }) => groupIds.includes(id))
  return {
    actor,
    target,
    groups: asked.map(({ keys, ...group }) => ({ ...group, permissions: keys.filter(isPermission) })),
  }
}

/** A call that was let in a moment ago must not act for somebody who has been banned or suspended since. */
async function refuseBarred(db: Db, status: string, actorId: number, now: Date): Promise<void> {
  const refusal = refusalFor({ status, ban: await selectIsBanned(db, actorId, now) })
  if (refusal) throw refusal
}
