import { holdsAdminKey, type Permission } from '#contract/permissions.ts'
import { after, day } from '#platform/clock.ts'

/** decisions.md, Accounts: 30 days, 7 for holders of any admin key. */
const lifetime = { member: 30 * day, admin: 7 * day }

export function endOfSession(createdAt: Date, isAdministrator: boolean): Date {
  return after(createdAt, isAdministrator ? lifetime.admin : lifetime.member)
}

/**
 * Whether a session has become too old for what its holder may do by now. Asked at every call and never written
 * down: whichever way an admin key comes, by a group, its keys or the command line, no session outlives it.
 */
export function isOutlived(createdAt: Date, permissions: ReadonlySet<Permission>, now: Date): boolean {
  return endOfSession(createdAt, holdsAdminKey(permissions)) <= now
}
