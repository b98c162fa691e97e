import { denialReason } from '#contract/access/authority.ts'
import {
  moderatorActLimits,
  type ModeratorActs,
  type UndoneActs,
  type UndoOfActs,
} from '#contract/moderation/bulk-acts.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after as later, day } from '#platform/clock.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, forbidden, HttpError, invalid } from '#platform/errors.ts'
import {
  liftBan,
  selectActiveBan,
  readPrincipals,
  type NamedPrincipal,
} from '#server/access/access.public.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import { removeEntry } from '#server/moderation/blocklist/change-blocklist.ts'
import { actOnText } from '#server/moderation/texts/moderated-texts.ts'
import { actOver, recordActivity, emitAccountChange } from '#server/records/records.public.ts'
import { restoreScript, revertEdit, restoreVersion } from '#server/scripts/scripts.public.ts'

import { lockModerator } from './bulk-acts.ts'
import { findActsOf, type FoundAct } from './find-acts-of.ts'
import { selectSuspension } from '#server/moderation/user-admin/suspensions.queries.ts'
import { endSuspension } from '#server/moderation/user-admin/suspend-user.ts'

/** Acts of one call; those of one user are undone in one call, so that the user gets one message. */
const partSize = 50

/** Lines in the message to a user. */
const linesMax = 20

export async function listActsOf(
  app: App,
  actor: Actor,
  moderatorId: number,
  { since }: { since: string },
): Promise<ModeratorActs> {
  const { acts, isWhole } = await findActs(app, actor, moderatorId, since)
  const kept = acts.filter(({ problem }) => problem !== null).length
  return {
    acts: acts.slice(0, moderatorActLimits.listedMax),
    undoable: acts.length - kept,
    kept,
    isWhole,
  }
}

/** One part. The acts are found again each time, so a repeat does nothing and an interrupted undo goes on. */
export async function undoActsOf(
  app: App,
  actor: Actor,
  moderatorId: number,
  { since, after }: UndoOfActs,
): Promise<UndoneActs> {
  const { acts, moderator } = await findActs(app, actor, moderatorId, since)
  const rest = [...Map.groupBy(acts, ({ userId }) => userId)]
    .filter(([userId]) => userId > after)
    .toSorted(([a], [b]) => a - b)
  const results: UndoneActs['results'] = []
  let next: number | null = null
  for (const [userId, own] of rest) {
    if (results.length >= partSize) break
    const undone = await undoOf(app, actor, userId, own)
    results.push(...undone)
    next = userId
  }
  await record(app, actor, moderator, { since, results })
  return { results, next: next === rest.at(-1)?.[0] ? null : next }
}

async function findActs(app: App, actor: Actor, moderatorId: number, sent: string) {
  const now = app.clock.now()
  const since = new Date(sent)
  if (since > now || since < later(now, -moderatorActLimits.daysMax * day))
    throw invalid({ since: `Please choose a time within the last ${moderatorActLimits.daysMax} days` })
  const ids = { actorId: actor.id, targetId: moderatorId }
  const { actor: principal, target } = await readPrincipals(app.db, ids, now)
  const denied = denialReason(principal, target, 'undo actions')
  if (denied !== undefined) throw forbidden(denied)
  await inTransaction(app.db, (tx) => lockModerator(tx, actor, true, now))
  return { ...(await findActsOf(app.db, actor, { moderatorId, since }, now)), moderator: target }
}

/** Each act in a transaction of its own; then one message for the user. */
async function undoOf(
  app: App,
  actor: Actor,
  userId: number,
  acts: readonly FoundAct[],
): Promise<UndoneActs['results']> {
  const results: UndoneActs['results'] = []
  for (const act of acts) {
    const problem = act.problem ?? (await problemOfUndo(app, actor, act))
    results.push({ kind: act.kind, id: act.id, title: act.title, problem, done: problem === null })
  }
  const lines = results.filter(({ done }) => done).map(lineOf)
  const more = lines.length - linesMax
  const changes = [...lines.slice(0, linesMax), ...(more > 0 ? [`And ${more} more`] : [])]
  if (userId !== 0)
    await inTransaction(app.db, (tx) =>
      emitAccountChange(
        tx,
        { actorId: actor.id, targetId: userId },
        changes.map((what) => ({ what })),
        app.clock.now(),
        { isUndo: true },
      ),
    )
  return results
}

async function problemOfUndo(app: App, actor: Actor, act: FoundAct): Promise<string | null> {
  try {
    await undo(app, actor, act)
    return null
  } catch (error) {
    if (error instanceof HttpError) return error.message
    throw error
  }
}

const silent = { isNotified: false }

async function undo(app: App, actor: Actor, { kind, id, userId, reversal, text }: FoundAct): Promise<void> {
  const ids = { actorId: actor.id, targetId: userId }
  const now = app.clock.now()
  const inTx = (work: (tx: Db) => Promise<unknown>) => inTransaction(app.db, work)
  switch (kind) {
    case 'ban':
      await inTx(async (tx) => {
        if ((await selectActiveBan(tx, userId, now))?.id !== id) throw conflict('The ban has ended meanwhile')
        await liftBan(tx, ids, now, {}, silent)
      })
      return
    case 'suspension':
      await inTx(async (tx) => {
        const status = (await selectSuspension(tx, userId))?.statusBefore ?? 'active'
        await endSuspension(tx, ids, now, { status }, {}, silent)
      })
      return
    case 'hide':
      await inTx(async (tx) => {
        await lockModerator(tx, actor, true, now)
        await restoreScript(tx, actor, id, now, silent)
      })
      return
    case 'withdrawal':
      await restoreVersion(app, actor, id, silent)
      return
    case 'edit':
      if (reversal) await revertEdit(app, actor, id, reversal)
      return
    case 'text':
      if (text)
        await withTransaction(app, actor, { permission: 'admin.scripts.moderate' }, (write) =>
          actOnText(app, write, text, { action: 'restore' }, silent),
        )
      return
    case 'blocklist':
      await removeEntry(app, actor, id, { reason: 'A moderator’s actions were undone' })
      return
    default:
      throw conflict('This cannot be undone')
  }
}

function lineOf({ kind, title }: { kind: FoundAct['kind']; title: string }): string {
  switch (kind) {
    case 'ban':
      return 'Your ban was lifted'
    case 'suspension':
      return 'Your suspension was ended'
    case 'edit':
      return `Set back: ${title}`
    default:
      return `Restored: ${title}`
  }
}

async function record(
  { db }: App,
  actor: Actor,
  moderator: NamedPrincipal,
  { since, results }: { since: string; results: UndoneActs['results'] },
): Promise<void> {
  if (results.length === 0) return
  const done = results.filter((result) => result.done)
  const counts = Map.groupBy(done, ({ kind }) => kind)
  await recordActivity(db, {
    ...actOver(actor, moderator),
    action: 'Acts Undone',
    description: `${actor.username} undid ${done.length} acts of ${moderator.username}`,
    status: 'warning',
    metadata: {
      since,
      undone: Object.fromEntries([...counts].map(([kind, list]) => [kind, list.length])),
      kept: results.length - done.length,
    },
  })
}
