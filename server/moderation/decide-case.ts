import type { CaseDecisionDraft } from '#contract/moderation/case-drafts.ts'
import { decisionsOf, type CaseDecision, type CaseKind } from '#contract/moderation/case-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import { batchesById } from '#platform/concurrency.ts'
import { type Db, inTransaction } from '#platform/database/database.ts'
import { conflict, forbidden, invalid } from '#platform/errors.ts'
import { selectUsernames } from '#server/access/access.public.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import {
  closeCase,
  recordActivity,
  reopenCase,
  selectCase,
  selectHasReason,
  selectJoinedIds,
  selectSiblingsForUpdate,
  type StoredCase,
} from '#server/records/records.public.ts'
import {
  emitDecision,
  publishVersion,
  rejectVersion,
  selectAuthorsOf,
  selectVersion,
} from '#server/scripts/scripts.public.ts'

import { decideAppeal } from './appeals.ts'
import { assertMayBlock } from './blocklist/read-effect.ts'
import { lockCaseOfStaff, lockCase } from './case-access.ts'
import { assertMayDismiss, chooseVersion, decideReport, isInForce } from './decide-report.ts'
import {
  applyActions,
  notifyParties,
  notifyReporters,
  requireScript,
  requireVersionId,
  type Decision,
  type Effect,
} from './decision.ts'
import { selectInactiveReviews } from './moderation.queries.ts'
import { blockedReason, needsResponse, namesParty, type PartyNames } from './moderation.rules.ts'
import { decideTakedown, reopenForPending } from './takedowns/decide-takedown.ts'
import { selectTakedownScripts } from './takedowns/takedowns.queries.ts'

/** The version is published, or stays private with the response as the reason. */
const decideReview: Effect = async (decision) => {
  const { db: tx, actor, row, draft, now } = decision
  const script = requireScript(decision)
  const versionId = requireVersionId(decision)
  const version = await selectVersion(tx, versionId)
  if (!version) throw conflict('The version was deleted')
  const isPublished = draft.decision === 'published'
  if (!isPublished)
    await rejectVersion(tx, actor, script, versionId, { reason: draft.response, caseId: row.id }, now)
  else if (!(await publishVersion(tx, actor, script, versionId, now)))
    throw conflict('The version has no archive')
  const decided = isPublished ? 'published' : 'rejected'
  await emitDecision(tx, actor, version, { decision: decided, response: draft.response, caseId: row.id }, now)
}

const effects: Record<CaseKind, Effect> = {
  review: decideReview,
  report: decideReport,
  appeal: decideAppeal,
  takedown: ({ draft, ...taken }) => {
    const { decision, response, scripts: scriptIds, actions } = draft
    return decideTakedown({ ...taken, decision, response, scriptIds, except: actions.except })
  },
}

/** A decision and its effect are one transaction: the next response shows both. */
export async function decideCase(
  app: App,
  actor: Actor,
  id: number,
  draft: CaseDecisionDraft,
): Promise<void> {
  await assertMayBlock(app, actor, draft.actions.blocklist)
  await withTransaction(app, actor, {}, async (write) => {
    const { db: tx, now } = write
    // A script that was taken down can be restored without a counter-notice.
    const mayReopen = draft.decision === 'restored'
    const locked = await lockCaseOfStaff(write, id, { mayReopen })
    const { script } = locked
    const isReopened = locked.row.state === 'closed'
    if (isReopened) await reopenTakedown(tx, locked.row, now)
    const row = { ...(await chooseVersion(tx, locked.row, draft)), state: 'open' as const }
    const subject = { ...write, app, row, script, draft, isReopened }
    const decision = { ...subject, isInForce: await isInForce(subject, draft.decision) }
    const siblings = await lockSiblings(decision)
    await assertValid(decision, siblings)
    if (draft.decision === 'dismissed') await assertMayDismiss(decision)
    await applyActions(decision)
    await effects[row.kind](decision)
    const { decision: decided, response } = draft
    // The log has no note about personal data, whose report is not always the first.
    const logNote = (await selectHasReason(tx, row.id, 'personal-data')) ? '' : draft.logNote
    const closing = { decision: decided, response, logNote, decidedBy: actor.id }
    for (const open of [...siblings, row]) await closeCase(tx, open, closing, now)
    if (decided === 'restored') await reopenForPending(tx, row.id, now)
    await recordDecision(decision)
    await notifyParties(decision)
    for (const sibling of siblings) await notifyReporters(decision, sibling)
  })
}

async function reopenTakedown(tx: Db, row: StoredCase, now: Date): Promise<void> {
  if (row.kind !== 'takedown' || row.decision === 'denied') throw conflict('This case was already decided')
  await reopenCase(tx, row, now, now)
}

/** An earlier release opened a case for each report. The decision on one is for all about the same. */
async function lockSiblings({ db: tx, actor, row }: Decision): Promise<StoredCase[]> {
  if (row.kind !== 'report') return []
  const siblings = await selectSiblingsForUpdate(tx, row)
  for (const sibling of siblings) {
    const blocked = blockedReason(actor, sibling)
    if (blocked !== undefined) throw forbidden(blocked)
  }
  return siblings
}

async function assertValid(decision: Decision, siblings: readonly StoredCase[]): Promise<void> {
  const { row, draft } = decision
  const possible: readonly CaseDecision[] = decisionsOf[row.kind]
  if (!possible.includes(draft.decision)) throw invalid({ decision: 'This case cannot be decided like this' })
  if (needsResponse(draft.decision) && draft.response === '')
    throw invalid({ response: 'Please explain the decision' })
  await assertNamesNoParty(decision, siblings)
}

async function recordDecision({ db: tx, actor, row, draft }: Decision): Promise<void> {
  const { scriptId, userId } = row
  await recordActivity(tx, {
    type: 'script',
    action: 'Case Decided',
    description: `${actor.username} decided case #${row.id}: ${draft.decision}`,
    status: 'info',
    userId: actor.id,
    ...(scriptId !== null && { targetId: scriptId, targetType: 'script' as const }),
    ...(scriptId === null && userId !== null && { targetId: userId, targetType: 'user' as const }),
    metadata: { caseId: row.id, kind: row.kind, decision: draft.decision, reason: 'moderation' },
  })
}

/** Everyone reads the note of a decision, and the reason for which a version is withdrawn. */
async function assertNamesNoParty(decision: Decision, siblings: readonly StoredCase[]): Promise<void> {
  const { draft } = decision
  const reason = draft.decision === 'withdrawn' ? draft.response : ''
  if (draft.logNote === '' && reason === '') return
  const names = await readNames(decision, siblings)
  if (namesParty(draft.logNote, names))
    throw invalid({ logNote: 'The public note must not contain the name of a user' })
  if (namesParty(reason, names))
    throw invalid({ response: 'Everyone reads this reason: it must not contain the name of a user' })
}

/** The names of all who have a part in the cases: reporters, authors and staff, also of the decision that is appealed. */
async function readNames(
  { db: tx, actor, row }: Decision,
  siblings: readonly StoredCase[],
): Promise<PartyNames> {
  const parent = row.parentId === null ? undefined : await selectCase(tx, row.parentId)
  const notice = row.kind === 'takedown' ? await selectTakedownScripts(tx, row.id) : []
  const userIds = new Set([actor.id, ...notice.map(({ userId }) => userId)])
  const scriptIds = new Set(notice.map(({ scriptId }) => scriptId))
  for (const { id, ...part } of [row, ...siblings, ...(parent ? [parent] : [])]) {
    for (const userId of [part.userId, part.openedBy, part.decidedBy, part.appealedUserId])
      userIds.add(userId ?? 0)
    for (const reporter of await selectJoinedIds(tx, id)) userIds.add(reporter)
    scriptIds.add(part.scriptId ?? 0)
  }
  const authors = await selectAuthorsOf(tx, { userIds: [...userIds], scriptIds: [...scriptIds] })
  const { name, email, onBehalfOf } = row.claimant ?? {}
  return {
    usernames: [...(await selectUsernames(tx, [...userIds, ...authors])).values()],
    claimant: [name ?? [], email ?? [], onBehalfOf ?? []].flat(),
  }
}

const waitsFor = 30 * day
const batchSize = 100

const inactiveResponse = 'There was no response for 30 days. You can upload the version again.'

/** Runs daily: a review whose author did not respond to the staff for 30 days is rejected. */
export async function closeInactiveCases({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const before = after(now, -waitsFor)
  const select = (id: number) => selectInactiveReviews(db, before, { after: id, limit: batchSize })
  for await (const ids of batchesById(select))
    for (const id of ids) await inTransaction(db, (tx) => rejectInactive(tx, id, now))
}

async function rejectInactive(tx: Db, id: number, now: Date): Promise<void> {
  const { row, script } = (await lockCase(tx, id)) ?? {}
  if (row?.state !== 'open') return
  const version = row.versionId === null ? undefined : await selectVersion(tx, row.versionId)
  const decided = { decision: 'rejected' as const, response: inactiveResponse }
  if (script && version && row.versionId !== null) {
    await rejectVersion(tx, null, script, row.versionId, { reason: inactiveResponse, caseId: row.id }, now)
    await emitDecision(tx, null, version, { ...decided, caseId: id }, now)
  }
  await closeCase(tx, row, { ...decided, decidedBy: null, logNote: '' }, now)
}
