import { authority, denialReason } from '#contract/access/authority.ts'
import type { BanRequest, BanState } from '#contract/access/bans.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, forbidden } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity, emitSanction } from '#server/records/records.public.ts'
import { lockPrincipals } from '#server/access/groups/load-principals.ts'
import { invalidateUser } from '#server/access/users/invalidate-user.ts'

import { closeExpiredBans, insertBan, selectActiveBan } from './bans.queries.ts'
import { banEnd, banSanction, banValues, type BanTerms } from './bans.rules.ts'
import { loadBans } from './read-bans.ts'

/** Takes effect with the commit, because every request reads the ban of its user. */
export async function banUser(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  userId: number,
  request: BanRequest,
): Promise<BanState> {
  const now = clock.now()
  const terms = { reason: request.reason, ...banEnd(request, now) }
  await inTransaction(db, (tx) => issueBan(tx, { actorId: actor.id, targetId: userId }, terms, now))
  return loadBans(db, userId, now)
}

/**
 * For a transaction that does more than to ban. `origin` joins the metadata of the activity. The user is notified, unless
 * the caller does that.
 */
export async function issueBan(
  tx: Db,
  ids: { actorId: number; targetId: number },
  terms: BanTerms,
  now: Date,
  origin: Record<string, unknown> = {},
  { isNotified = true } = {},
): Promise<{ id: number }> {
  const { actor: principal, target } = await lockPrincipals(tx, ids, now)
  if (!principal.permissions.has('admin.users.ban')) throw forbidden('Access Denied')
  const denied = denialReason(principal, target, 'ban')
  if (denied !== undefined) throw forbidden(denied)
  if (await selectActiveBan(tx, target.id, now)) throw conflict('This user is already banned')

  await closeExpiredBans(tx, target.id, now)
  const issuer = {
    issuedBy: principal.id,
    issuerName: principal.username,
    issuerAuthority: authority(principal),
  }
  const id = await insertBan(tx, { ...terms, ...issuer, userId: target.id, createdAt: now })
  await recordActivity(tx, {
    type: 'user',
    action: 'User Banned',
    description: `${principal.username} banned ${target.username}`,
    status: 'warning',
    userId: principal.id,
    targetId: target.id,
    targetType: 'user',
    metadata: {
      reason: terms.reason,
      expiresAt: terms.expiresAt?.toISOString() ?? null,
      old: banValues(null),
      new: banValues(terms),
      ...origin,
    },
  })
  invalidateUser(tx, target.id)
  if (isNotified) await emitSanction(tx, ids, banSanction('banned', terms), now)
  return { id }
}
