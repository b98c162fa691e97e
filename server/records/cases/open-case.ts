import type { CacheTag } from '#platform/cache/cache-tags.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { conflict, forbidden } from '#platform/errors.ts'
import {
  insertCase,
  selectOpenReviewForUpdate,
  selectOpenReviewsOf,
  updateCaseClosed,
  updateCaseReopened,
  type Closing,
  type NewCase,
  type StoredCase,
  selectCaseForUpdate,
} from './cases.queries.ts'
import { insertReport, lockSubject, selectOpenReports } from './reports.queries.ts'

/** On responses that show what was decided. */
export const casesTag: CacheTag = 'cases'

type Draft = Omit<NewCase, 'createdAt' | 'updatedAt'>

/** Returns its id, or undefined when the same case is open already or was appealed before. */
export async function openCase(tx: Db, draft: Draft, now: Date): Promise<number | undefined> {
  return insertCase(tx, { ...draft, createdAt: now, updatedAt: now })
}

/** Closes an open case that is locked. */
export async function closeCase(tx: Db, row: StoredCase, closing: Closing, now: Date): Promise<void> {
  await updateCaseClosed(tx, row, closing, now)
  if (closing.decision) invalidate(tx, casesTag)
}

/** Opens a closed case that is locked again, for another decision. */
export async function reopenCase(tx: Db, row: StoredCase, dueAt: Date, now: Date): Promise<void> {
  await updateCaseReopened(tx, row, dueAt, now)
  invalidate(tx, casesTag)
}

const ended: Closing = { decision: null, decidedBy: null, response: '', logNote: '' }

/** Closes the review of a version, if it has one. Without a decision it just ends, for example by a withdrawal. */
export async function closeReviewOf(
  tx: Db,
  versionId: number,
  closing: Partial<Closing>,
  now: Date,
): Promise<number | undefined> {
  const review = await selectOpenReviewForUpdate(tx, versionId)
  if (review && closing.decidedBy) assertMayDecide(review, closing.decidedBy, now)
  if (review) await closeCase(tx, review, { ...ended, ...closing }, now)
  return review?.id
}

function assertMayDecide({ openedBy, claimedBy, claimedUntil }: StoredCase, userId: number, now: Date): void {
  if (openedBy === userId) throw forbidden('Another moderator must decide about your version')
  const isClaimed = claimedBy !== null && claimedUntil !== null && claimedUntil > now
  if (isClaimed && claimedBy !== userId) throw conflict('Another moderator works on this case')
}

/** For a script that is deleted. */
export async function endReviewsOf(tx: Db, scriptId: number, now: Date): Promise<void> {
  for (const review of await selectOpenReviewsOf(tx, scriptId)) await closeCase(tx, review, ended, now)
}

type Report = Omit<NewCase, 'kind' | 'createdAt' | 'updatedAt'> & {
  scriptId: number | null
  userId: number
  versionId: number | null
  openedBy: number
  text: string
  evidence: NonNullable<NewCase['evidence']>
}

/**
 * Opens a case, or joins the open one about the same script or user: one decision is for all its reporters. Undefined
 * when the user has reported it already.
 */
export async function fileReport(
  tx: Db,
  report: Report,
  now: Date,
): Promise<{ caseId: number; isFirst: boolean } | undefined> {
  await lockSubject(tx, report)
  const open = await selectOpenReports(tx, report)
  if (open.some(({ openedBy }) => openedBy === report.openedBy)) return undefined
  for (const { id } of open) {
    // It may be decided in the meantime.
    const row = await selectCaseForUpdate(tx, id)
    if (row?.state !== 'open') continue
    const { openedBy: userId, versionId, reason, text, evidence } = report
    const isAdded = await insertReport(tx, {
      caseId: id,
      userId,
      versionId,
      reason,
      text,
      evidence,
      createdAt: now,
    })
    return isAdded ? { caseId: id, isFirst: false } : undefined
  }
  const caseId = await openCase(tx, { ...report, kind: 'report' }, now)
  return caseId === undefined ? undefined : { caseId, isFirst: true }
}
