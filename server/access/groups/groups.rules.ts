import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Group, GroupChange } from '#contract/access/groups.ts'

export type GroupFields = Omit<GroupChange, 'expected'>

/** The cache tag of responses that contain a name, a color or a style of a group. */
export const groupsTag: CacheTag = 'groups'

/** Fields that another user has changed since the form was loaded, to another value than the sent one. */
export function staleGroupFields(current: Group, sent: GroupFields, expected: GroupFields = {}): string[] {
  const { group_permissions: held, ...plain } = current
  const now: Record<string, unknown> = { ...plain, permissions: held.map((each) => each.permission_key) }
  const sentValues = new Map(Object.entries(sent))
  return Object.entries(expected)
    .filter(([field, value]) => {
      if (!sentValues.has(field) || value === undefined) return false
      return !isSame(value, now[field]) && !isSame(sentValues.get(field), now[field])
    })
    .map(([field]) => field)
}

/** The values that a change replaces and the new ones, for the activity log. */
export function changedGroupValues(current: Group, sent: GroupFields): { old: object; new: object } {
  const { group_permissions: held, ...plain } = current
  const now = { ...plain, permissions: held.map((each) => each.permission_key) }
  const before = new Map<string, unknown>(Object.entries(now))
  const changed = Object.entries(sent).filter(([field, value]) => !isSame(before.get(field), value))
  return {
    old: Object.fromEntries(changed.map(([field]) => [field, before.get(field)])),
    new: Object.fromEntries(changed),
  }
}

/** Permissions are compared as sets. */
function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  return new Set(a).symmetricDifference(new Set(b)).size === 0
}
