import { holdsAdminKey, type Permission } from '#contract/platform/permissions.ts'
import { after, day } from '#platform/clock.ts'

/** See docs/domain-rules.md, Sessions and passwords. */
const lifetime = { member: 30 * day, admin: 7 * day }

export function endOfSession(createdAt: Date, isAdministrator: boolean): Date {
  return after(createdAt, isAdministrator ? lifetime.admin : lifetime.member)
}

/**
 * Returns whether a session is too old for the current permissions of its user. Computed on every call and not stored, so that
 * a new admin permission shortens existing sessions at once.
 */
export function isExpired(createdAt: Date, permissions: ReadonlySet<Permission>, now: Date): boolean {
  return endOfSession(createdAt, holdsAdminKey(permissions)) <= now
}
