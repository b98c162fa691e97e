import type { RankedGroup } from '#contract/access/authority.ts'
import type { Group, GroupChange, NewGroup } from '#contract/access/groups.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/database.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'

import {
  unsetDefaultGroup,
  withUniqueGroupErrors,
  assertMayEditGroup,
  requireStyle,
  recordGroupChange,
} from './group-changes.ts'
import { replacePermissions, updateGroup, insertGroup, removeGroup } from './group-edits.queries.ts'
import { selectDefaultGroupId } from './groups.queries.ts'
import { changedGroupValues, staleGroupFields, type GroupFields } from './groups.rules.ts'
import { lockActor } from './load-principals.ts'
import { readGroup } from './read-groups.ts'

export async function editGroup(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  id: number,
  { expected, ...change }: GroupChange,
): Promise<Group> {
  await withUniqueGroupErrors(() =>
    inTransaction(db, async (tx) => {
      const former = change.is_default ? await selectDefaultGroupId(tx) : undefined
      const groupIds = former === undefined ? [id] : [id, former]
      const { actor: principal, groups } = await lockActor(tx, { actorId: actor.id, groupIds }, clock.now())
      const before = groups.find((group) => group.id === id)
      if (!before) throw notFound('Group not found')
      const after = changedGroup(before, change)
      assertMayEditGroup(principal, before, after)
      const current = await readGroup(tx, id)
      assertNotStale(current, change, expected)
      if (before.isDefault && !after.isDefault)
        throw conflict('One group has to be the default. Make another group the default instead.')
      await requireStyle(tx, change.style_id)

      if (after.isDefault && !before.isDefault) await unsetDefaultGroup(tx)
      const { name, display_name: displayName, description, color, priority, is_default: isDefault } = change
      const row = { name, displayName, description, color, priority, isDefault }
      await updateGroup(tx, id, { ...row, styleId: change.style_id })
      if (change.permissions) await replacePermissions(tx, id, change.permissions)
      const names = { name: name ?? before.name, displayName: displayName ?? before.displayName }
      await recordGroupChange(tx, principal, { id, ...names }, 'updated', {
        changed: Object.keys(change),
        ...changedGroupValues(current, change),
      })
    }),
  )
  return readGroup(db, id)
}

function assertNotStale(current: Group, sent: GroupFields, expected: GroupFields | undefined): void {
  const stale = staleGroupFields(current, sent, expected)
  if (stale.length === 0) return
  const message = 'This has changed since you opened it'
  throw invalid(Object.fromEntries(stale.map((field) => [field, message])), 'conflict')
}

function changedGroup(before: RankedGroup, change: GroupFields): RankedGroup {
  return {
    priority: change.priority ?? before.priority,
    isDefault: change.is_default ?? before.isDefault,
    permissions: change.permissions ?? before.permissions,
  }
}

export async function createGroup(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  wanted: NewGroup,
): Promise<Group> {
  const now = clock.now()
  const { name, display_name: displayName, description, color, priority, permissions } = wanted
  const isDefault = wanted.is_default
  const id = await withUniqueGroupErrors(() =>
    inTransaction(db, async (tx) => {
      const former = isDefault ? await selectDefaultGroupId(tx) : undefined
      const groupIds = former === undefined ? [] : [former]
      const { actor: principal } = await lockActor(tx, { actorId: actor.id, groupIds }, now)
      assertMayEditGroup(principal, undefined, { priority, isDefault, permissions })
      await requireStyle(tx, wanted.style_id)

      if (isDefault) await unsetDefaultGroup(tx)
      const row = { name, displayName, description, color, priority, isDefault, createdAt: now }
      const groupId = await insertGroup(tx, { ...row, styleId: wanted.style_id })
      await replacePermissions(tx, groupId, permissions)
      await recordGroupChange(tx, principal, { id: groupId, name, displayName }, 'created')
      return groupId
    }),
  )
  return readGroup(db, id)
}

export async function deleteGroup(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  id: number,
): Promise<{ success: true }> {
  await inTransaction(db, async (tx) => {
    const { actor: principal, groups } = await lockActor(
      tx,
      { actorId: actor.id, groupIds: [id] },
      clock.now(),
    )
    const [group] = groups
    if (!group) throw notFound('Group not found')
    // The authority is checked before the default group, so that a caller without it gets 403 and not 409.
    assertMayEditGroup(principal, { ...group, isDefault: false }, undefined)
    if (group.isDefault) throw conflict('The default group cannot be deleted')
    await removeGroup(tx, id)
    await recordGroupChange(tx, principal, group, 'deleted')
  })
  return { success: true }
}
