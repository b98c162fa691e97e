import { authority, denialReason, mayLiftBan } from '#contract/access/authority.ts'
import type { BanChange, BanState } from '#contract/access/bans.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/database.ts'
import { conflict, forbidden } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { changedValues, recordActivity, emitSanction } from '#server/records/records.public.ts'
import { lockPrincipals } from '#server/access/groups/load-principals.ts'
import { invalidateUser } from '#server/access/users/invalidate-user.ts'

import { selectActiveBan, updateBan } from './bans.queries.ts'
import { banEnd, banSanction, banValues } from './bans.rules.ts'
import { loadBans } from './read-bans.ts'

/** Needs the authority to lift the ban. Afterwards lifting it needs the authority of the user who changed it last. */
export async function changeBan(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  userId: number,
  change: BanChange,
): Promise<BanState> {
  const now = clock.now()
  const end = banEnd(change, now)
  await inTransaction(db, async (tx) => {
    const ids = { actorId: actor.id, targetId: userId }
    const { actor: principal, target } = await lockPrincipals(tx, ids, now)
    if (!principal.permissions.has('admin.users.ban')) throw forbidden('Access Denied')
    const denied = denialReason(principal, target, 'change bans')
    if (denied !== undefined) throw forbidden(denied)
    const ban = await selectActiveBan(tx, userId, now)
    if (!ban) throw conflict('This user is not banned')
    if (!mayLiftBan(principal, target, ban.issuerAuthority))
      throw forbidden('Cannot change bans - issuer of the ban has higher authority than yours')
    const terms = { reason: change.reason ?? ban.reason, ...end }
    const changed = changedValues(banValues(ban), banValues(terms))
    if (Object.keys(changed.new).length === 0) return

    await updateBan(tx, ban.id, { ...terms, issuerAuthority: authority(principal), changedAt: now })
    await recordActivity(tx, {
      type: 'user',
      action: 'Ban Changed',
      description: `${principal.username} changed the ban of ${target.username}`,
      status: 'warning',
      userId: principal.id,
      targetId: target.id,
      targetType: 'user',
      metadata: changed,
    })
    invalidateUser(tx, target.id)
    await emitSanction(tx, ids, banSanction('ban-changed', terms), now)
  })
  return loadBans(db, userId, now)
}
