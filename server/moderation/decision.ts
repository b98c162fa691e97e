import { blocklistLimits, permissionOfEntry } from '#contract/moderation/blocklist.ts'
import type { CaseEffect, CaseEffectQuery } from '#contract/moderation/cases.ts'
import type { CaseDecisionDraft } from '#contract/moderation/case-drafts.ts'
import { cutText } from '#contract/platform/cut-text.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { selectActiveBan } from '#server/access/access.public.ts'
import type { Write } from '#server/accounts/accounts.public.ts'
import {
  type StoredCase,
  selectCase,
  selectJoinedIds,
  emitEvent,
  type AppealOutcome,
} from '#server/records/records.public.ts'
import {
  type ScriptRow,
  judgeFindingIn,
  selectOwnersOf,
  selectOwnership,
  selectVersion,
} from '#server/scripts/scripts.public.ts'

import { blockValue } from './blocklist/change-blocklist.ts'
import { findTouched, listTouched } from './blocklist/read-effect.ts'
import type { Against } from './blocklist/spared.queries.ts'
import { selectAuthors } from './case-access.ts'
import { roleIn } from './moderation.rules.ts'
import { selectAgainst, readNoticeScripts, selectArchivesToBlock } from './takedowns/read-takedown.ts'

/** An allowed decision, in the transaction that closes its case. Case and script are locked. */
export type Decision = Write & {
  app: App
  row: StoredCase
  /** Undefined for a deleted script, and for a case without one. */
  script: ScriptRow | undefined
  draft: CaseDecisionDraft
  /** True when the thing that a report asks for has happened already. The decision changes nothing then, and says that the report was right. */
  isInForce: boolean
  /** The case was closed before. */
  isReopened: boolean
}

/** The changes of a decision, beside closing the case and notifying the parties. */
export type Effect = (decision: Decision) => Promise<void>

export function requireScript({ script }: Decision): ScriptRow {
  if (!script) throw conflict('The script was deleted')
  return script
}

export function requireVersionId({ row }: Decision): number {
  if (row.versionId === null) throw conflict('This case is about no version')
  return row.versionId
}

/** Acts of a decision beside its effect, for other archives with the same files, now and later. */
export async function applyActions(decision: Decision): Promise<void> {
  await acceptFindings(decision)
  await addToBlocklist(decision)
}

async function acceptFindings(decision: Decision): Promise<void> {
  const { db: tx, actor, now, requirePermission, row, draft } = decision
  const { actions, logNote } = draft
  if (actions.accept.length === 0) return
  requirePermission('admin.scripts.moderate')
  const note = logNote.length < 3 ? `Accepted with case #${row.id}` : logNote
  for (const key of actions.accept) await judgeFindingIn(tx, actor, key, { verdict: 'accepted', note }, now)
}

/** A value that is listed already stays as it is. */
async function addToBlocklist(decision: Decision): Promise<void> {
  const { db: tx, actor, now, requirePermission, row, draft } = decision
  const { actions, logNote, response } = draft
  const reason = cutText(logNote || response || `Case #${row.id}`, blocklistLimits.reasonMax)
  for (const { kind } of actions.blocklist) requirePermission(permissionOfEntry(kind))
  const sparing = { against: await againstOf(tx, row, draft.scripts), except: actions.except }
  for (const key of actions.blocklist)
    await blockValue(tx, actor, { ...key, reason, caseId: row.id }, sparing, now)
}

/** The users and scripts that a decision is against: also who owns a script since it was transferred. */
async function againstOf(
  db: Db,
  { id, kind, userId, scriptId }: StoredCase,
  scripts: readonly number[] | undefined,
): Promise<Against> {
  if (kind === 'takedown') return selectAgainst(db, id, scripts)
  const scriptIds = scriptId === null ? [] : [scriptId]
  const owners = await selectOwnersOf(db, scriptIds)
  return { userIds: [...(userId === null ? [] : [userId]), ...owners], scriptIds }
}

/** The other scripts that a decision would touch by what it blocks. */
export async function readDecisionEffect(
  db: Db,
  actor: Actor,
  id: number,
  { scripts, blocklist }: CaseEffectQuery,
): Promise<CaseEffect> {
  const row = await selectCase(db, id)
  if (!row || roleIn(actor, row) !== 'staff') throw notFound('Case not found')
  const against = await againstOf(db, row, scripts)
  const archives = row.kind === 'takedown' ? await selectArchivesToBlock(db, against) : []
  const touched = await findTouched(db, [...archives, ...blocklist], against)
  // Scripts of the notice that are not taken down keep the archives.
  const notice = row.kind === 'takedown' ? await readNoticeScripts(db, id) : []
  const ofNotice = new Set(notice.map((script) => script.id))
  return listTouched(touched.filter((script) => !ofNotice.has(script.id)))
}

/** The author of a reviewed version and the uploaders of a takedown have events of their own. */
export async function notifyParties(decision: Decision): Promise<void> {
  const { row, draft, isInForce } = decision
  const { kind, userId, openedBy } = row
  await notifyReporters(decision, row)
  const hasOwnEvent = kind === 'review' || (kind === 'takedown' && draft.decision !== 'denied')
  if (hasOwnEvent || userId === null) return
  // The author has an email about the script that was hidden or the version that was withdrawn now.
  const hasOwnMail = !isInForce && ['banned', 'removed', 'text-hidden', 'withdrawn'].includes(draft.decision)
  for (const authorId of await selectAuthors(decision.db, row))
    if (authorId !== openedBy)
      await notify(decision, row, { userId: authorId, isOpener: false, isMailed: !hasOwnMail })
}

/** The opener, and those who joined the case. */
export async function notifyReporters(decision: Decision, row: StoredCase): Promise<void> {
  const joinedIds = row.reportCount > 1 ? await selectJoinedIds(decision.db, row.id) : []
  for (const userId of [row.openedBy ?? [], joinedIds].flat())
    await notify(decision, row, { userId, isOpener: true, isMailed: true })
}

async function notify(
  decision: Decision,
  row: StoredCase,
  { userId, isOpener, isMailed }: { userId: number; isOpener: boolean; isMailed: boolean },
): Promise<void> {
  const { db: tx, now, draft } = decision
  const { id: caseId, kind, title, scriptId, versionId } = row
  const data = {
    caseId,
    title,
    decision: draft.decision,
    appeal: await describeAppeal(decision, row),
    ...(isMailed && { mail: { kind, title, isOpener, response: draft.response } }),
  }
  const event = { actorId: null, scriptId, versionId, caseId, userId }
  await emitEvent(tx, { kind: 'case-decided', ...event, data }, now)
}

async function describeAppeal(decision: Decision, { kind, reason, title }: StoredCase) {
  if (kind !== 'appeal') return undefined
  const isGranted = decision.draft.decision === 'granted'
  const outcome = isGranted ? await readOutcome(decision) : undefined
  return { isGranted, isBan: reason === 'ban', isText: reason === 'hidden-text', title, outcome }
}

/** Read after the effect: a script can be hidden for another reason, too. */
async function readOutcome({ db: tx, row, now }: Decision): Promise<AppealOutcome | undefined> {
  const { reason, userId, scriptId, versionId } = row
  if (reason === 'ban') return (await selectActiveBan(tx, userId ?? 0, now)) ? undefined : 'ban-lifted'
  const publication = (await selectOwnership(tx, scriptId ?? 0))?.publication
  if (!publication || publication === 'removed') return undefined
  if (reason === 'removal') return publication === 'published' ? 'script-public' : 'script-waiting'
  const version = (await selectVersion(tx, versionId ?? 0))?.version
  if (!version || version.withdrawnAt) return undefined
  return version.publishedAt ? 'version-public' : 'version-waiting'
}
