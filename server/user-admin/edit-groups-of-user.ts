import type { MembershipChange, UserMembership } from '#contract/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import type { Hub } from '#platform/hub.ts'
import { changeMembership, selectMembershipsOf } from '#server/groups/groups.public.ts'

export async function editGroupsOfUser(
  hub: Pick<Hub, 'db' | 'clock'>,
  actor: Actor,
  userId: number,
  { group_id: groupId, action }: MembershipChange,
): Promise<{ groups: UserMembership[] }> {
  await changeMembership(hub, actor, { userId, groupId, action })
  return { groups: await selectMembershipsOf(hub.db, userId) }
}
