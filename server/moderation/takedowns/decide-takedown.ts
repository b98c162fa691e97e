import { takedownNumber } from '#contract/records/case-kinds.ts'
import { cutText } from '#contract/platform/cut-text.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendMail } from '#platform/mail/mailer.ts'
import type { Write } from '#server/accounts/accounts.public.ts'
import { blockValue, spareScript, unblockOfCase } from '#server/moderation/blocklist/change-blocklist.ts'
import {
  emitEvent,
  insertMessage,
  recordActivity,
  reopenCase,
  selectCaseForUpdate,
  type StoredCase,
} from '#server/records/records.public.ts'
import {
  removeScript,
  restoreScript,
  selectHeldScripts,
  selectOpenRemovals,
  selectScriptForUpdate,
  selectWasHiddenByNotice,
} from '#server/scripts/scripts.public.ts'

import { selectAgainst, selectPending } from './read-takedown.ts'
import { possibleDecisions, stateOf, isTakenDown, restorableAt } from './takedown.rules.ts'
import {
  selectArchiveHashes,
  selectTakedownScripts,
  updateTakedownScripts,
  type TakedownScript,
  selectCounterNotices,
} from './takedowns.queries.ts'
import { claimantNote, decisionParagraphs, noticeSubject } from '#server/moderation/moderation.texts.ts'

type Scripts = Choice & { scripts: readonly TakedownScript[] }

type TakedownDecision = Write & {
  app: App
  row: StoredCase
  decision: string
  response: string
  /** The scripts to take down or to restore. */
  scriptIds: readonly number[] | undefined
  /** Other scripts that keep the blocked archives. */
  except: readonly number[]
  /** The case was closed: staff restore without a counter-notice. */
  isReopened: boolean
}

/** The effect of a decision about a takedown, in the transaction that closes its case. */
export async function decideTakedown(decided: TakedownDecision): Promise<void> {
  const { db: tx, row, decision, now } = decided
  if (!possibleDecisions(row).includes(decision))
    throw invalid({ decision: 'This case cannot be decided like this' })
  const scripts = await selectTakedownScripts(tx, row.id)
  const choice = await chooseScripts(decided, scripts)
  if (decision === 'taken-down' && stateOf(row) === 'received') await takeDown(decided, scripts, choice)
  if (decision === 'restored') await restore(decided, choice.chosen)
  if (stateOf(row) === 'counter-notice') await notifyUploaders(decided, choice.staysHidden)
  const text = [textOf(decided, choice), decided.response].filter(Boolean).join('\n\n')
  await insertMessage(tx, {
    caseId: row.id,
    authorId: null,
    from: 'system',
    audience: 'staff',
    text,
    createdAt: now,
  })
  await recordDecision(decided, choice)
  await mailDecision(decided, { ...choice, scripts })
}

type Choice = {
  /** The scripts that the decision takes down or restores. */
  chosen: readonly TakedownScript[]
  /** Answered with a counter-notice that the decision does not follow, or not for all scripts of its sender. */
  staysHidden: readonly TakedownScript[]
  /** Scripts are restored without a counter-notice, or less than 14 days after it. */
  isEarly: boolean
}

/** A counter-notice restores the scripts of its sender only. */
async function chooseScripts(
  { db: tx, row, decision, response, scriptIds, isReopened, now }: TakedownDecision,
  scripts: readonly TakedownScript[],
): Promise<Choice> {
  if (decision === 'denied') return { chosen: [], staysHidden: [], isEarly: false }
  if (stateOf(row) === 'received')
    return { chosen: among(scripts, scriptIds ?? scripts.map(idOf)), staysHidden: [], isEarly: false }
  const counters = await selectCounterNotices(tx, row.id)
  const pending = await selectPending(tx, row, scripts)
  const hidden = scripts.filter(isTakenDown)
  const answered = hidden.filter(({ userId }) => counters.some((counter) => counter.userId === userId))
  const choice =
    decision === 'taken-down'
      ? { chosen: [], staysHidden: pending }
      : chooseRestored(
          among(isReopened ? hidden : answered, scriptIds ?? (isReopened ? hidden : pending).map(idOf)),
          pending,
        )
  const isEarly = choice.chosen.some(({ userId }) => {
    const restorable = restorableAt(counters, userId)
    return restorable === null || now < restorable
  })
  if (isEarly && response === '')
    throw invalid({
      response: 'The 14 days after a counter-notice are not over. Please give the reason for restoring now.',
    })
  if (choice.staysHidden.length > 0 && response === '')
    throw invalid({ response: 'Please explain the decision' })
  return { ...choice, isEarly }
}

/** The other scripts of the same uploaders stay hidden. A counter-notice of someone else waits for its own decision. */
function chooseRestored(chosen: readonly TakedownScript[], pending: readonly TakedownScript[]) {
  const userIds = new Set(chosen.map(({ userId }) => userId))
  return {
    chosen,
    staysHidden: pending.filter((script) => userIds.has(script.userId) && !chosen.includes(script)),
  }
}

/** After scripts were restored: a counter-notice of another uploader keeps the case open. */
export async function reopenForPending(tx: Db, caseId: number, now: Date): Promise<void> {
  const row = await selectCaseForUpdate(tx, caseId)
  if (!row) return
  const pending = await selectPending(tx, row, await selectTakedownScripts(tx, caseId))
  const counters = await selectCounterNotices(tx, caseId)
  const dueAt = pending
    .map(({ userId }) => restorableAt(counters, userId) ?? now)
    .toSorted((a, b) => Number(a) - Number(b))
  if (dueAt[0]) await reopenCase(tx, row, dueAt[0], now)
}

const idOf = ({ scriptId }: TakedownScript) => scriptId

function among(possible: readonly TakedownScript[], ids: readonly number[]): TakedownScript[] {
  const chosen = possible.filter(({ scriptId }) => ids.includes(scriptId))
  if (ids.length === 0 || chosen.length < new Set(ids).size)
    throw invalid({ scripts: 'This is not possible for one of the scripts' })
  return chosen
}

/**
 * Hides the chosen scripts and blocks their archives. The notice also holds those that a moderator hid before. Deleted
 * ones are left out. The other scripts of the notice keep the archives.
 */
async function takeDown(
  decided: TakedownDecision,
  scripts: readonly TakedownScript[],
  { chosen }: Choice,
): Promise<void> {
  const { db: tx, actor, row, response, except, now } = decided
  const number = takedownNumber(row.id)
  const scriptIds = chosen.map(({ scriptId }) => scriptId)
  const others = scripts.map(({ scriptId }) => scriptId).filter((id) => !scriptIds.includes(id))
  const sparing = {
    against: await selectAgainst(tx, row.id, scriptIds),
    except: [...new Set([...others, ...except])].filter((id) => !scriptIds.includes(id)),
  }
  const hidden: TakedownScript[] = []
  for (const script of chosen) {
    const current = await selectScriptForUpdate(tx, script.scriptId)
    if (!current) continue
    if (current.publication !== 'removed') {
      const note = cutText(response, 900) || `Takedown notice ${number}`
      const removal = {
        reason: 'copyright' as const,
        note,
        decidedCase: { id: row.id, scriptId: current.id },
      }
      await removeScript(tx, actor, current.id, removal, now, { isNotified: false })
    }
    hidden.push(script)
    for (const value of await selectArchiveHashes(tx, current.id))
      await blockValue(tx, actor, { kind: 'archive', value, reason: number, caseId: row.id }, sparing, now)
  }
  await updateTakedownScripts(
    tx,
    row.id,
    hidden.map(({ scriptId }) => scriptId),
    { takenDownAt: now },
  )
  await notifyUploaders(decided, hidden)
}

/** A script that a moderator hid before, or another notice holds, stays hidden. */
async function restore(
  { db: tx, actor, row, now }: TakedownDecision,
  chosen: readonly TakedownScript[],
): Promise<void> {
  const ids = chosen.map(({ scriptId }) => scriptId)
  await updateTakedownScripts(tx, row.id, ids, { restoredAt: now })
  await unblockOfCase(tx, actor, row.id, now)
  for (const scriptId of ids) {
    const script = await selectScriptForUpdate(tx, scriptId)
    if (script?.publication !== 'removed' || !(await selectWasHiddenByNotice(tx, scriptId))) continue
    if ((await selectHeldScripts(tx, [scriptId])).has(scriptId)) continue
    const [removal] = await selectOpenRemovals(tx, [scriptId])
    if (removal?.before === 'published') await spareScript(tx, scriptId)
    await restoreScript(tx, actor, scriptId, now)
  }
}

/** One event for each uploader. Restored scripts have events of their own. */
async function notifyUploaders(
  { db: tx, row, response, now }: TakedownDecision,
  scripts: readonly TakedownScript[],
): Promise<void> {
  const caseId = row.id
  for (const [userId, own] of Map.groupBy(scripts, (script) => script.userId)) {
    const script = own.map(({ currentName, name }) => currentName ?? name).join(', ')
    const data = { caseId, number: takedownNumber(caseId), script, response, isFinal: row.decision !== null }
    const subject = { actorId: null, scriptId: null, versionId: null, caseId, userId }
    await emitEvent(tx, { kind: 'takedown-decided', ...subject, data }, now)
  }
}

const namesAndIds = (scripts: readonly TakedownScript[]) =>
  scripts.map(({ scriptId, name, currentName }) => `${currentName ?? name} (#${scriptId})`).join(', ')

function textOf({ row, decision, actor }: TakedownDecision, { chosen, isEarly }: Choice): string {
  const number = takedownNumber(row.id)
  const names = namesAndIds(chosen)
  if (decision === 'restored')
    return `${actor.username} restored ${names} after ${number}${isEarly ? ', before the 14 days after a counter-notice were over' : ''}.`
  if (decision === 'denied') return `${actor.username} denied ${number}.`
  return stateOf(row) === 'counter-notice'
    ? `${actor.username} left the scripts of ${number} hidden after the counter-notice.`
    : `${actor.username} took down ${names} after ${number}.`
}

async function recordDecision(
  { db: tx, actor, row, decision }: TakedownDecision,
  { chosen, isEarly }: Choice,
): Promise<void> {
  const early = isEarly ? ' before the 14 days were over' : ''
  await recordActivity(tx, {
    type: 'system',
    action: 'Takedown Decided',
    description: `${actor.username} decided ${takedownNumber(row.id)}: ${decision}${early}`,
    status: 'warning',
    userId: actor.id,
    ...(row.scriptId !== null && { targetId: row.scriptId, targetType: 'script' as const }),
    metadata: { caseId: row.id, decision, scriptIds: chosen.map(({ scriptId }) => scriptId) },
  })
}

/** The decision in an email to the claimant, with each script by name when it differs. */
async function mailDecision(
  { db: tx, app, row, decision, response }: TakedownDecision,
  { scripts, chosen, staysHidden, isEarly }: Scripts,
): Promise<void> {
  if (!row.claimant) return
  const number = takedownNumber(row.id)
  const outcome = {
    decision,
    isCounterNotice: stateOf(row) === 'counter-notice',
    isEarly,
    chosen: namesOf(chosen),
    others: namesOf(scripts.filter((script) => !chosen.includes(script))),
    staysHidden: namesOf(staysHidden),
  }
  await mailClaimant(tx, app, row.claimant, {
    subject: noticeSubject(number),
    paragraphs: [...decisionParagraphs(number, outcome), ...(response === '' ? [] : [response])],
  })
}

/** Names that were public when the notice was received. */
const namesOf = (scripts: readonly TakedownScript[]) => scripts.map(({ name }) => name).join(', ')

type Claimant = { name: string; email: string }
type Content = {
  subject: string
  paragraphs: string[]
  link?: { label: string; url: string }
  note?: string
  expiresAt?: Date
}

export async function mailClaimant(
  tx: Db,
  { settings }: Pick<App, 'settings'>,
  { name, email }: Claimant,
  { subject, paragraphs, link, note, expiresAt }: Content,
): Promise<void> {
  const mail = renderEmail(settings.siteName, {
    to: email,
    subject,
    greets: name,
    paragraphs,
    ...(link && { link }),
    note: note ?? claimantNote,
  })
  await sendMail(tx, mail, expiresAt)
}
