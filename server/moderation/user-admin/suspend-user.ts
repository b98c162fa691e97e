import type { AdminUser, Suspension } from '#contract/moderation/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import {
  lockTarget,
  type NamedPrincipal,
  invalidateUser,
  selectUserForUpdate,
  updateUser,
} from '#server/access/access.public.ts'
import { endSessionsOf, revokeTokens } from '#server/accounts/accounts.public.ts'
import { actOver, recordActivity, emitSanction, emitAccountChange } from '#server/records/records.public.ts'

import {
  insertSuspension,
  removeSuspension,
  selectEndedSuspensions,
  selectSuspension,
} from './suspensions.queries.ts'

type Ids = { actorId: number; targetId: number }
type SuspensionTerms = { reason: string | null; endsAt: Date | null; bulkActId?: number | null }

/** Ending a suspension does not change any other status. A repeat changes nothing and is not recorded. */
export async function suspendUser(
  app: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  { suspended, reason }: Suspension,
): Promise<void> {
  const now = app.clock.now()
  const ids = { actorId: actor.id, targetId: id }
  await inTransaction(app.db, async (tx) => {
    if (suspended) await startSuspension(tx, ids, { reason: reason || null, endsAt: null }, now)
    else await endSuspension(tx, ids, now, { status: 'active', ...(reason && { reason }) })
  })
}

/** For a transaction that may do more. Returns false if the user is suspended already. */
export async function startSuspension(
  tx: Db,
  ids: Ids,
  { reason, endsAt, bulkActId = null }: SuspensionTerms,
  now: Date,
  origin: Record<string, unknown> = {},
  { isNotified = true } = {},
): Promise<boolean> {
  const { principal, target, user } = await lockForSuspension(tx, ids, now)
  if (user.status === 'suspended') return false
  const statusBefore = user.status
  await updateUser(tx, target.id, { status: 'suspended' })
  const issuer = { issuedBy: principal.id, issuerName: principal.username }
  await insertSuspension(tx, {
    userId: target.id,
    reason,
    endsAt,
    statusBefore,
    ...issuer,
    createdAt: now,
    bulkActId,
  })
  await recordSuspension(tx, principal, target, {
    suspended: true,
    metadata: {
      ...(endsAt && { expiresAt: endsAt.toISOString() }),
      old: { status: statusBefore },
      new: { status: 'suspended', ...(reason !== null && { reason }) },
      ...origin,
    },
  })
  if (isNotified) await emitSanction(tx, ids, { sanction: 'suspended', reason, until: endsAt }, now)
  return true
}

/** For a transaction that may do more. Returns false if the user is not suspended. */
export async function endSuspension(
  tx: Db,
  ids: Ids,
  now: Date,
  after: { status: AdminUser['status']; reason?: string },
  origin: Record<string, unknown> = {},
  { isNotified = true } = {},
): Promise<boolean> {
  const { principal, target, user } = await lockForSuspension(tx, ids, now)
  if (user.status !== 'suspended') return false
  await updateUser(tx, target.id, { status: after.status })
  await removeSuspension(tx, target.id)
  await recordSuspension(tx, principal, target, {
    suspended: false,
    metadata: { old: { status: 'suspended' }, new: after, ...origin },
  })
  const sanction = { sanction: 'unsuspended' as const, reason: after.reason ?? null, until: null }
  if (isNotified) await emitSanction(tx, ids, sanction, now)
  return true
}

async function lockForSuspension(tx: Db, ids: Ids, now: Date) {
  const { principal, target } = await lockTarget(tx, ids, now, 'admin.users.ban', 'modify status')
  const user = await selectUserForUpdate(tx, target.id)
  if (!user) throw notFound('User not found')
  return { principal, target, user }
}

async function recordSuspension(
  tx: Db,
  principal: NamedPrincipal,
  target: NamedPrincipal,
  { suspended, metadata }: { suspended: boolean; metadata: Record<string, unknown> },
): Promise<void> {
  await recordActivity(tx, {
    ...actOver(principal, target),
    action: suspended ? 'User Suspended' : 'Suspension Ended',
    description: suspended
      ? `${principal.username} suspended ${target.username}`
      : `${principal.username} ended the suspension of ${target.username}`,
    status: suspended ? 'warning' : 'success',
    metadata,
  })
  invalidateUser(tx, target.id)
}

const batchSize = 500

/** Runs every minute. */
export async function endTimedSuspensions({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (const userId of await selectEndedSuspensions(db, now, batchSize))
    await inTransaction(db, async (tx) => {
      const user = await selectUserForUpdate(tx, userId)
      const suspension = await selectSuspension(tx, userId)
      if (!user || !suspension?.endsAt || suspension.endsAt > now) return
      await removeSuspension(tx, userId)
      if (user.status !== 'suspended') return
      await updateUser(tx, userId, { status: suspension.statusBefore })
      await recordActivity(tx, {
        ...actOver(null, { id: userId }),
        action: 'Suspension Ended',
        description: `The suspension of ${user.username} ended`,
        status: 'info',
        metadata: { old: { status: 'suspended' }, new: { status: suspension.statusBefore } },
      })
      invalidateUser(tx, userId)
    })
}

/** Ends all sessions and pending two-factor sign-ins of a possibly stolen account. */
export async function endSessions(app: Pick<App, 'db' | 'clock'>, actor: Actor, id: number): Promise<null> {
  const now = app.clock.now()
  return inTransaction(app.db, async (tx) => {
    const ids = { actorId: actor.id, targetId: id }
    const permission = 'admin.users.edit.basic'
    const { principal, target } = await lockTarget(tx, ids, now, permission, 'sign out user')
    await endSessionsOf(tx, id)
    await revokeTokens(tx, id, ['sign_in'], now)
    await recordActivity(tx, {
      ...actOver(principal, target),
      action: 'Sessions Ended',
      description: `${principal.username} signed ${target.username} out on all devices`,
      status: 'warning',
    })
    await emitAccountChange(tx, ids, [{ what: 'You were signed out on all devices' }], now)
    return null
  })
}
