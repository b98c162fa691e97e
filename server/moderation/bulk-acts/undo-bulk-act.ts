import { authority, type Principal } from '#contract/access/authority.ts'
import {
  type BulkResult,
  bulkActLimits,
  type BulkActPage,
  type BulkActQuery,
} from '#contract/moderation/bulk-acts.ts'
import { pagination } from '#contract/platform/fields.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day, hour } from '#platform/clock.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, notFound, forbidden, type HttpError } from '#platform/errors.ts'
import {
  liftBan,
  reissueBan,
  selectActiveBan,
  lockPrincipals,
  readPrincipals,
} from '#server/access/access.public.ts'
import { emitSanction } from '#server/records/records.public.ts'
import { restoreScriptsOf } from '#server/scripts/scripts.public.ts'

import { forEachUser, lockModerator } from './bulk-acts.ts'
import {
  removeBulkActsBefore,
  selectBulkActForUpdate,
  selectBulkActRemovals,
  selectBulkActUsers,
  updateBulkActUndone,
  type BulkAct,
  selectBulkActCount,
  selectBulkActs,
  selectUsersOfActs,
} from './bulk-acts.queries.ts'
import { endSuspension } from '#server/moderation/user-admin/suspend-user.ts'
import { selectSuspension } from '#server/moderation/user-admin/suspensions.queries.ts'

type Moderator = Pick<Actor, 'id' | 'username'>
type Ids = { actorId: number; targetId: number }

/** Reverses what the act did, except for users who were sanctioned again since. */
export async function undoBulkAct(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Moderator,
  actId: number,
): Promise<BulkResult> {
  const now = clock.now()
  const act = await inTransaction(db, (tx) => markUndone(tx, actor, actId, now))
  const removalIds = await selectBulkActRemovals(db, actId)
  const bans = new Map((await selectBulkActUsers(db, actId)).map(({ userId, banId }) => [userId, banId]))
  const results = await forEachUser(db, [...bans.keys()], async (tx, userId) => {
    await lockModerator(tx, actor, act.hiddenFor !== null, now)
    const ids = { actorId: actor.id, targetId: userId }
    const ended = await undoFor(tx, ids, { act, banId: bans.get(userId) ?? null }, now)
    const hidden = { userId, removalIds }
    const scripts =
      act.hiddenFor === null
        ? 0
        : (await restoreScriptsOf(tx, actor, hidden, now, { isNotified: !ended })).length
    if (ended) await emitSanction(tx, ids, { sanction: ended, reason: null, until: null, scripts }, now)
    return { scripts }
  })
  return { act_id: null, results }
}

/** First, in a transaction of its own: of two concurrent undos one is rejected. */
async function markUndone(tx: Db, actor: Moderator, actId: number, now: Date): Promise<BulkAct> {
  const act = await selectBulkActForUpdate(tx, actId)
  if (!act) throw notFound('Bulk act not found')
  const problem = undoProblem(act, await lockModerator(tx, actor, act.hiddenFor !== null, now), now)
  if (problem) throw problem
  await updateBulkActUndone(tx, actId, { undoneAt: now, undoneBy: actor.id })
  return act
}

/** Returns what ended, so that the user gets one message with the restored scripts. */
async function undoFor(
  tx: Db,
  ids: Ids,
  { act, banId }: { act: BulkAct; banId: number | null },
  now: Date,
): Promise<'unbanned' | 'unsuspended' | undefined> {
  const origin = { undoneBulkAct: act.id }
  await lockPrincipals(tx, ids, now)
  if (act.kind === 'ban') return (await undoBan(tx, ids, banId, now, origin)) ? 'unbanned' : undefined
  if (act.kind === 'suspend')
    return (await undoSuspension(tx, ids, act, now, origin)) ? 'unsuspended' : undefined
  if (banId !== null) await reissueBan(tx, ids, banId, now, origin)
  return undefined
}

async function undoBan(
  tx: Db,
  ids: Ids,
  banId: number | null,
  now: Date,
  origin: Record<string, unknown>,
): Promise<boolean> {
  const ban = await selectActiveBan(tx, ids.targetId, now)
  if (ban && ban.id !== banId) throw conflict('This user was banned again')
  if (ban?.changedAt) throw conflict('The ban was changed in the meantime')
  return (await liftBan(tx, ids, now, origin, { isNotified: false })) !== undefined
}

async function undoSuspension(
  tx: Db,
  ids: Ids,
  act: BulkAct,
  now: Date,
  origin: Record<string, unknown>,
): Promise<boolean> {
  const suspension = await selectSuspension(tx, ids.targetId)
  if (suspension && suspension.bulkActId !== act.id) throw conflict('This user was suspended again')
  const status = suspension?.statusBefore ?? 'active'
  return endSuspension(tx, ids, now, { status }, origin, { isNotified: false })
}

/** Acts are stored somewhat longer than they can be undone. */
export async function purgeBulkActs({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await removeBulkActsBefore(db, after(clock.now(), -bulkActLimits.listedDays * day))
}

export async function listBulkActs(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id: actorId }: Pick<Actor, 'id'>,
  { page, limit, id }: BulkActQuery,
): Promise<BulkActPage> {
  const now = clock.now()
  const total = await selectBulkActCount(db, id)
  const rows = await selectBulkActs(db, id, { limit, offset: (page - 1) * limit })
  const users = await selectUsersOfActs(
    db,
    rows.map(({ act }) => act.id),
  )
  const { actor } = await readPrincipals(db, { actorId, targetId: actorId }, now)
  return {
    acts: rows.map(({ act, by, undoneBy }) => ({
      id: act.id,
      kind: act.kind,
      by,
      at: act.createdAt.toISOString(),
      users: users
        .filter(({ actId }) => actId === act.id)
        .map(({ id: userId, username }) => ({ id: userId, username })),
      hidden_for: act.hiddenFor,
      undone: act.undoneAt && { at: act.undoneAt.toISOString(), by: undoneBy },
      undo_problem: undoProblem(act, actor, now)?.message ?? null,
    })),
    pagination: pagination(page, limit, total),
  }
}

/** Why a user cannot undo an act. */
function undoProblem(act: BulkAct, actor: Principal, now: Date): HttpError | undefined {
  if (act.hiddenFor !== null && !actor.permissions.has('admin.scripts.moderate'))
    return forbidden('You need permission to hide and restore scripts')
  if (act.actorId !== actor.id && authority(actor) > act.actorAuthority)
    return forbidden('Cannot undo - the user who did it has higher authority than yours')
  if (act.undoneAt) return conflict('This was already undone')
  if (after(act.createdAt, bulkActLimits.undoHours * hour) <= now)
    return conflict('This can no longer be undone')
  return undefined
}
