/** The ids of the groups that a user is added to and removed from when the form is saved. */
export type PendingGroupChanges = { add: readonly number[]; remove: readonly number[] }

export const noGroupChanges: PendingGroupChanges = { add: [], remove: [] }

/** Adds the opposite of the present membership to the changes, or takes it back. */
export function toggleGroup(
  changes: PendingGroupChanges,
  groupId: number,
  isMember: boolean,
): PendingGroupChanges {
  return isMember
    ? { ...changes, remove: toggled(changes.remove, groupId) }
    : { ...changes, add: toggled(changes.add, groupId) }
}

export function willBeMember(changes: PendingGroupChanges, groupId: number, isMember: boolean): boolean {
  return isMember ? !changes.remove.includes(groupId) : changes.add.includes(groupId)
}

export function countChanges({ add, remove }: PendingGroupChanges): number {
  return add.length + remove.length
}

function toggled(ids: readonly number[], id: number): readonly number[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]
}
