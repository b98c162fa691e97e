import { actRefusal } from '#contract/authority.ts'
import type { AdminUser } from '#contract/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database.ts'
import { forbidden, notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { lockStandings } from '#server/groups/groups.public.ts'
import { announceUser, selectUserForUpdate, updateUser } from '#server/users/users.public.ts'

import { readShownUser } from './read-user.ts'

/** Ending a suspension leaves every other status as it is. A repeat changes nothing and is not logged. */
export async function suspendUser(
  hub: Pick<Hub, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  suspended: boolean,
): Promise<{ user: AdminUser }> {
  await inTransaction(hub.db, async (tx) => {
    const who = { actorId: actor.id, targetId: id }
    const { actor: own, target } = await lockStandings(tx, who, hub.clock.now())
    if (!own.permissions.has('admin.users.ban')) throw forbidden('Access Denied')
    const refusal = actRefusal(own, target, 'modify status')
    if (refusal !== undefined) throw forbidden(refusal)
    const user = await selectUserForUpdate(tx, id)
    if (!user) throw notFound('User not found')
    if ((user.status === 'suspended') === suspended) return

    await updateUser(tx, id, { status: suspended ? 'suspended' : 'active' })
    await recordActivity(tx, {
      type: 'user',
      action: suspended ? 'User Suspended' : 'Suspension Ended',
      description: suspended
        ? `${own.username} suspended ${target.username}`
        : `${own.username} ended the suspension of ${target.username}`,
      status: suspended ? 'warning' : 'success',
      userId: own.id,
      targetId: id,
      targetType: 'user',
    })
    announceUser(tx, id)
  })
  return { user: await readShownUser(hub, actor, id) }
}
