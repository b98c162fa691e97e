import { authority } from '#contract/authority.ts'
import {
  type BulkActKind,
  type BulkBan,
  type BulkLift,
  type BulkResult,
  type BulkSuspension,
  suspensionEndInvalid,
} from '#contract/sanctions.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, forbidden, invalid } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { banEnd, issueBan, liftBan } from '#server/bans/bans.public.ts'
import { lockPrincipals } from '#server/groups/groups.public.ts'
import { startSuspension } from '#server/user-admin/user-admin.public.ts'

import { forEachUser } from './for-each-user.ts'
import { insertBulkAct, insertBulkActUser, removeBulkAct } from './sanctions.queries.ts'

type Context = Pick<App, 'db' | 'clock'>
type ActorId = Pick<Actor, 'id'>
type Step = { tx: Db; ids: { actorId: number; targetId: number }; now: Date; origin: { bulkAct: number } }

export async function banInBulk(app: Context, actor: ActorId, request: BulkBan): Promise<BulkResult> {
  const terms = { reason: request.reason, ...banEnd(request, app.clock.now()) }
  return runBulkAct(app, actor, { kind: 'ban', ...request }, async ({ tx, ids, now, origin }) => {
    const { id: banId } = await issueBan(tx, ids, terms, now, origin)
    return { banId }
  })
}

export async function liftBansInBulk(app: Context, actor: ActorId, request: BulkLift): Promise<BulkResult> {
  return runBulkAct(app, actor, { kind: 'lift', ...request }, async ({ tx, ids, now, origin }) => {
    const ban = await liftBan(tx, ids, now, origin)
    if (!ban) throw conflict('This user is not banned')
    return { banId: ban.id }
  })
}

export async function suspendInBulk(
  app: Context,
  actor: ActorId,
  request: BulkSuspension,
): Promise<BulkResult> {
  const endsAt = request.expires_at ? new Date(request.expires_at) : null
  if (endsAt && endsAt <= app.clock.now()) throw invalid({ expires_at: suspensionEndInvalid })
  const terms = { reason: request.reason, endsAt }
  return runBulkAct(app, actor, { kind: 'suspend', ...request }, async ({ tx, ids, now, origin }) => {
    if (!(await startSuspension(tx, ids, terms, now, origin)))
      throw conflict('This user is already suspended')
    return {}
  })
}

/** All rows of one act have its time, by which the undo finds what it did. */
async function runBulkAct(
  { db, clock }: Context,
  actor: ActorId,
  { kind, ids }: { kind: BulkActKind; ids: readonly number[] },
  work: (step: Step) => Promise<{ banId?: number }>,
): Promise<BulkResult> {
  const now = clock.now()
  const actId = await inTransaction(db, async (tx) => {
    const { actor: principal } = await lockPrincipals(tx, { actorId: actor.id, targetId: actor.id }, now)
    if (!principal.permissions.has('admin.users.ban')) throw forbidden('Access Denied')
    return insertBulkAct(tx, {
      kind,
      actorId: actor.id,
      actorAuthority: authority(principal),
      createdAt: now,
    })
  })
  const results = await forEachUser(db, ids, async (tx, userId) => {
    const step = { tx, ids: { actorId: actor.id, targetId: userId }, now, origin: { bulkAct: actId } }
    const { banId } = await work(step)
    await insertBulkActUser(tx, { actId, userId, banId: banId ?? null })
  })
  if (results.some(({ done }) => done)) return { act_id: actId, results }
  await removeBulkAct(db, actId)
  return { act_id: null, results }
}
