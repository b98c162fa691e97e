import type { appealReasons } from '#contract/moderation/case-schemas.ts'
import { takedownNumber } from '#contract/moderation/takedowns.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { conflict, notFound, type HttpError } from '#platform/errors.ts'
import { selectCase, type StoredCase } from '#server/records/records.public.ts'
import { isMaintainer, selectVersion } from '#server/scripts/scripts.public.ts'

import { selectActiveBanOf, selectCaseDecidedAt, selectOpenRemoval } from './appeals.queries.ts'
import { isAppealable } from './moderation.rules.ts'
import { withOwnPart } from './with-own-part.ts'

/** A decision against the user, as an appeal stores it. */
export type Appealable = {
  appealed: string
  reason: (typeof appealReasons)[number]
  /** Who made it. */
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
type Reading = Pick<App, 'db' | 'clock'>

/** What the user appeals, or why that is not possible. */
export async function findAppealable(app: Reading, actor: Actor, target: AppealTarget): Promise<Found> {
  if (target.banId !== undefined) return findBan(app, actor, target.banId)
  if (target.removalId !== undefined) return findRemoval(app, actor, { id: target.removalId })
  if (target.withdrawnVersionId !== undefined) return findWithdrawal(app, actor, target.withdrawnVersionId)
  return findDecision(app, actor, target.parentId ?? 0)
}

async function findDecision(app: Reading, actor: Actor, id: number): Promise<Found> {
  const stored = await selectCase(app.db, id)
  const [parent] = stored ? await withOwnPart(app, actor, [stored]) : []
  if (!parent || parent.userId !== actor.id) return notFound('Case not found')
  if (parent.kind === 'appeal') return conflict('The decision on an appeal is final')
  const found = isAppealable(parent.decision) ? await findSubject(app, actor, parent) : cannotAppeal()
  return 'appealed' in found ? { ...found, parentId: id } : found
}

async function findSubject(
  app: Reading,
  actor: Actor,
  { decision, scriptId, versionId }: StoredCase,
): Promise<Found> {
  if (decision === 'banned') return findBan(app, actor)
  if (decision === 'removed') return findRemoval(app, actor, { scriptId: scriptId ?? 0 })
  return findWithdrawal(app, actor, versionId ?? 0)
}

async function findBan({ db, clock }: Reading, actor: Actor, id?: number): Promise<Found> {
  const ban = await selectActiveBanOf(db, actor.id, clock.now())
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
  { db }: Reading,
  actor: Actor,
  of: { id: number } | { scriptId: number },
): Promise<Found> {
  const removal = await selectOpenRemoval(db, of)
  if (!removal || !isMaintainer(actor, removal)) return notFound('Hidden script not found')
  const { notice, scriptId, removedAt } = removal
  if (notice !== null)
    return conflict(`${takedownNumber(notice)} is answered with a counter-notice instead of an appeal`)
  return {
    ...withoutSubject,
    appealed: `removal:${removal.id}`,
    reason: 'removal',
    appealedUserId: removal.removedBy,
    title: removal.name,
    scriptId,
    parentId: await selectCaseDecidedAt(db, { scriptId }, removedAt),
  }
}

async function findWithdrawal({ db }: Reading, actor: Actor, versionId: number): Promise<Found> {
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
    parentId: await selectCaseDecidedAt(db, { versionId }, withdrawnAt),
  }
}

const withoutSubject = { scriptId: null, versionId: null, archiveSha256: null, parentId: null }

const cannotAppeal = () => conflict('This decision cannot be appealed')
