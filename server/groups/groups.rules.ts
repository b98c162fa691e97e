import type { Group, GroupChange } from '#contract/groups.ts'

export type GroupFields = Omit<GroupChange, 'expected'>

/** Carried by every stored answer that shows a name, a colour or a style of a group. */
export const groupsTag = 'groups'

/** Fields that would overwrite what somebody else has made of them since the form was opened. */
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

/** Permissions are a set: their order says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return new Set(one).symmetricDifference(new Set(other)).size === 0
}
