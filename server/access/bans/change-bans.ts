import { authority, denialReason, mayLiftBan } from '#contract/access/authority.ts'
import { type BanRequest, type BanState, type BanChange, banLimits } from '#contract/access/bans.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, forbidden } from '#platform/errors.ts'
import { lockTarget, readPrincipals } from '#server/access/groups/load-principals.ts'
import { invalidateUser } from '#server/access/users/users.ts'
import { actOver, changedValues, emitSanction, recordActivity } from '#server/records/records.public.ts'

import {
  closeExpiredBans,
  insertBan,
  selectActiveBan,
  updateBan,
  selectBan,
  selectBans,
} from './bans.queries.ts'
import { banEnd, banSanction, banValues, type BanTerms, toBanRecord, toBanData } from './bans.rules.ts'

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
  const { principal, target } = await lockTarget(tx, ids, now, 'admin.users.ban', 'ban')
  if (await selectActiveBan(tx, target.id, now)) throw conflict('This user is already banned')

  await closeExpiredBans(tx, target.id, now)
  const issuer = {
    issuedBy: principal.id,
    issuerName: principal.username,
    issuerAuthority: authority(principal),
  }
  const id = await insertBan(tx, { ...terms, ...issuer, userId: target.id, createdAt: now })
  await recordActivity(tx, {
    ...actOver(principal, target),
    action: 'User Banned',
    description: `${principal.username} banned ${target.username}`,
    status: 'warning',
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
    const { principal, target } = await lockTarget(tx, ids, now, 'admin.users.ban', 'change bans')
    const ban = await selectActiveBan(tx, userId, now)
    if (!ban) throw conflict('This user is not banned')
    if (!mayLiftBan(principal, target, ban.issuerAuthority))
      throw forbidden('Cannot change bans - issuer of the ban has higher authority than yours')
    const terms = { reason: change.reason ?? ban.reason, ...end }
    const changed = changedValues(banValues(ban), banValues(terms))
    if (Object.keys(changed.new).length === 0) return

    await updateBan(tx, ban.id, { ...terms, issuerAuthority: authority(principal), changedAt: now })
    await recordActivity(tx, {
      ...actOver(principal, target),
      action: 'Ban Changed',
      description: `${principal.username} changed the ban of ${target.username}`,
      status: 'warning',
      metadata: changed,
    })
    invalidateUser(tx, target.id)
    await emitSanction(tx, ids, banSanction('ban-changed', terms), now)
  })
  return loadBans(db, userId, now)
}

/** Makes a lifted ban active again, with its end and the authority of its issuer; for the undo of lifting it. */
export async function reissueBan(
  tx: Db,
  ids: { actorId: number; targetId: number },
  banId: number,
  now: Date,
  origin: Record<string, unknown>,
): Promise<void> {
  const { principal, target } = await lockTarget(tx, ids, now, 'admin.users.ban', 'ban')
  if (await selectActiveBan(tx, target.id, now)) throw conflict('This user was banned again')
  const ban = await selectBan(tx, target.id, banId)
  if (!ban || (ban.expiresAt !== null && ban.expiresAt <= now)) return
  if (!mayLiftBan(principal, target, ban.issuerAuthority))
    throw forbidden('Cannot ban - issuer of the ban has higher authority than yours')

  await closeExpiredBans(tx, target.id, now)
  await updateBan(tx, ban.id, { liftedAt: null, liftedBy: null })
  await recordActivity(tx, {
    ...actOver(principal, target),
    action: 'User Banned',
    description: `${principal.username} banned ${target.username} again`,
    status: 'warning',
    metadata: { old: banValues(null), new: banValues(ban), ...origin },
  })
  invalidateUser(tx, target.id)
  await emitSanction(tx, ids, banSanction('banned', ban), now)
}

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
  const { principal, target } = await lockTarget(tx, ids, now, 'admin.users.ban', 'unban')
  const ban = await selectActiveBan(tx, target.id, now)
  if (!ban) return undefined
  if (!mayLiftBan(principal, target, ban.issuerAuthority))
    throw forbidden('Cannot unban - issuer of the ban has higher authority than yours')

  await updateBan(tx, ban.id, { liftedAt: now, liftedBy: principal.id })
  await recordActivity(tx, {
    ...actOver(principal, target),
    action: 'User Unbanned',
    description: `${principal.username} lifted the ban of ${target.username}`,
    status: 'success',
    metadata: { old: banValues(ban), new: banValues(null), ...origin },
  })
  invalidateUser(tx, target.id)
  if (isNotified) await emitSanction(tx, ids, { sanction: 'unbanned', reason: null, until: null }, now)
  return { id: ban.id }
}

export async function readBans(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  userId: number,
): Promise<BanState> {
  const now = clock.now()
  const { actor: principal, target } = await readPrincipals(db, { actorId: actor.id, targetId: userId }, now)
  const denied = denialReason(principal, target, 'see bans')
  if (denied !== undefined) throw forbidden(denied)
  return loadBans(db, userId, now)
}

/** The active ban, if any, and the history. */
async function loadBans(db: Db, userId: number, now: Date): Promise<BanState> {
  const bans = await selectBans(db, userId, banLimits.historyMax)
  const records = bans.map((ban) => ({ ban, record: toBanRecord(ban, now) }))
  const active = records.find(({ record }) => record.state === 'in_force')
  return { ...toBanData(active?.ban ?? null), history: records.map(({ record }) => record) }
}
