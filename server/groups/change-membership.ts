import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import { forbidden, notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { announceUser } from '#server/users/users.public.ts'

import { grantMembership } from './grant-membership.ts'
import {
  addToMemberCount,
  removeMembership,
  selectMembership,
  selectMembershipForUpdate,
} from './groups.queries.ts'
import { membershipRefusal, type MembershipAction } from '#contract/authority.ts'
import { lockStandings, type LockedGroup, type NamedStanding } from './lock-standings.ts'

export type MembershipRequest = {
  userId: number
  groupId: number
  action: MembershipAction
  /** Of an addition; null is for good, undefined keeps the end that a membership in force already has. */
  expiresAt?: Date | null
  /** Of an addition that sets the end of what is there: nobody becomes a member by it. */
  onlyIfMember?: boolean
}

/** Every door to membership leads here. A repeat changes nothing and is not logged. */
export async function changeMembership(
  { db, clock }: Pick<Hub, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  request: MembershipRequest,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const { userId, groupId, action } = request
    const who = { actorId: actor.id, targetId: userId, groupIds: [groupId] }
    const { actor: own, target, groups } = await lockStandings(tx, who, now)
    const [group] = groups
    if (!group) throw notFound('Group not found')
    if (!own.permissions.has('admin.users.edit.groups')) throw forbidden('Access Denied')
    const refusal = membershipRefusal(own, target, group, action)
    if (refusal !== undefined) throw forbidden(refusal)
    if (request.onlyIfMember && !(await selectMembership(tx, userId, groupId)))
      throw notFound('Membership not found')

    const isChanged = action === 'add' ? await grantMembership(tx, request, now) : await remove(tx, request)
    if (isChanged) await tell(tx, { own, target, group, action })
  })
}

async function remove(tx: Db, { userId, groupId }: MembershipRequest): Promise<boolean> {
  const present = await selectMembershipForUpdate(tx, userId, groupId)
  if (!present) return false
  await removeMembership(tx, userId, groupId)
  await addToMemberCount(tx, groupId, -1)
  return true
}

async function tell(
  tx: Db,
  change: { own: NamedStanding; target: NamedStanding; group: LockedGroup; action: MembershipAction },
): Promise<void> {
  const { own, target, group, action } = change
  const isAdded = action === 'add'
  await recordActivity(tx, {
    type: 'user',
    action: isAdded ? 'Group Assigned' : 'Group Removed',
    description: isAdded
      ? `${own.username} added ${target.username} to ${group.displayName}`
      : `${own.username} removed ${target.username} from ${group.displayName}`,
    status: isAdded ? 'success' : 'warning',
    userId: own.id,
    targetId: target.id,
    targetType: 'user',
    metadata: { groupId: group.id, group: group.name },
  })
  announceUser(tx, target.id)
}
