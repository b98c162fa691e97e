import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database.ts'
import { conflict, notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'

import { requireMayChange, tellOfGroup } from './group-changes.ts'
import { removeGroup } from './group-edits.queries.ts'
import { lockActor } from './lock-standings.ts'

/** Takes the group and all memberships in it; what they allowed is gone with the commit. */
export async function deleteGroup(
  { db, clock }: Pick<Hub, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  id: number,
): Promise<{ success: true }> {
  await inTransaction(db, async (tx) => {
    const { actor: own, groups } = await lockActor(tx, { actorId: actor.id, groupIds: [id] }, clock.now())
    const [group] = groups
    if (!group) throw notFound('Group not found')
    // Whoever may not even touch it learns nothing else of it.
    requireMayChange(own, { ...group, isDefault: false }, undefined)
    if (group.isDefault) throw conflict('The default group cannot be deleted')
    await removeGroup(tx, id)
    await tellOfGroup(tx, own, group, 'deleted')
  })
  return { success: true }
}
