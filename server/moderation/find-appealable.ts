import type { appealReasons } from '#contract/moderation/case-schemas.ts'
import { takedownNumber } from '#contract/moderation/takedowns.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, notFound, type HttpError } from '#platform/errors.ts'
import { selectCase, type StoredCase } from '#server/records/records.public.ts'
import { isMaintainer, selectVersion } from '#server/scripts/scripts.public.ts'

import { selectActiveBanOf, selectOpenRemoval } from './appeals.queries.ts'
import { isAppealable } from './moderation.rules.ts'
import { withOwnPart } from './case-parties.ts'
import { findReportedTexts } from './texts/reported-texts.ts'

/** A decision against the user, as an appeal stores it. */
export type Appealable = {
  appealed: string
  reason: (typeof appealReasons)[number]
  appealedUserId: number | null
  title: string
  scriptId: number | null
  versionId: number | null
  archiveSha256: string | null
  parentId: number | null
}

export type AppealTarget = {
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
  const ban = await selectActiveBanOf(db, actor.id, now)
  if (!ban || (id !== undefined && ban.id !== id)) return notFound('Ban not found')
  return {
    ...withoutSubject,
    appealed: `ban:${ban.id}`,
    reason: 'ban',
    appealedUserId: ban.issuedBy,
    title: actor.username,
  }
}

async function findRemoval(db: Db, actor: Actor, of: { id: number } | { scriptId: number }): Promise<Found> {
  const removal = await selectOpenRemoval(db, of)
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
