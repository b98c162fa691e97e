import { withTransaction, type Write } from '#server/accounts/accounts.public.ts'
import type { VersionSummary, WithdrawalDraft } from '#contract/scripts/versions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { conflict } from '#platform/errors.ts'
import { closeReviewOf } from '#server/records/records.public.ts'
import { assertLinksAllowed } from '#server/scripts/link-limit.ts'
import { isAuthor } from '#server/scripts/scripts.rules.ts'
import { updateVersion } from '#server/scripts/versions.queries.ts'

import { lockVersion } from './lock-version.ts'
import { readVersion } from './read-version.ts'
import { recordVersionActivity } from './record-version-activity.ts'
import { publishedAtOf } from './serialize-version.ts'
import { requestComparison } from './update-changes.ts'
import { updateCurrent } from './update-current.ts'
import { emitDecision, emitRecall, emitWithdrawal } from './version-events.ts'

/** Another version becomes the current one. A version that waits for review is withdrawn by its author or rejected. */
export async function withdrawVersion(
  app: App,
  sender: Actor,
  id: number,
  draft: WithdrawalDraft,
): Promise<VersionSummary> {
  return withTransaction(app, sender, {}, (write) => withdrawVersionIn(write, app, id, draft))
}

/** In the caller's transaction. `caseId` is the case that decides it. */
export async function withdrawVersionIn(
  write: Write,
  { settings, clock }: Pick<App, 'settings' | 'clock'>,
  id: number,
  { kind, reason }: WithdrawalDraft,
  caseId?: number,
): Promise<VersionSummary> {
  const { db: tx, actor, now } = write
  const { row, script } = await lockVersion(write, id)
  if (row.version.withdrawnAt) throw conflict('This version is already withdrawn')
  const publishedAt = publishedAtOf(row)
  const isByAuthor = isAuthor(actor, script)
  const isOwn = isByAuthor || row.version.createdBy === actor.id
  if (isOwn) await assertLinksAllowed({ db: tx, settings, clock }, actor, { reason })
  const isRejected = !publishedAt && !isOwn
  const decided = { decision: 'rejected' as const, response: reason }
  const reviewId = await closeReviewOf(tx, id, isRejected ? { ...decided, decidedBy: actor.id } : {}, now)
  await updateVersion(tx, id, {
    publishedAt,
    withdrawnAt: now,
    withdrawalKind: isRejected ? 'rejected' : kind,
    withdrawalReason: reason,
    withdrawnBy: actor.id,
    withdrawnByModerator: !isByAuthor,
    withdrawnCaseId: caseId ?? (isRejected ? reviewId : undefined) ?? null,
  })
  await requestComparison(tx, id)
  const current = await updateCurrent(tx, script)
  await recordVersionActivity(tx, actor, row, 'Version Withdrawn', { kind })
  if (publishedAt && !isByAuthor) await emitWithdrawal(tx, actor, row, reason, now)
  if (publishedAt && kind === 'security') {
    const replacement = current?.number ?? null
    await emitRecall(tx, actor, row, { reason, replacement, ...(isOwn && { isByAuthor: true }) }, now)
  }
  if (isRejected) await emitDecision(tx, actor, row, { ...decided, caseId: reviewId }, now)
  return readVersion(tx, actor, id)
}
