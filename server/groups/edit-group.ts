import type { RankedGroup } from '#contract/authority.ts'
import type { Group, GroupChange } from '#contract/groups.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database.ts'
import { conflict, invalid, notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'

import {
  endFormerDefault,
  refusingTakenGroup,
  requireMayChange,
  requireStyle,
  tellOfGroup,
} from './group-changes.ts'
import { replacePermissions, updateGroup } from './group-edits.queries.ts'
import { selectDefaultGroupId } from './groups.queries.ts'
import { staleGroupFields, type GroupFields } from './groups.rules.ts'
import { lockActor } from './lock-standings.ts'
import { readGroup } from './read-groups.ts'

/** Only what is sent changes. */
export async function editGroup(
  { db, clock }: Pick<Hub, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  id: number,
  { expected, ...change }: GroupChange,
): Promise<Group> {
  await refusingTakenGroup(() =>
    inTransaction(db, async (tx) => {
      const former = change.is_default ? await selectDefaultGroupId(tx) : undefined
      const groupIds = former === undefined ? [id] : [id, former]
      const { actor: own, groups } = await lockActor(tx, { actorId: actor.id, groupIds }, clock.now())
      const before = groups.find((group) => group.id === id)
      if (!before) throw notFound('Group not found')
      const after = changedGroup(before, change)
      requireMayChange(own, before, after)
      refuseStale(await readGroup(tx, id), change, expected)
      if (before.isDefault && !after.isDefault)
        throw conflict('One group has to be the default. Make another group the default instead.')
      await requireStyle(tx, change.style_id)

      if (after.isDefault && !before.isDefault) await endFormerDefault(tx)
      const { name, display_name: displayName, description, color, priority, is_default: isDefault } = change
      const row = { name, displayName, description, color, priority, isDefault }
      await updateGroup(tx, id, { ...row, styleId: change.style_id })
      if (change.permissions) await replacePermissions(tx, id, change.permissions)
      const names = { name: name ?? before.name, displayName: displayName ?? before.displayName }
      await tellOfGroup(tx, own, { id, ...names }, 'updated', Object.keys(change))
    }),
  )
  return readGroup(db, id)
}

function refuseStale(current: Group, sent: GroupFields, expected: GroupFields | undefined): void {
  const stale = staleGroupFields(current, sent, expected)
  if (stale.length === 0) return
  const message = 'Somebody else has changed this in the meantime'
  throw invalid(Object.fromEntries(stale.map((field) => [field, message])), 'conflict')
}

function changedGroup(before: RankedGroup, change: GroupFields): RankedGroup {
  return {
    priority: change.priority ?? before.priority,
    isDefault: change.is_default ?? before.isDefault,
    permissions: change.permissions ?? before.permissions,
  }
}
