import { effectivePermissions, permissions, type Permission } from '#contract/platform/permissions.ts'

/**
 * Decides every act over another user or a group (docs/domain-rules.md, Authority). A lower priority number means
 * higher authority.
 */
export type Ranked = {
  isOwner: boolean
  isAdmin: boolean
  /** The group priorities of the active memberships. */
  priorities: readonly number[]
}

export type Principal = Ranked & { id: number; permissions: ReadonlySet<Permission> }

/** The fields of a group that decide about authority; unknown permission keys are left out. */
export type RankedGroup = { priority: number; isDefault: boolean; permissions: readonly Permission[] }

/** -2 for an owner, -1 for the admin flag, else the lowest priority number, else infinity. */
export function authority({ isOwner, isAdmin, priorities }: Ranked): number {
  if (isOwner) return -2
  if (isAdmin) return -1
  return Math.min(...priorities, Number.POSITIVE_INFINITY)
}

/** The displayed rank: the lowest priority number, -1 without a group. */
export function rank(priorities: readonly number[]): number {
  return priorities.length === 0 ? -1 : Math.min(...priorities)
}

/** Owners and users with the admin flag have all permissions; others have those of their groups. */
export function permissionsOf(
  { isOwner, isAdmin }: Pick<Ranked, 'isOwner' | 'isAdmin'>,
  keys: Iterable<string>,
): Set<Permission> {
  return isOwner || isAdmin ? new Set(permissions) : effectivePermissions(keys)
}

/** A user without group and flags is below all others. No user may act over themselves or an equal. */
export function mayActOver(actor: Principal, target: Principal): boolean {
  if (actor.id === target.id) return false
  return isUnranked(target) || authority(actor) < authority(target)
}

/** The error message if the actor may not do this to the target; undefined if it is allowed. */
export function denialReason(
  actor: Principal,
  target: Principal,
  act:
    | 'modify user'
    | 'modify status'
    | 'modify admin flag'
    | 'sign out user'
    | 'ban'
    | 'unban'
    | 'see bans'
    | 'undo actions'
    | 'change bans',
): string | undefined {
  if (actor.id === target.id) return 'You cannot do this to your own account'
  return mayActOver(actor, target) ? undefined : `Cannot ${act} - user has higher priority groups`
}

function isUnranked({ isOwner, isAdmin, priorities }: Ranked): boolean {
  return !isOwner && !isAdmin && priorities.length === 0
}

/** A user may only grant or revoke permissions that they have. */
function holdsAll(actor: Principal, keys: readonly Permission[]): boolean {
  return keys.every((key) => actor.permissions.has(key))
}

export type MembershipAction = 'add' | 'remove'

/** The error message if the actor may not change this membership; undefined if it is allowed. */
export function membershipDenialReason(
  actor: Principal,
  target: Principal,
  group: RankedGroup,
  action: MembershipAction,
): string | undefined {
  const cannot = action === 'add' ? 'Cannot assign' : 'Cannot remove'
  if (actor.id === target.id) return 'You cannot change your own groups'
  if (group.priority < authority(actor)) return `${cannot} - group has higher authority than yours`
  if (!mayActOver(actor, target)) {
    return action === 'add'
      ? 'Limited group management - user has higher priority groups'
      : 'Cannot remove - target user has higher authority'
  }
  if (!holdsAll(actor, group.permissions)) return `${cannot} - group has permissions that you do not hold`
  return undefined
}

/** Returns whether the actor could not remove the target from the group after adding them, because it raises their authority. */
export function isIrrevocable(actor: Principal, target: Principal, group: RankedGroup): boolean {
  const member = { ...target, priorities: [...target.priorities, group.priority] }
  return membershipDenialReason(actor, member, group, 'remove') !== undefined
}

export const adminKeysInDefault = 'The default group cannot hold admin permissions'

/**
 * The error message if the actor may not turn the group `before` into `after`, or undefined. Without `before` the group
 * is created, without `after` it is deleted. Permissions that the group already has may stay.
 */
export function groupDenialReason(
  actor: Principal,
  before: RankedGroup | undefined,
  after: RankedGroup | undefined,
): string | undefined {
  const cannot = before ? (after ? 'Cannot edit' : 'Cannot delete') : 'Cannot create'
  const isBelow = (group: RankedGroup | undefined) => !group || group.priority > authority(actor)
  if (!isBelow(before) || !isBelow(after)) return `${cannot} - group has higher authority than yours`
  if ((before?.isDefault ?? false) !== (after?.isDefault ?? false) && !mayChooseDefault(actor))
    return `${cannot} - only administrators choose the default group`
  const added = after?.permissions.filter((key) => !before?.permissions.includes(key)) ?? []
  if (!holdsAll(actor, added)) return `${cannot} - group has permissions that you do not hold`
  if (after?.isDefault && after.permissions.some((key) => key.startsWith('admin.'))) return adminKeysInDefault
  return undefined
}

function mayChooseDefault(actor: Ranked): boolean {
  return actor.isOwner || actor.isAdmin
}

/** Owners and users with the admin flag set the flag; only an owner removes it. */
export function maySetAdminFlag(actor: Principal, target: Principal, isAdmin: boolean): boolean {
  if (!mayActOver(actor, target)) return false
  return isAdmin || !target.isAdmin ? actor.isOwner || actor.isAdmin : actor.isOwner
}

/** A ban can only be lifted or changed with at least the authority of its issuer. */
export function mayLiftBan(actor: Principal, target: Principal, issuerAuthority: number): boolean {
  return mayActOver(actor, target) && authority(actor) <= issuerAuthority
}
