import type { Assignment, GroupMembership } from '#contract/groups.ts'
import type { Actor } from '#platform/actor.ts'
import { invalid, notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'

import { changeMembership } from './change-membership.ts'
import { selectMembership } from './groups.queries.ts'

type Tools = Pick<Hub, 'db' | 'clock'>
type Person = Pick<Actor, 'id'>

/** The second door to membership: from the group's side, and with an end. */
export async function assignGroup(
  hub: Tools,
  actor: Person,
  groupId: number,
  { user_id: userId, expires_at: end }: Assignment,
): Promise<GroupMembership> {
  const expiresAt = endOf(hub, end)
  await changeMembership(hub, actor, {
    userId,
    groupId,
    action: 'add',
    ...(expiresAt !== undefined && { expiresAt }),
  })
  return showMembership(hub, userId, groupId)
}

export async function editAssignment(
  hub: Tools,
  actor: Person,
  membership: { groupId: number; userId: number },
  end: string | null,
): Promise<GroupMembership> {
  const { groupId, userId } = membership
  const expiresAt = endOf(hub, end) ?? null
  await changeMembership(hub, actor, { userId, groupId, action: 'add', expiresAt, onlyIfMember: true })
  return showMembership(hub, userId, groupId)
}

export async function unassignGroup(
  hub: Tools,
  actor: Person,
  { groupId, userId }: { groupId: number; userId: number },
): Promise<{ success: true }> {
  await changeMembership(hub, actor, { userId, groupId, action: 'remove' })
  return { success: true }
}

function endOf({ clock }: Tools, end: string | null | undefined): Date | null | undefined {
  if (typeof end !== 'string') return end
  const expiresAt = new Date(end)
  if (expiresAt <= clock.now()) throw invalid({ expires_at: 'Expiry must be in the future' })
  return expiresAt
}

/** As it stands now: somebody else may have ended it a moment after. */
async function showMembership({ db }: Tools, userId: number, groupId: number): Promise<GroupMembership> {
  const membership = await selectMembership(db, userId, groupId)
  if (!membership) throw notFound('Membership not found')
  return {
    user_id: userId,
    group_id: groupId,
    is_active: membership.isActive,
    expires_at: membership.expiresAt?.toISOString() ?? null,
    created_at: membership.createdAt.toISOString(),
  }
}
