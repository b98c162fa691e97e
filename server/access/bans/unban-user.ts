import { denialReason, mayLiftBan } from '#contract/access/authority.ts'
import type { BanState } from '#contract/access/bans.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { forbidden } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity, emitSanction } from '#server/records/records.public.ts'
import { lockPrincipals } from '#server/access/groups/load-principals.ts'
import { invalidateUser } from '#server/access/users/invalidate-user.ts'

import { selectActiveBan, updateBan } from './bans.queries.ts'
import { banValues } from './bans.rules.ts'
import { loadBans } from './read-bans.ts'

/** A repeat changes nothing and is not recorded. */
export async function unbanUser(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  userId: number,
): Promise<BanState> {
  const now = clock.now()
  await inTransaction(db, (tx) => liftBan(tx, { actorId: actor.id, targetId: userId }, now))
  return loadBans(db, userId, now)
}

/** For a transaction that does more than to lift the ban, and may notify the user itself. Undefined if there is none. */
export async function liftBan(
  tx: Db,
  ids: { actorId: number; targetId: number },
  now: Date,
  origin: Record<string, unknown> = {},
  { isNotified = true } = {},
): Promise<{ id: number } | undefined> {
  const { actor: principal, target } = await lockPrincipals(tx, ids, now)
  if (!principal.permissions.has('admin.users.ban')) throw forbidden('Access Denied')
  const denied = denialReason(principal, target, 'unban')
  if (denied !== undefined) throw forbidden(denied)
  const ban = await selectActiveBan(tx, target.id, now)
  if (!ban) return undefined
  if (!mayLiftBan(principal, target, ban.issuerAuthority))
    throw forbidden('Cannot unban - issuer of the ban has higher authority than yours')

  await updateBan(tx, ban.id, { liftedAt: now, liftedBy: principal.id })
  await recordActivity(tx, {
    type: 'user',
    action: 'User Unbanned',
    description: `${principal.username} lifted the ban of ${target.username}`,
    status: 'success',
    userId: principal.id,
    targetId: target.id,
    targetType: 'user',
    metadata: { old: banValues(ban), new: banValues(null), ...origin },
  })
  invalidateUser(tx, target.id)
  if (isNotified) await emitSanction(tx, ids, { sanction: 'unbanned', reason: null, until: null }, now)
  return { id: ban.id }
}
