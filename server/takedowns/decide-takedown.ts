import { cutText } from '#contract/cut-text.ts'
import { takedownLimits, takedownNumber } from '#contract/takedowns.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden, invalid } from '#platform/errors.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { blockValue, unblockOfCase } from '#server/blocklist/blocklist.public.ts'
import { insertMessage, type StoredCase } from '#server/cases/cases.public.ts'
import { emitEvent } from '#server/events/events.public.ts'
import { removeScript, restoreScript } from '#server/removals/removals.public.ts'
import {
  selectHeldScripts,
  selectScriptForUpdate,
  selectWasHiddenByNotice,
} from '#server/scripts/scripts.public.ts'

import { mailClaimant } from './mail-claimant.ts'
import { isTakenDown, possibleDecisions, stateOf } from './takedown.rules.ts'
import {
  selectArchiveHashes,
  selectTakedownScripts,
  updateTakedownScripts,
  type TakedownScript,
} from './takedowns.queries.ts'

export type TakedownDecision = {
  tx: Db
  app: App
  actor: Actor
  row: StoredCase
  decision: string
  response: string
  now: Date
}

const isParty = 'You take part in this case. Another user must decide it.'

/** The effect of a decision about a takedown, in the transaction that closes its case. */
export async function decideTakedown(decided: TakedownDecision): Promise<void> {
  const { tx, actor, row, decision, now } = decided
  if (!possibleDecisions(row).includes(decision))
    throw invalid({ decision: 'This case cannot be decided like this' })
  const scripts = await selectTakedownScripts(tx, row.id)
  if (scripts.some(({ userId }) => userId === actor.id)) throw forbidden(isParty)
  if (decision === 'taken-down' && stateOf(row) === 'received') await takeDown(decided, scripts)
  if (decision === 'taken-down' && stateOf(row) === 'counter-notice')
    await notifyUploaders(decided, scripts.filter(isTakenDown))
  if (decision === 'restored') await restore(decided, scripts)
  const text = [textOf(decided), decided.response].filter(Boolean).join('\n\n')
  await insertMessage(tx, {
    caseId: row.id,
    authorId: null,
    from: 'system',
    audience: 'staff',
    text,
    createdAt: now,
  })
  await recordDecision(decided, scripts)
  await mailDecision(decided)
}

/**
 * Hides the scripts and blocks their archives. The notice also holds those that a moderator hid before. Deleted ones are
 * left out.
 */
async function takeDown(decided: TakedownDecision, scripts: readonly TakedownScript[]): Promise<void> {
  const { tx, actor, row, response, now } = decided
  const number = takedownNumber(row.id)
  const hidden: TakedownScript[] = []
  for (const script of scripts) {
    const found = await selectScriptForUpdate(tx, script.scriptId)
    if (!found) continue
    if (found.publication !== 'removed') {
      const note = cutText(response, 900) || `Takedown notice ${number}`
      const removal = { reason: 'copyright' as const, note }
      await removeScript(tx, actor, found.id, removal, now, { isNotified: false })
    }
    hidden.push(script)
    for (const value of await selectArchiveHashes(tx, found.id))
      await blockValue(tx, actor, { kind: 'archive', value, reason: number, caseId: row.id }, now)
  }
  await updateTakedownScripts(
    tx,
    row.id,
    hidden.map(({ scriptId }) => scriptId),
    { takenDownAt: now },
  )
  await notifyUploaders(decided, hidden)
}

/** What a moderator hid before, or another notice holds, stays hidden. */
async function restore(
  { tx, actor, row, now }: TakedownDecision,
  scripts: readonly TakedownScript[],
): Promise<void> {
  const held = scripts.filter(isTakenDown).map(({ scriptId }) => scriptId)
  await updateTakedownScripts(tx, row.id, held, { restoredAt: now })
  await unblockOfCase(tx, actor, row.id, now)
  for (const scriptId of held) {
    const script = await selectScriptForUpdate(tx, scriptId)
    if (script?.publication !== 'removed' || !(await selectWasHiddenByNotice(tx, scriptId))) continue
    const isHeld = (await selectHeldScripts(tx, [scriptId])).has(scriptId)
    if (!isHeld) await restoreScript(tx, actor, scriptId, now)
  }
}

/** One event for each uploader. Restored scripts have events of their own. */
async function notifyUploaders(
  { tx, row, response, now }: TakedownDecision,
  scripts: readonly TakedownScript[],
): Promise<void> {
  const caseId = row.id
  for (const [userId, own] of Map.groupBy(scripts, (script) => script.userId)) {
    const script = own.map(({ name }) => name).join(', ')
    const data = { caseId, number: takedownNumber(caseId), script, response, isFinal: row.decision !== null }
    const subject = { actorId: null, scriptId: null, versionId: null, caseId, userId }
    await emitEvent(tx, { kind: 'takedown-decided', ...subject, data }, now)
  }
}

function textOf({ row, decision, actor }: TakedownDecision): string {
  const number = takedownNumber(row.id)
  if (decision === 'restored') return `${actor.username} restored what ${number} had taken down.`
  if (decision === 'denied') return `${actor.username} denied ${number}.`
  return stateOf(row) === 'counter-notice'
    ? `${actor.username} left the scripts of ${number} hidden after the counter-notice.`
    : `${actor.username} took the scripts of ${number} down.`
}

async function recordDecision(
  { tx, actor, row, decision }: TakedownDecision,
  scripts: readonly TakedownScript[],
): Promise<void> {
  await recordActivity(tx, {
    type: 'system',
    action: 'Takedown Decided',
    description: `${actor.username} decided ${takedownNumber(row.id)}: ${decision}`,
    status: 'warning',
    userId: actor.id,
    ...(row.scriptId !== null && { targetId: row.scriptId, targetType: 'script' as const }),
    metadata: { caseId: row.id, decision, scriptIds: scripts.map(({ scriptId }) => scriptId) },
  })
}

async function mailDecision({ tx, app, row, decision, response }: TakedownDecision): Promise<void> {
  if (!row.claimant) return
  const number = takedownNumber(row.id)
  const isSecond = stateOf(row) === 'counter-notice'
  const sentence =
    decision === 'denied'
      ? `Your takedown notice ${number} was denied.`
      : decision === 'restored'
        ? `The scripts of your takedown notice ${number} were restored after a counter-notice.`
        : isSecond
          ? `The scripts of your takedown notice ${number} stay hidden.`
          : `The scripts of your takedown notice ${number} were taken down. Their uploaders can send a counter-notice; then they may come back after ${takedownLimits.counterDays} days.`
  await mailClaimant(tx, app, row.claimant, {
    subject: `Takedown notice ${number}`,
    paragraphs: [sentence, ...(response === '' ? [] : [response])],
  })
}
