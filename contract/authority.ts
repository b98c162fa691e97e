import { effectivePermissions, permissions, type Permission } from './permissions.ts'

/**
 * Authority between users, as decisions.md settles it: the one place that decides every act over another
 * person or a group. Priority counts like finishing places: the lower number has the higher authority.
 */
export type Ranked = {
  isOwner: boolean
  isAdmin: boolean
  /** Of the active, unexpired memberships. */
  priorities: readonly number[]
}

export type Standing = Ranked & { id: number; permissions: ReadonlySet<Permission> }

/** A group as far as authority goes; unknown keys are nobody's and are left out. */
export type RankedGroup = { priority: number; isDefault: boolean; permissions: readonly Permission[] }

/** -2 owner, -1 admin flag, else the lowest priority number, else infinity; smaller is stronger. */
export function authority({ isOwner, isAdmin, priorities }: Ranked): number {
  if (isOwner) return -2
  if (isAdmin) return -1
  return Math.min(...priorities, Number.POSITIVE_INFINITY)
}

/** The rank that is shown: the lowest priority number, -1 with no group. */
export function rank(priorities: readonly number[]): number {
  return priorities.length === 0 ? -1 : Math.min(...priorities)
}

/** Owner and admin flag hold every permission; everybody else what the keys of their groups come to. */
export function permissionsOf(
  { isOwner, isAdmin }: Pick<Ranked, 'isOwner' | 'isAdmin'>,
  keys: Iterable<string>,
): Set<Permission> {
  return isOwner || isAdmin ? new Set(permissions) : effectivePermissions(keys)
}

/** Nobody acts over an equal or over themselves; who is nothing is under everybody. */
export function mayActOver(actor: Standing, target: Standing): boolean {
  if (actor.id === target.id) return false
  return isNothing(target) || authority(actor) < authority(target)
}

/** Why the actor may not do this to the target, in the words of back-office.md, section 6, or undefined. */
export function actRefusal(
  actor: Standing,
  target: Standing,
  act: 'modify user' | 'modify status' | 'modify admin flag' | 'sign out user' | 'ban' | 'unban' | 'see bans',
): string | undefined {
  if (actor.id === target.id) return 'You cannot do this to your own account'
  return mayActOver(actor, target) ? undefined : `Cannot ${act} - user has higher priority groups`
}

function isNothing({ isOwner, isAdmin, priorities }: Ranked): boolean {
  return !isOwner && !isAdmin && priorities.length === 0
}

/** Nobody hands on or takes away what they do not hold themselves. */
function holdsAll(actor: Standing, keys: readonly Permission[]): boolean {
  return keys.every((key) => actor.permissions.has(key))
}

export type MembershipAction = 'add' | 'remove'

/** Why the actor may not make this change of a membership, in the words of back-office.md, section 6, or undefined. */
export function membershipRefusal(
  actor: Standing,
  target: Standing,
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

export function mayChangeMembership(
  actor: Standing,
  target: Standing,
  group: RankedGroup,
  action: MembershipAction,
): boolean {
  return membershipRefusal(actor, target, group, action) === undefined
}

export const adminKeysInDefault = 'The default group cannot hold admin permissions'

/**
 * Why the actor may not turn the group `before` into `after`, or undefined; a missing one means that the group
 * is created or deleted. Permissions that the group already has may stay, whoever gave them.
 */
export function groupRefusal(
  actor: Standing,
  before: RankedGroup | undefined,
  after: RankedGroup | undefined,
): string | undefined {
  const cannot = before ? (after ? 'Cannot edit' : 'Cannot delete') : 'Cannot create'
  const isBelow = (group: RankedGroup | undefined) => !group || group.priority > authority(actor)
  if (!isBelow(before) || !isBelow(after)) return `${cannot} - group has higher authority than yours`
  if ((before?.isDefault ?? false) !== (after?.isDefault ?? false) && !mayChooseDefault(actor))
    return `${cannot} - only administrators choose the default group`
  const given = after?.permissions.filter((key) => !before?.permissions.includes(key)) ?? []
  if (!holdsAll(actor, given)) return `${cannot} - group has permissions that you do not hold`
  if (after?.isDefault && after.permissions.some((key) => key.startsWith('admin.'))) return adminKeysInDefault
  return undefined
}

export function mayEditGroup(
  actor: Standing,
  before: RankedGroup | undefined,
  after: RankedGroup | undefined,
): boolean {
  return groupRefusal(actor, before, after) === undefined
}

/** Which group every new account joins is decided at the top. */
function mayChooseDefault(actor: Ranked): boolean {
  return actor.isOwner || actor.isAdmin
}

/** The admin flag is given by those who have it or own the site, and taken from somebody by an owner only. */
export function maySetAdminFlag(actor: Standing, target: Standing, isAdmin: boolean): boolean {
  if (!mayActOver(actor, target)) return false
  return isAdmin || !target.isAdmin ? actor.isOwner || actor.isAdmin : actor.isOwner
}

/** A ban outlives weaker hands than its issuer's. */
export function mayLiftBan(actor: Standing, target: Standing, issuerAuthority: number): boolean {
  return mayActOver(actor, target) && authority(actor) <= issuerAuthority
}
