import { actRefusal, maySetAdminFlag } from '#contract/authority.ts'
import type { AdminUser } from '#contract/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database.ts'
import { forbidden } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { lockStandings } from '#server/groups/groups.public.ts'
import { endSessionsOf } from '#server/sessions/sessions.public.ts'
import { announceUser, updateUser } from '#server/users/users.public.ts'

import { readShownUser } from './read-user.ts'

/** A repeat changes nothing and is not logged. */
export async function setAdminFlag(
  hub: Pick<Hub, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  isAdmin: boolean,
): Promise<{ user: AdminUser }> {
  await inTransaction(hub.db, async (tx) => {
    const who = { actorId: actor.id, targetId: id }
    const { actor: own, target } = await lockStandings(tx, who, hub.clock.now())
    if (!own.isOwner && !own.isAdmin) throw forbidden('Access Denied')
    const refusal = actRefusal(own, target, 'modify admin flag')
    if (refusal !== undefined) throw forbidden(refusal)
    if (!maySetAdminFlag(own, target, isAdmin)) throw forbidden('Access Denied')
    if (target.isAdmin === isAdmin) return

    await updateUser(tx, id, { isAdmin })
    // A session lasts longer for those who administer nothing: the next one has the right length.
    await endSessionsOf(tx, id)
    await recordActivity(tx, {
      type: 'user',
      action: isAdmin ? 'Admin Promoted' : 'Admin Demoted',
      description: isAdmin
        ? `${own.username} made ${target.username} an administrator`
        : `${own.username} took the admin flag from ${target.username}`,
      status: 'warning',
      userId: own.id,
      targetId: id,
      targetType: 'user',
    })
    announceUser(tx, id)
  })
  return { user: await readShownUser(hub, actor, id) }
}
