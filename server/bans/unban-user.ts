import { actRefusal, mayLiftBan } from '#contract/authority.ts'
import type { BanState } from '#contract/bans.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database.ts'
import { forbidden } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { lockStandings } from '#server/groups/groups.public.ts'
import { announceUser } from '#server/users/users.public.ts'

import { selectBanInForce, updateLifted } from './bans.queries.ts'
import { bansOf } from './read-bans.ts'

/** A repeat changes nothing and is not logged. */
export async function unbanUser(
  { db, clock }: Pick<Hub, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  userId: number,
): Promise<BanState> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const { actor: own, target } = await lockStandings(tx, { actorId: actor.id, targetId: userId }, now)
    if (!own.permissions.has('admin.users.ban')) throw forbidden('Access Denied')
    const refusal = actRefusal(own, target, 'unban')
    if (refusal !== undefined) throw forbidden(refusal)
    const ban = await selectBanInForce(tx, userId, now)
    if (!ban) return
    if (!mayLiftBan(own, target, ban.issuerAuthority))
      throw forbidden('Cannot unban - issuer of the ban has higher authority than yours')

    await updateLifted(tx, ban.id, { by: own.id, at: now })
    await recordActivity(tx, {
      type: 'user',
      action: 'User Unbanned',
      description: `${own.username} lifted the ban of ${target.username}`,
      status: 'success',
      userId: own.id,
      targetId: target.id,
      targetType: 'user',
    })
    announceUser(tx, target.id)
  })
  return bansOf(db, userId, now)
}
