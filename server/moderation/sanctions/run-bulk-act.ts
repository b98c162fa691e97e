import { authority } from '#contract/access/authority.ts'
import type { RemovalReason } from '#contract/scripts/removal-schemas.ts'
import {
  type BulkActKind,
  type BulkBan,
  type BulkLift,
  type BulkResult,
  type BulkSuspension,
  suspensionEndInvalid,
} from '#contract/moderation/sanctions.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { banEnd, issueBan, liftBan } from '#server/access/access.public.ts'
import { emitSanction, type Sanction } from '#server/records/records.public.ts'
import { removeScriptsOf } from '#server/scripts/scripts.public.ts'
import { startSuspension } from '#server/moderation/user-admin/suspend-user.ts'

import { forEachUser } from './for-each-user.ts'
import { lockModerator } from './lock-moderator.ts'
import {
  insertBulkAct,
  insertBulkActRemovals,
  insertBulkActUser,
  removeBulkAct,
} from './sanctions.queries.ts'

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
