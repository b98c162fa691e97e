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
} from './cases.queries.ts'

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
