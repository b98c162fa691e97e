import { denialReason, authority } from '#contract/authority.ts'
import type { BanRequest, BanState } from '#contract/bans.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, forbidden, invalid } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { lockPrincipals, type NamedPrincipal } from '#server/groups/groups.public.ts'
import { invalidateUser } from '#server/users/users.public.ts'

import { closeExpiredBans, insertBan, selectActiveBan } from './bans.queries.ts'
import { expiryProblem } from './bans.rules.ts'
import { loadBans } from './read-bans.ts'

/** Takes effect with the commit, because every request reads the ban of its user. */
export async function banUser(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  userId: number,
  request: BanRequest,
): Promise<BanState> {
  const now = clock.now()
  const expiresAt = parseExpiry(request, now)
  const ban = { reason: request.reason, isPermanent: request.is_permanent, expiresAt }
  await inTransaction(db, async (tx) => {
    const { actor: principal, target } = await lockPrincipals(
      tx,
      { actorId: actor.id, targetId: userId },
      now,
    )
    if (!principal.permissions.has('admin.users.ban')) throw forbidden('Access Denied')
    const denied = denialReason(principal, target, 'ban')
    if (denied !== undefined) throw forbidden(denied)
    if (await selectActiveBan(tx, userId, now)) throw conflict('This user is already banned')

    await closeExpiredBans(tx, userId, now)
    const issuer = {
      issuedBy: principal.id,
      issuerName: principal.username,
      issuerAuthority: authority(principal),
    }
    await insertBan(tx, { ...ban, ...issuer, userId, createdAt: now })
    await recordBan(tx, principal, target, ban)
  })
  return loadBans(db, userId, now)
}

function parseExpiry({ is_permanent: isPermanent, expires_at: end }: BanRequest, now: Date): Date | null {
  if (isPermanent || !end) return null
  const expiresAt = new Date(end)
  const problem = expiryProblem(expiresAt, now)
  if (problem !== undefined) throw invalid({ expires_at: problem })
  return expiresAt
}

async function recordBan(
  tx: Db,
  principal: NamedPrincipal,
  target: NamedPrincipal,
  { reason, expiresAt }: { reason: string; expiresAt: Date | null },
): Promise<void> {
  await recordActivity(tx, {
    type: 'user',
    action: 'User Banned',
    description: `${principal.username} banned ${target.username}`,
    status: 'warning',
    userId: principal.id,
    targetId: target.id,
    targetType: 'user',
    metadata: { reason, expiresAt: expiresAt?.toISOString() ?? null },
  })
  invalidateUser(tx, target.id)
}
