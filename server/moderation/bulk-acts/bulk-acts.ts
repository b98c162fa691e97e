import { authority } from '#contract/access/authority.ts'
import {
  type BulkBan,
  type BulkLift,
  type BulkResult,
  type BulkSuspension,
  suspensionEndInvalid,
} from '#contract/moderation/bulk-acts.ts'
import type { BulkActKind } from '#contract/access/bans.ts'
import type { RemovalReason } from '#contract/scripts/removal-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, invalid, HttpError, forbidden } from '#platform/errors.ts'
import {
  banEnd,
  issueBan,
  liftBan,
  lockPrincipals,
  type NamedPrincipal,
  selectUsernames,
} from '#server/access/access.public.ts'
import { emitSanction, type Sanction } from '#server/records/records.public.ts'
import { removeScriptsOf } from '#server/scripts/scripts.public.ts'

import {
  insertBulkAct,
  insertBulkActRemovals,
  insertBulkActUser,
  removeBulkAct,
} from './bulk-acts.queries.ts'
import { startSuspension } from '#server/moderation/user-admin/suspend-user.ts'

type Context = Pick<App, 'db' | 'clock'>
type Moderator = Pick<Actor, 'id' | 'username'>
type Act = { kind: BulkActKind; ids: readonly number[]; reason?: string; hide_scripts?: RemovalReason | null }
type Step = { tx: Db; ids: { actorId: number; targetId: number }; now: Date; origin: { bulkAct: number } }
type Done = Pick<Sanction, 'sanction' | 'reason' | 'until'> & { banId?: number }

/** Its user gets one message for the whole act. */
const silent = { isNotified: false }

export async function banInBulk(app: Context, actor: Moderator, request: BulkBan): Promise<BulkResult> {
  const terms = { reason: request.reason, ...banEnd(request, app.clock.now()) }
  return runBulkAct(app, actor, { kind: 'ban', ...request }, async ({ tx, ids, now, origin }) => {
    const { id: banId } = await issueBan(tx, ids, terms, now, origin, silent)
    return { banId, sanction: 'banned', reason: terms.reason, until: terms.expiresAt }
  })
}

export async function liftBansInBulk(app: Context, actor: Moderator, request: BulkLift): Promise<BulkResult> {
  return runBulkAct(app, actor, { kind: 'lift', ...request }, async ({ tx, ids, now, origin }) => {
    const ban = await liftBan(tx, ids, now, origin, silent)
    if (!ban) throw conflict('This user is not banned')
    return { banId: ban.id, sanction: 'unbanned', reason: null, until: null }
  })
}

export async function suspendInBulk(
  app: Context,
  actor: Moderator,
  request: BulkSuspension,
): Promise<BulkResult> {
  const endsAt = request.expires_at ? new Date(request.expires_at) : null
  if (endsAt && endsAt <= app.clock.now()) throw invalid({ expires_at: suspensionEndInvalid })
  const terms = { reason: request.reason, endsAt }
  return runBulkAct(app, actor, { kind: 'suspend', ...request }, async ({ tx, ids, now, origin }) => {
    const act = { bulkActId: origin.bulkAct }
    if (!(await startSuspension(tx, ids, { ...terms, ...act }, now, origin, silent)))
      throw conflict('This user is already suspended')
    return { sanction: 'suspended', reason: terms.reason, until: endsAt }
  })
}

async function runBulkAct(
  { db, clock }: Context,
  actor: Moderator,
  { kind, ids, reason: note = '', hide_scripts: hiddenFor = null }: Act,
  work: (step: Step) => Promise<Done>,
): Promise<BulkResult> {
  const now = clock.now()
  const actId = await inTransaction(db, async (tx) => {
    const principal = await lockModerator(tx, actor, hiddenFor !== null, now)
    const actorAuthority = authority(principal)
    return insertBulkAct(tx, { kind, actorId: actor.id, actorAuthority, hiddenFor, createdAt: now })
  })
  const results = await forEachUser(db, ids, async (tx, userId) => {
    if (hiddenFor) await lockModerator(tx, actor, true, now)
    const step = { tx, ids: { actorId: actor.id, targetId: userId }, now, origin: { bulkAct: actId } }
    const { banId, ...sanction } = await work(step)
    await insertBulkActUser(tx, { actId, userId, banId: banId ?? null })
    const removed = hiddenFor && { reason: hiddenFor, note }
    const hidden = removed ? await removeScriptsOf(tx, actor, userId, removed, now, silent) : []
    const scripts = hidden.length
    await insertBulkActRemovals(tx, actId, hidden)
    await emitSanction(tx, step.ids, { ...sanction, scripts, hiddenFor: scripts > 0 ? hiddenFor : null }, now)
    return { scripts }
  })
  if (results.some(({ done }) => done)) return { act_id: actId, results }
  await removeBulkAct(db, actId)
  return { act_id: null, results }
}

type Outcome = { scripts: number }

/** One transaction for each user: those who are rejected are listed with the reason and do not stop the others. */
export async function forEachUser(
  db: Db,
  ids: readonly number[],
  work: (tx: Db, userId: number) => Promise<Outcome>,
): Promise<BulkResult['results']> {
  const usernames = await selectUsernames(db, ids)
  const results: BulkResult['results'] = []
  for (const id of new Set(ids)) {
    const outcome = await runFor(db, id, work)
    results.push({ id, username: usernames.get(id) ?? null, ...outcome })
  }
  return results
}

async function runFor(
  db: Db,
  id: number,
  work: (tx: Db, userId: number) => Promise<Outcome>,
): Promise<Outcome & { done: boolean; reason: string | null }> {
  try {
    const outcome = await inTransaction(db, (tx) => work(tx, id))
    return { ...outcome, done: true, reason: null }
  } catch (error) {
    if (error instanceof HttpError) return { scripts: 0, done: false, reason: error.message }
    throw error
  }
}

/** Hiding and restoring scripts is not limited by rank, but needs its own permission. */
export async function lockModerator(
  tx: Db,
  { id }: Pick<Actor, 'id'>,
  needsScripts: boolean,
  now: Date,
): Promise<NamedPrincipal> {
  const { actor } = await lockPrincipals(tx, { actorId: id, targetId: id }, now)
  if (!actor.permissions.has('admin.users.ban')) throw forbidden('Access Denied')
  if (needsScripts && !actor.permissions.has('admin.scripts.moderate'))
    throw forbidden('You need permission to hide and restore scripts')
  return actor
}
