import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Group, GroupChange } from '#contract/access/groups.ts'

export type GroupFields = Omit<GroupChange, 'expected'>

/** The cache tag of responses that contain a name, a color or a style of a group. */
export const groupsTag: CacheTag = 'groups'

/** Fields that another user has changed since the form was loaded, to another value than the sent one. */
export function staleGroupFields(current: Group, sent: GroupFields, expected: GroupFields = {}): string[] {
  const { group_permissions: held, ...plain } = current
  const now: Record<string, unknown> = { ...plain, permissions: held.map((each) => each.permission_key) }
  const wanted = new Map(Object.entries(sent))
  return Object.entries(expected)
    .filter(([field, value]) => {
      if (!wanted.has(field) || value === undefined) return false
      return !isSame(value, now[field]) && !isSame(wanted.get(field), now[field])
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
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return new Set(one).symmetricDifference(new Set(other)).size === 0
}
