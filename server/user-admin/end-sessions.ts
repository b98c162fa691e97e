import { actRefusal } from '#contract/authority.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database.ts'
import { forbidden } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { lockStandings } from '#server/groups/groups.public.ts'
import { endSessionsOf } from '#server/sessions/sessions.public.ts'
import { endCodes } from '#server/users/users.public.ts'

/** For an account that somebody else may be in: every device has to sign in again, half a sign-in too. */
export async function endSessions(hub: Pick<Hub, 'db' | 'clock'>, actor: Actor, id: number): Promise<null> {
  const now = hub.clock.now()
  return inTransaction(hub.db, async (tx) => {
    const { actor: own, target } = await lockStandings(tx, { actorId: actor.id, targetId: id }, now)
    if (!own.permissions.has('admin.users.edit.basic')) throw forbidden('Access Denied')
    const refusal = actRefusal(own, target, 'sign out user')
    if (refusal !== undefined) throw forbidden(refusal)

    await endSessionsOf(tx, id)
    await endCodes(tx, id, ['sign_in'], now)
    await recordActivity(tx, {
      type: 'user',
      action: 'Sessions Ended',
      description: `${own.username} signed ${target.username} out on all devices`,
      status: 'warning',
      userId: own.id,
      targetId: id,
      targetType: 'user',
    })
    return null
  })
}
