import type { Assignment, GroupMembership } from '#contract/access/groups.ts'
import type { Actor } from '#platform/actor.ts'
import { invalid, notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'

import { changeMembership } from './change-membership.ts'
import { selectMembership } from './groups.queries.ts'

type Context = Pick<App, 'db' | 'clock'>
type ActorId = Pick<Actor, 'id'>

export async function assignGroup(
  app: Context,
  actor: ActorId,
  groupId: number,
  { user_id: userId, expires_at: end }: Assignment,
): Promise<GroupMembership> {
  const expiresAt = parseExpiry(app, end)
  await changeMembership(app, actor, {
    userId,
    groupId,
    action: 'add',
    ...(expiresAt !== undefined && { expiresAt }),
  })
  return readMembership(app, userId, groupId)
}

export async function editAssignment(
  app: Context,
  actor: ActorId,
  membership: { groupId: number; userId: number },
  end: string | null,
): Promise<GroupMembership> {
  const { groupId, userId } = membership
  const expiresAt = parseExpiry(app, end) ?? null
  await changeMembership(app, actor, { userId, groupId, action: 'add', expiresAt, onlyIfMember: true })
  return readMembership(app, userId, groupId)
}

export async function unassignGroup(
  app: Context,
  actor: ActorId,
  { groupId, userId }: { groupId: number; userId: number },
): Promise<{ success: true }> {
  await changeMembership(app, actor, { userId, groupId, action: 'remove' })
  return { success: true }
}

function parseExpiry({ clock }: Context, end: string | null | undefined): Date | null | undefined {
  if (typeof end !== 'string') return end
  const expiresAt = new Date(end)
  if (expiresAt <= clock.now()) throw invalid({ expires_at: 'Expiry must be in the future' })
  return expiresAt
}

/** Runs after the commit, so another request may have removed the membership. */
async function readMembership({ db }: Context, userId: number, groupId: number): Promise<GroupMembership> {
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
