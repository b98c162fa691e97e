import type { CaseDraft } from '#contract/moderation/case-drafts.ts'
import { caseLimits, type appealReasons } from '#contract/moderation/case-schemas.ts'
import { takedownNumber } from '#contract/records/case-kinds.ts'
import { TextKey } from '#contract/moderation/moderated-texts.ts'
import { cutText } from '#contract/platform/cut-text.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid, notFound, type HttpError } from '#platform/errors.ts'
import { selectActiveBan, liftBan } from '#server/access/access.public.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import {
  insertMessage,
  recordActivity,
  openCase,
  selectCase,
  selectTextHidings,
  type StoredCase,
} from '#server/records/records.public.ts'
import {
  isMaintainer,
  selectTeamMaintainerIds,
  selectVersion,
  restoreScript,
  publishVersion,
  restoreVersionIn,
} from '#server/scripts/scripts.public.ts'

import { unblockOfCase } from './blocklist/change-blocklist.ts'
import { withOwnPart } from './case-access.ts'
import { requireScript, requireVersionId, type Decision, type Effect } from './decision.ts'
import { selectOpenRemoval } from './moderation.queries.ts'
import { isAppealable } from './moderation.rules.ts'
import { findReportedTexts, findText, actOnText } from './texts/moderated-texts.ts'

type AppealDraft = Extract<CaseDraft, { kind: 'appeal' }>

/** Each decision can be appealed once. A banned user can only appeal the ban. */
export async function openAppeal(app: App, sender: Actor, draft: AppealDraft): Promise<number> {
  const { text, banId, removalId, withdrawnVersionId, hiddenText, parentId } = draft
  const named = [banId, removalId, withdrawnVersionId, hiddenText, parentId].filter((id) => id !== undefined)
  if (named.length !== 1)
    throw invalid({
      parentId: 'An appeal names a ban, a hidden script or text, a withdrawn version or a case',
    })
  return withTransaction(app, sender, { allowBanned: true }, async (write) => {
    const { db: tx, actor, now } = write
    const appealable = await findAppealable(tx, actor, draft, now)
    const isOfBan = 'appealed' in appealable && appealable.reason === 'ban'
    if (!isOfBan) write.requireNotBanned()
    if (!('appealed' in appealable)) throw appealable
    const { staffMessage, ...decision } = appealable
    const appeal = { kind: 'appeal' as const, userId: actor.id, openedBy: actor.id, text }
    const caseId = await openCase(tx, { ...decision, ...appeal }, now)
    if (caseId === undefined) throw conflict('This decision has already been appealed')
    if (staffMessage !== undefined) {
      const message = { audience: 'staff' as const, text: cutText(staffMessage, caseLimits.textMax) }
      await insertMessage(tx, { ...message, caseId, authorId: null, from: 'system', createdAt: now })
    }
    await recordActivity(tx, {
      type: 'user',
      action: 'Appeal Filed',
      description: `${actor.username} filed appeal #${caseId}`,
      status: 'info',
      userId: actor.id,
      ...(appealable.scriptId === null
        ? { targetId: actor.id, targetType: 'user' }
        : { targetId: appealable.scriptId, targetType: 'script' }),
      metadata: { caseId, reason: appealable.reason },
    })
    return caseId
  })
}

/** A decision against the user, as an appeal stores it. */
type Appealable = {
  appealed: string
  reason: (typeof appealReasons)[number]
  appealedUserId: number | null
  title: string
  scriptId: number | null
  versionId: number | null
  archiveSha256: string | null
  parentId: number | null
  /** What staff need to decide, if the appeal names no case. */
  staffMessage?: string
}

type AppealTarget = Omit<AppealDraft, 'kind' | 'text'>

type Found = Appealable | HttpError

/** The decision that the user appeals, or why that is not possible. */
export async function findAppealable(db: Db, actor: Actor, target: AppealTarget, now: Date): Promise<Found> {
  if (target.banId !== undefined) return findBan(db, actor, now, target.banId)
  if (target.removalId !== undefined) return findRemoval(db, actor, { id: target.removalId })
  if (target.withdrawnVersionId !== undefined) return findWithdrawal(db, actor, target.withdrawnVersionId)
  if (target.hiddenText !== undefined) return findTextHiding(db, actor, target.hiddenText, now)
  return findDecision(db, actor, target.parentId ?? 0, now)
}

async function findDecision(db: Db, actor: Actor, id: number, now: Date): Promise<Found> {
  const stored = await selectCase(db, id)
  const [parent] = stored ? await withOwnPart(db, actor, [stored], now) : []
  if (!parent || parent.userId !== actor.id) return notFound('Case not found')
  if (parent.kind === 'appeal') return conflict('The decision on an appeal is final')
  const subject = isAppealable(parent.decision)
    ? await findSubject(db, actor, parent, now)
    : conflict('This decision cannot be appealed')
  return 'appealed' in subject ? { ...subject, parentId: id } : subject
}

async function findSubject(db: Db, actor: Actor, parent: StoredCase, now: Date): Promise<Found> {
  const { decision, scriptId, versionId } = parent
  if (decision === 'banned') return findBan(db, actor, now)
  if (decision === 'removed') return findRemoval(db, actor, { scriptId: scriptId ?? 0 })
  if (decision === 'text-hidden') return findHiddenText(db, parent)
  return findWithdrawal(db, actor, versionId ?? 0)
}

async function findBan(db: Db, actor: Actor, now: Date, id?: number): Promise<Found> {
  const ban = await selectActiveBan(db, actor.id, now)
  if (!ban || (id !== undefined && ban.id !== id)) return notFound('Ban not found')
  return {
    ...withoutSubject,
    appealed: `ban:${ban.id}`,
    reason: 'ban',
    appealedUserId: ban.issuedBy,
    title: actor.username,
  }
}

async function findRemoval(
  db: Db,
  actor: Actor,
  target: { id: number } | { scriptId: number },
): Promise<Found> {
  const removal = await selectOpenRemoval(db, target)
  if (!removal || !isMaintainer(actor, removal)) return notFound('Hidden script not found')
  const { notice, scriptId, caseId } = removal
  if (notice !== null)
    return conflict(`${takedownNumber(notice)} is answered with a counter-notice instead of an appeal`)
  return {
    ...withoutSubject,
    appealed: `removal:${removal.id}`,
    reason: 'removal',
    appealedUserId: removal.removedBy,
    title: removal.name,
    scriptId,
    parentId: caseId,
  }
}

async function findWithdrawal(db: Db, actor: Actor, versionId: number): Promise<Found> {
  const row = await selectVersion(db, versionId)
  const { withdrawnAt, withdrawnBy, withdrawalKind, scriptId, sha256 } = row?.version ?? {}
  if (!row || !withdrawnAt || !isMaintainer(actor, row.script)) return notFound('Withdrawn version not found')
  const isByModerator = row.version.withdrawnByModerator ?? withdrawnBy !== row.script.userId
  if (!isByModerator) return conflict('You withdrew this version yourself')
  return {
    // A version can be withdrawn again after it was restored.
    appealed: `withdrawal:${versionId}:${withdrawnAt.getTime()}`,
    reason: withdrawalKind === 'rejected' ? 'rejection' : 'withdrawal',
    appealedUserId: withdrawnBy ?? null,
    title: row.script.name,
    scriptId: scriptId ?? null,
    versionId,
    archiveSha256: sha256 ?? null,
    parentId: row.version.withdrawnCaseId,
  }
}

async function findHiddenText(db: Db, { id, decidedBy, title }: StoredCase): Promise<Found> {
  const texts = await findReportedTexts(db, id)
  if (!texts.some(({ isHidden }) => isHidden)) return notFound('Hidden text not found')
  return {
    ...withoutSubject,
    appealed: `text:${id}`,
    reason: 'hidden-text',
    appealedUserId: decidedBy,
    title,
  }
}

/** A text that a decision about a report hid is appealed with that case. */
async function findTextHiding(db: Db, actor: Actor, key: TextKey, now: Date): Promise<Found> {
  const { userId, removal, text, names } = (await findText(db, key)) ?? {}
  const writers = key.kind === 'team' ? await selectTeamMaintainerIds(db, key.id) : [userId]
  if (!userId || !removal || !writers.includes(actor.id)) return notFound('Hidden text not found')
  for (const { id } of await selectTextHidings(db, userId, removal.at))
    if ((await findReportedTexts(db, id)).some((reported) => isSame(reported, key)))
      return findDecision(db, actor, id, now)
  return {
    ...withoutSubject,
    appealed: hidingOf(key, removal.at),
    reason: 'hidden-text',
    appealedUserId: removal.by,
    title: names?.collection ?? names?.script ?? actor.username,
    staffMessage: `The text was hidden. Reason: ${removal.reason}\n\n${text}`,
  }
}

const isSame = (a: TextKey, b: TextKey) => a.kind === b.kind && a.id === b.id

/** A text can be hidden again after it was restored. */
const hidingOf = ({ kind, id }: TextKey, at: Date) => `text:${kind}:${id}:${at.getTime()}`

const withoutSubject = { scriptId: null, versionId: null, archiveSha256: null, parentId: null }

/** A granted appeal undoes the decision and what it blocked, unless that has happened already. */
export const decideAppeal: Effect = async (decision) => {
  const { db: tx, actor, row, draft, now } = decision
  if (draft.decision !== 'granted') return
  if (row.parentId !== null) await unblockOfCase(tx, actor, row.parentId, now)
  switch (row.reason) {
    case 'ban':
      return await lift(decision)
    case 'removal':
      return await show(decision)
    case 'rejection':
      return await publish(decision)
    case 'hidden-text':
      return await restoreTexts(decision)
    default:
      return await restoreVersion(decision)
  }
}

async function lift({ db: tx, actor, row, now }: Decision): Promise<void> {
  const targetId = row.userId ?? 0
  const ban = await selectActiveBan(tx, targetId, now)
  if (ban && row.appealed === `ban:${ban.id}`)
    // The decision has an email of its own.
    await liftBan(tx, { actorId: actor.id, targetId }, now, { caseId: row.id }, { isNotified: false })
}

async function show(decision: Decision): Promise<void> {
  const { db: tx, actor, row, now } = decision
  const scriptId = requireScript(decision).id
  const removal = await selectOpenRemoval(tx, { scriptId })
  if (removal && row.appealed === `removal:${removal.id}`)
    await restoreScript(tx, actor, scriptId, now, { isNotified: false })
}

async function publish(decision: Decision): Promise<void> {
  const { db: tx, actor, now } = decision
  const script = requireScript(decision)
  const id = requireVersionId(decision)
  const version = await selectVersion(tx, id)
  if (version?.version.withdrawalKind !== 'rejected') return
  if (!(await publishVersion(tx, actor, script, id, now))) throw conflict('The version has no archive')
}

async function restoreVersion(decision: Decision): Promise<void> {
  requireScript(decision)
  const id = requireVersionId(decision)
  const version = await selectVersion(decision.db, id)
  if (version?.version.withdrawnAt) await restoreVersionIn(decision, id, { isNotified: false })
}

async function restoreTexts(decision: Decision): Promise<void> {
  const { app, row } = decision
  for (const key of await findAppealedTexts(decision.db, row))
    await actOnText(app, decision, key, { action: 'restore' })
}

/** Those that the appealed decision hid, and that are hidden. */
async function findAppealedTexts(tx: Db, { appealed, parentId }: StoredCase): Promise<TextKey[]> {
  if (parentId !== null) return (await findReportedTexts(tx, parentId)).filter(({ isHidden }) => isHidden)
  const [, kind = '', id = ''] = appealed?.split(':') ?? []
  const { data: key } = TextKey.safeParse({ kind, id: Number(id) })
  const removal = key && (await findText(tx, key))?.removal
  return removal && hidingOf(key, removal.at) === appealed ? [key] : []
}
