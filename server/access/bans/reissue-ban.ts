import { denialReason, mayLiftBan } from '#contract/access/authority.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, forbidden } from '#platform/errors.ts'
import { recordActivity, emitSanction } from '#server/records/records.public.ts'
import { lockPrincipals } from '#server/access/groups/load-principals.ts'
import { invalidateUser } from '#server/access/users/invalidate-user.ts'

import { closeExpiredBans, selectActiveBan, selectBan, updateBan } from './bans.queries.ts'
import { banSanction, banValues } from './bans.rules.ts'

/** Makes a lifted ban active again, with its end and the authority of its issuer; for the undo of lifting it. */
export async function reissueBan(
  tx: Db,
  ids: { actorId: number; targetId: number },
  banId: number,
  now: Date,
  origin: Record<string, unknown>,
): Promise<void> {
  const { actor: principal, target } = await lockPrincipals(tx, ids, now)
  if (!principal.permissions.has('admin.users.ban')) throw forbidden('Access Denied')
  const denied = denialReason(principal, target, 'ban')
  if (denied !== undefined) throw forbidden(denied)
  if (await selectActiveBan(tx, target.id, now)) throw conflict('This user was banned again')
  const ban = await selectBan(tx, target.id, banId)
  if (!ban || (ban.expiresAt !== null && ban.expiresAt <= now)) return
  if (!mayLiftBan(principal, target, ban.issuerAuthority))
    throw forbidden('Cannot ban - issuer of the ban has higher authority than yours')

  await closeExpiredBans(tx, target.id, now)
  await updateBan(tx, ban.id, { liftedAt: null, liftedBy: null })
  await recordActivity(tx, {
    type: 'user',
    action: 'User Banned',
    description: `${principal.username} banned ${target.username} again`,
    status: 'warning',
    userId: principal.id,
    targetId: target.id,
    targetType: 'user',
    metadata: { old: banValues(null), new: banValues(ban), ...origin },
  })
  invalidateUser(tx, target.id)
  await emitSanction(tx, ids, banSanction('banned', ban), now)
}
