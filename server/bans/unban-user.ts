import { denialReason, mayLiftBan } from '#contract/authority.ts'
import type { BanState } from '#contract/bans.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/database.ts'
import { forbidden } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { lockPrincipals } from '#server/groups/groups.public.ts'
import { invalidateUser } from '#server/users/users.public.ts'

import { selectActiveBan, updateBanLifted } from './bans.queries.ts'
import { loadBans } from './read-bans.ts'

/** A repeat changes nothing and is not recorded. */
export async function unbanUser(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  userId: number,
): Promise<BanState> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const { actor: principal, target } = await lockPrincipals(
      tx,
      { actorId: actor.id, targetId: userId },
      now,
    )
    if (!principal.permissions.has('admin.users.ban')) throw forbidden('Access Denied')
    const denied = denialReason(principal, target, 'unban')
    if (denied !== undefined) throw forbidden(denied)
    const ban = await selectActiveBan(tx, userId, now)
    if (!ban) return
    if (!mayLiftBan(principal, target, ban.issuerAuthority))
      throw forbidden('Cannot unban - issuer of the ban has higher authority than yours')

    await updateBanLifted(tx, ban.id, principal.id, now)
    await recordActivity(tx, {
      type: 'user',
      action: 'User Unbanned',
      description: `${principal.username} lifted the ban of ${target.username}`,
      status: 'success',
      userId: principal.id,
      targetId: target.id,
      targetType: 'user',
    })
    invalidateUser(tx, target.id)
  })
  return loadBans(db, userId, now)
}
