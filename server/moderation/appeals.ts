import type { CaseDraft, appealReasons } from '#contract/moderation/case-schemas.ts'
import { takedownNumber } from '#contract/records/case-kinds.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid, notFound, type HttpError } from '#platform/errors.ts'
import { selectActiveBan, liftBan } from '#server/access/access.public.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import { recordActivity, openCase, selectCase, type StoredCase } from '#server/records/records.public.ts'
import {
  isMaintainer,
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
import { findReportedTexts, actOnText } from './texts/moderated-texts.ts'

type AppealDraft = Extract<CaseDraft, { kind: 'appeal' }>

/** Each decision can be appealed once. A banned user can only appeal the ban. */
export async function openAppeal(app: App, sender: Actor, draft: AppealDraft): Promise<number> {
  const { text, banId, removalId, withdrawnVersionId, parentId } = draft
  const named = [banId, removalId, withdrawnVersionId, parentId].filter((id) => id !== undefined)
  if (named.length !== 1)
    throw invalid({ parentId: 'An appeal names a ban, a hidden script, a withdrawn version or a case' })
  return withTransaction(app, sender, { allowBanned: true }, async (write) => {
    const { db: tx, actor, now } = write
    const appealable = await findAppealable(tx, actor, draft, now)
    const isOfBan = 'appealed' in appealable && appealable.reason === 'ban'
    if (!isOfBan) write.requireNotBanned()
    if (!('appealed' in appealable)) throw appealable
    const appeal = { kind: 'appeal' as const, userId: actor.id, openedBy: actor.id, text }
    const caseId = await openCase(tx, { ...appealable, ...appeal }, now)
    if (caseId === undefined) throw conflict('This decision has already been appealed')
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
}

type AppealTarget = {
  banId?: number | undefined
  removalId?: number | undefined
  withdrawnVersionId?: number | undefined
  parentId?: number | undefined
}

type Found = Appealable | HttpError

/** The decision that the user appeals, or why that is not possible. */
export async function findAppealable(db: Db, actor: Actor, target: AppealTarget, now: Date): Promise<Found> {
  if (target.banId !== undefined) return findBan(db, actor, now, target.banId)
  if (target.removalId !== undefined) return findRemoval(db, actor, { id: target.removalId })
  if (target.withdrawnVersionId !== undefined) return findWithdrawal(db, actor, target.withdrawnVersionId)
  return findDecision(db, actor, target.parentId ?? 0, now)
}

async function findDecision(db: Db, actor: Actor, id: number, now: Date): Promise<Found> {
  const stored = await selectCase(db, id)
  const [parent] = stored ? await withOwnPart(db, actor, [stored], now) : []
  if (!parent || parent.userId !== actor.id) return notFound('Case not found')
  if (parent.kind === 'appeal') return conflict('The decision on an appeal is final')
  const subject = isAppealable(parent.decision) ? await findSubject(db, actor, parent, now) : cannotAppeal()
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

const withoutSubject = { scriptId: null, versionId: null, archiveSha256: null, parentId: null }

const cannotAppeal = () => conflict('This decision cannot be appealed')

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
  const { app, db: tx, row } = decision
  for (const { kind, id, isHidden } of await findReportedTexts(tx, row.parentId ?? 0))
    if (isHidden) await actOnText(app, decision, { kind, id }, { action: 'restore' })
}
