import { actRefusal, authority } from '#contract/authority.ts'
import type { BanRequest, BanState } from '#contract/bans.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import { conflict, forbidden, invalid } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { lockStandings, type NamedStanding } from '#server/groups/groups.public.ts'
import { announceUser } from '#server/users/users.public.ts'

import { closeExpiredBans, insertBan, selectBanInForce } from './bans.queries.ts'
import { endProblem } from './bans.rules.ts'
import { bansOf } from './read-bans.ts'

/** In force with the commit: every request asks for the ban of whoever sends it. */
export async function banUser(
  { db, clock }: Pick<Hub, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  userId: number,
  request: BanRequest,
): Promise<BanState> {
  const now = clock.now()
  const ban = { reason: request.reason, isPermanent: request.is_permanent, expiresAt: endOf(request, now) }
  await inTransaction(db, async (tx) => {
    const { actor: own, target } = await lockStandings(tx, { actorId: actor.id, targetId: userId }, now)
    if (!own.permissions.has('admin.users.ban')) throw forbidden('Access Denied')
    const refusal = actRefusal(own, target, 'ban')
    if (refusal !== undefined) throw forbidden(refusal)
    if (await selectBanInForce(tx, userId, now)) throw conflict('This user is already banned')

    await closeExpiredBans(tx, userId, now)
    const issuer = { issuedBy: own.id, issuerName: own.username, issuerAuthority: authority(own) }
    await insertBan(tx, { ...ban, ...issuer, userId, createdAt: now })
    await tellOfBan(tx, own, target, ban)
  })
  return bansOf(db, userId, now)
}

function endOf({ is_permanent: isPermanent, expires_at: end }: BanRequest, now: Date): Date | null {
  if (isPermanent || !end) return null
  const expiresAt = new Date(end)
  const problem = endProblem(expiresAt, now)
  if (problem !== undefined) throw invalid({ expires_at: problem })
  return expiresAt
}

async function tellOfBan(
  tx: Db,
  own: NamedStanding,
  target: NamedStanding,
  { reason, expiresAt }: { reason: string; expiresAt: Date | null },
): Promise<void> {
  await recordActivity(tx, {
    type: 'user',
    action: 'User Banned',
    description: `${own.username} banned ${target.username}`,
    status: 'warning',
    userId: own.id,
    targetId: target.id,
    targetType: 'user',
    metadata: { reason, expiresAt: expiresAt?.toISOString() ?? null },
  })
  announceUser(tx, target.id)
}
