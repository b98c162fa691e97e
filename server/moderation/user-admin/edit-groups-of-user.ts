import type { MembershipChange, UserMembership } from '#contract/moderation/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { changeMembership, selectMembershipsOf } from '#server/access/access.public.ts'

export async function editGroupsOfUser(
  app: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  userId: number,
  { group_id: groupId, action }: MembershipChange,
): Promise<{ groups: UserMembership[] }> {
  await changeMembership(app, actor, { userId, groupId, action })
  return { groups: await selectMembershipsOf(app.db, userId) }
}
