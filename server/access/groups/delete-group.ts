import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'

import { assertMayEditGroup, recordGroupChange } from './group-changes.ts'
import { removeGroup } from './group-edits.queries.ts'
import { lockActor } from './load-principals.ts'

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
