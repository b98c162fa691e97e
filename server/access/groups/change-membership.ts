import { membershipDenialReason, type MembershipAction } from '#contract/access/authority.ts'
import type { Assignment, GroupMembership } from '#contract/access/groups.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { forbidden, notFound, invalid } from '#platform/errors.ts'
import { invalidateUser } from '#server/access/users/users.ts'
import {
  actOver,
  changedValues,
  recordActivity,
  emitAccountChange,
  type StaffChange,
} from '#server/records/records.public.ts'

import {
  addToMemberCount,
  removeMembership,
  selectMembership,
  insertMembership,
  selectMembershipForUpdate,
  updateMembership,
  selectDefaultGroupId,
  selectGroupIdByName,
  removeExpiredMemberships,
  selectGroupsForUpdate,
  selectGroupsWithExpired,
} from './groups.queries.ts'
import { lockPrincipals, type LockedGroup, type NamedPrincipal } from './load-principals.ts'

type MembershipRequest = {
  userId: number
  groupId: number
  action: MembershipAction
  /** For `add`: null for no end, undefined keeps the end of an active membership. */
  expiresAt?: Date | null
  /** For `add`: only changes the end of an existing membership. */
  onlyIfMember?: boolean
}

/** All endpoints that change a membership use this. A repeat changes nothing and is not recorded. */
export async function changeMembership(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  request: MembershipRequest,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const { userId, groupId, action } = request
    const who = { actorId: actor.id, targetId: userId, groupIds: [groupId] }
    const { actor: principal, target, groups } = await lockPrincipals(tx, who, now)
    const [group] = groups
    if (!group) throw notFound('Group not found')
    if (!principal.permissions.has('admin.users.edit.groups')) throw forbidden('Access Denied')
    const denied = membershipDenialReason(principal, target, group, action)
    if (denied !== undefined) throw forbidden(denied)
    if (request.onlyIfMember && !(await selectMembership(tx, userId, groupId)))
      throw notFound('Membership not found')

    const old = await readValues(tx, request)
    const isChanged = await (action === 'add' ? grantMembership(tx, request, now) : remove(tx, request))
    if (!isChanged) return
    const values = changedValues(old, await readValues(tx, request))
    await recordChange(tx, { principal, target, group, action, values })
    await emitAccountChange(tx, who, [changeOf(group, { action, old })], now)
  })
}

async function readValues(tx: Db, { userId, groupId }: MembershipRequest) {
  const membership = await selectMembership(tx, userId, groupId)
  return { isMember: membership !== undefined, until: membership?.expiresAt?.toISOString() ?? null }
}

/** A renewed membership only has another end. */
function changeOf(
  { displayName }: LockedGroup,
  { action, old }: { action: MembershipAction; old: { isMember: boolean } },
): StaffChange {
  if (action === 'remove') return { what: `You are no longer in the group ${displayName}` }
  if (!old.isMember) return { what: `You are in the group ${displayName} now` }
  return { what: `The end of your membership in the group ${displayName} was changed` }
}

async function remove(tx: Db, { userId, groupId }: MembershipRequest): Promise<boolean> {
  if (!(await removeMembership(tx, userId, groupId))) return false
  await addToMemberCount(tx, groupId, -1)
  return true
}

async function recordChange(
  tx: Db,
  change: {
    principal: NamedPrincipal
    target: NamedPrincipal
    group: LockedGroup
    action: MembershipAction
    values: { old: object; new: object }
  },
): Promise<void> {
  const { principal, target, group, action, values } = change
  const isAdded = action === 'add'
  await recordActivity(tx, {
    ...actOver(principal, target),
    action: isAdded ? 'Group Assigned' : 'Group Removed',
    description: isAdded
      ? `${principal.username} added ${target.username} to ${group.displayName}`
      : `${principal.username} removed ${target.username} from ${group.displayName}`,
    status: isAdded ? 'success' : 'warning',
    metadata: { groupId: group.id, group: group.name, ...values },
  })
  invalidateUser(tx, target.id)
}

/**
 * Adds a user to a group or renews an expired membership. `expiresAt`: null for no end, undefined keeps the end of an
 * active membership. Returns false if nothing changed.
 */
async function grantMembership(
  tx: Db,
  membership: { userId: number; groupId: number; expiresAt?: Date | null },
  now: Date,
): Promise<boolean> {
  const { userId, groupId, expiresAt } = membership
  const existing = await selectMembershipForUpdate(tx, userId, groupId, now)
  if (!existing) {
    await insertMembership(tx, { userId, groupId, expiresAt: expiresAt ?? null, createdAt: now })
    await addToMemberCount(tx, groupId, 1)
    return true
  }
  const { isActive, expiresAt: currentEnd } = existing
  const end = expiresAt === undefined && isActive ? currentEnd : (expiresAt ?? null)
  if (isActive && end?.getTime() === currentEnd?.getTime()) return false
  await updateMembership(tx, userId, groupId, end)
  return true
}

export async function joinDefaultGroup(tx: Db, userId: number, now: Date): Promise<void> {
  await join(tx, userId, await selectDefaultGroupId(tx), now)
}

/**
 * Adds a user to a group of the system, for example `verified`, without an authority check. Does nothing if an
 * administrator has deleted the group.
 */
export async function joinGroup(tx: Db, userId: number, name: string, now: Date): Promise<void> {
  await join(tx, userId, await selectGroupIdByName(tx, name), now)
}

async function join(tx: Db, userId: number, groupId: number | undefined, now: Date): Promise<void> {
  if (groupId === undefined) return
  if (await grantMembership(tx, { userId, groupId }, now)) invalidateUser(tx, userId)
}

/** An expired membership has no effect anyway; this removes it from the counts and invalidates cached pages. */
export async function endExpiredMemberships({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const groupIds = await selectGroupsWithExpired(db, now)
  if (groupIds.length === 0) return
  await inTransaction(db, async (tx) => {
    await selectGroupsForUpdate(tx, groupIds)
    const ended = await removeExpiredMemberships(tx, groupIds, now)
    for (const groupId of groupIds)
      await addToMemberCount(
        tx,
        groupId,
        -ended.filter((membership) => membership.groupId === groupId).length,
      )
    for (const { userId } of ended) invalidateUser(tx, userId)
  })
}

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
