import type { Group, NewGroup } from '#contract/access/groups.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'

import {
  unsetDefaultGroup,
  withUniqueGroupErrors,
  assertMayEditGroup,
  requireStyle,
  recordGroupChange,
} from './group-changes.ts'
import { insertGroup, replacePermissions } from './group-edits.queries.ts'
import { selectDefaultGroupId } from './groups.queries.ts'
import { lockActor } from './load-principals.ts'
import { readGroup } from './read-groups.ts'

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
