import { withTransaction, type Write } from '#server/accounts/accounts.public.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { type Db } from '#platform/database/database.ts'
import { conflict, forbidden } from '#platform/errors.ts'
import { applyToScript } from '#server/archives/archives.public.ts'
import { isAuthor, withdrawalOf } from '#server/scripts/scripts.rules.ts'
import { makeCurrent, selectVersionStates, updateVersion } from '#server/scripts/versions.queries.ts'

import { isWaiting, otherWaits } from './add-version.ts'
import { selectBlockOfVersion } from './hold-back.ts'
import { lockVersion } from './lock-version.ts'
import { assertNotOwnArchive } from './own-files.ts'
import { readVersion } from './read-version.ts'
import { recordVersionActivity } from './record-version-activity.ts'
import { requestComparison } from './update-changes.ts'
import { updateCurrent } from './update-current.ts'
import { emitScriptChange } from './version-events.ts'
import type { VersionRow } from './versions.queries.ts'

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
