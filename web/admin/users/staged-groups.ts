/** Changes of somebody's groups that are made when the form is saved. */
export type StagedGroups = { add: readonly number[]; remove: readonly number[] }

export const nothingStaged: StagedGroups = { add: [], remove: [] }

/** Takes a group into the list where it belongs, or out of it again. */
export function toggleGroup(staged: StagedGroups, groupId: number, isMember: boolean): StagedGroups {
  return isMember
    ? { ...staged, remove: toggled(staged.remove, groupId) }
    : { ...staged, add: toggled(staged.add, groupId) }
}

/** Whether somebody will be in the group once the changes are made. */
export function willBeMember(staged: StagedGroups, groupId: number, isMember: boolean): boolean {
  return isMember ? !staged.remove.includes(groupId) : staged.add.includes(groupId)
}

export function stagedCount({ add, remove }: StagedGroups): number {
  return add.length + remove.length
}

function toggled(ids: readonly number[], id: number): readonly number[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]
}
