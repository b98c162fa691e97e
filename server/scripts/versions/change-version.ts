import type { VersionTexts } from '#contract/scripts/script-fields.ts'
import type { VersionSummary, WithdrawalDraft } from '#contract/scripts/versions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, forbidden, notFound } from '#platform/errors.ts'
import { withTransaction, type Write } from '#server/accounts/accounts.public.ts'
import { applyToScript } from '#server/archives/archives.public.ts'
import { closeReviewOf, changedValues, emitEvent } from '#server/records/records.public.ts'
import { assertLinksAllowed } from '#server/scripts/link-limit.ts'
import { selectScriptForUpdate, type ScriptRow } from '#server/scripts/script-rows.queries.ts'
import { invalidateScriptEdit } from '#server/scripts/script-tags.ts'
import { isAuthor, withdrawalOf, mayManageVersions } from '#server/scripts/scripts.rules.ts'
import { updateVersion, makeCurrent, selectVersionStates } from '#server/scripts/version-rows.queries.ts'

import { isWaiting, otherWaits } from './add-version.ts'
import { selectBlockOfVersion, assertNotOwnArchive } from './hold-back.ts'
import { readVersion, findVersion } from './read-version.ts'
import { updateCurrent, requestComparison } from './update-current.ts'
import { recordVersionActivity, emitDecision, emitScriptChange, idsOf, namesOf } from './version-events.ts'
import type { VersionRow } from './versions.queries.ts'

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
  // A version that the blocklist holds back was public, and members downloaded it.
  const publishedAt =
    row.version.publishedAt ?? (kind === 'security' ? row.version.publishedBeforeBlock : null)
  const isByAuthor = isAuthor(actor, script)
  const isOwn = isByAuthor || row.version.createdBy === actor.id
  if (isOwn) await assertLinksAllowed({ db: tx, settings, clock }, actor, { reason })
  const isRejected = !publishedAt && !isOwn
  const decided = { decision: 'rejected' as const, response: reason }
  const reviewId = await closeReviewOf(tx, id, isRejected ? { ...decided, decidedBy: actor.id } : {}, now)
  await updateVersion(tx, id, {
    publishedAt,
    ...(publishedAt && { publishedBeforeBlock: null }),
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
  const names = namesOf(row)
  if (publishedAt && !isByAuthor) {
    const data = { ...names, versionId: id, reason }
    await emitEvent(tx, { kind: 'version-withdrawn', ...idsOf(actor, row), data }, now)
  }
  // For everyone who downloaded it.
  if (publishedAt && kind === 'security') {
    const replacement = current?.number ?? null
    const data = { ...names, reason, replacement, ...(isOwn && { isByAuthor: true }) }
    await emitEvent(tx, { kind: 'version-recalled', ...idsOf(actor, row), data }, now)
  }
  if (isRejected) await emitDecision(tx, actor, row, { ...decided, caseId: reviewId }, now)
  return readVersion(tx, actor, id)
}

/** The newest public version becomes the current one again. A version that was never published, or was blocked since, waits. */
export async function restoreVersion(
  app: App,
  sender: Actor,
  id: number,
  options: { isNotified?: boolean } = {},
): Promise<VersionSummary> {
  return withTransaction(app, sender, {}, (write) => restoreVersionIn(write, id, options))
}

/** In the caller's transaction. */
export async function restoreVersionIn(
  write: Write,
  id: number,
  { isNotified = true }: { isNotified?: boolean } = {},
): Promise<VersionSummary> {
  const { db: tx, actor, now } = write
  const { row, script } = await lockVersion(write, id)
  if (!row.version.withdrawnAt) throw conflict('This version is not withdrawn')
  await assertMayRestore(tx, actor, row)
  const versions = await selectVersionStates(tx, script.id)
  const publishedAt = (await selectBlockOfVersion(tx, row)) ? null : row.version.publishedAt
  if (!publishedAt && versions.some(isWaiting)) throw otherWaits()
  if (!publishedAt && row.version.key === null) throw conflict('The archive of this version was deleted')
  await updateVersion(tx, id, {
    publishedAt,
    ...(!publishedAt && row.version.publishedAt && { publishedBeforeBlock: row.version.publishedAt }),
    withdrawnAt: null,
    withdrawalKind: null,
    withdrawalReason: null,
    withdrawnBy: null,
    withdrawnByModerator: null,
    withdrawnCaseId: null,
  })
  await requestComparison(tx, id)
  // It is published or waits again.
  if (!publishedAt) await applyToScript(tx, row.version)
  const current = await updateCurrent(tx, script)
  const wasPublished = versions.some(({ isPublished }) => isPublished)
  if (!current && !wasPublished && row.version.key !== null) await makeCurrent(tx, row.version)
  await recordVersionActivity(tx, actor, row, 'Version Restored')
  const what = `Version ${row.version.number} was restored${publishedAt ? '' : ' and is checked before it is published'}`
  if (isNotified) await emitScriptChange(tx, actor, script, [{ what }], now)
  return readVersion(tx, actor, id)
}

/** A security withdrawal asks everyone who downloaded the version to remove it, so its authors alone cannot undo that. */
async function assertMayRestore(tx: Db, actor: Actor, { version, script }: VersionRow): Promise<void> {
  const { withdrawalKind: kind, withdrawnBy, sha256 } = version
  const isOfAuthors =
    isAuthor(actor, script) && !withdrawalOf({ ...version, ownerId: script.userId })?.isByModerator
  if (kind !== 'security' && (isOfAuthors || withdrawnBy === actor.id)) return
  if (actor.permissions.has('admin.scripts.moderate')) return await assertNotOwnArchive(tx, actor, sha256)
  throw forbidden(
    kind === 'security'
      ? 'Only a moderator can restore a version that was withdrawn for security'
      : 'Only the user who withdrew this version or a moderator can restore it',
  )
}

/** A version that the user may change, with its script, which is locked until the transaction ends. */
async function lockVersion(
  { db: tx, actor }: Write,
  id: number,
): Promise<{ row: VersionRow; script: ScriptRow }> {
  const { version } = await findVersion(tx, actor, id)
  const script = await selectScriptForUpdate(tx, version.scriptId)
  if (!script) throw notFound('Version not found')
  if (!mayManageVersions(actor, script))
    throw forbidden('You can only change versions of your own scripts or need permissions')
  return { row: await findVersion(tx, actor, id), script }
}

export async function changeChangelog(
  app: App,
  sender: Actor,
  id: number,
  { changelog }: VersionTexts,
): Promise<VersionSummary> {
  await assertLinksAllowed(app, sender, { changelog })
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, actor, now } = write
    const { row, script } = await lockVersion(write, id)
    if (changelog !== row.version.changelog) {
      await updateVersion(tx, id, { changelog })
      const isModeration = !isAuthor(actor, script)
      // Only for a moderator's edit, which can be undone: a changelog is long.
      const values = changedValues({ changelog: row.version.changelog }, { changelog })
      await recordVersionActivity(tx, actor, row, 'Version Updated', isModeration ? values : {})
      const what = `The changelog of ${row.version.number} was changed`
      await emitScriptChange(tx, actor, script, [{ what }], now)
      invalidateScriptEdit(tx, script, script, script)
    }
    return readVersion(tx, actor, id)
  })
}
