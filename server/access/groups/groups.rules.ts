import { isSame } from '#platform/assert-not-stale.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Group, GroupChange } from '#contract/access/groups.ts'

export type GroupFields = Omit<GroupChange, 'expected'>

/** The cache tag of responses that contain a name, a color or a style of a group. */
export const groupsTag: CacheTag = 'groups'

/** The stored values with the keys of a change. */
export function valuesOf({ group_permissions, ...group }: Group) {
  return { ...group, permissions: group_permissions.map(({ permission_key }) => permission_key) }
}

/** The values that a change replaces and the new ones, for the activity log. */
export function changedGroupValues(current: object, sent: GroupFields): { old: object; new: object } {
  const before = new Map<string, unknown>(Object.entries(current))
  const changed = Object.entries(sent).filter(([field, value]) => !isSame(before.get(field), value))
  return {
    old: Object.fromEntries(changed.map(([field]) => [field, before.get(field)])),
    new: Object.fromEntries(changed),
  }
}
