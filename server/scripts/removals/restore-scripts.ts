import { takedownNumber } from '#contract/records/case-kinds.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, forbidden, notFound } from '#platform/errors.ts'
import { enqueueJob } from '#platform/jobs/jobs.ts'
import { recordActivities, emitEvent, onScript } from '#server/records/records.public.ts'
import { applyAnalysisJob } from '#server/archives/archives.public.ts'
import {
  closeRemovals,
  selectArchivesNotReviewed,
  selectHeldScripts,
  selectOpenRemovals,
  selectScriptsForUpdate,
  selectScriptsOfRemovals,
  updatePublications,
  updateRemovalOfNotice,
} from '#server/scripts/removals.queries.ts'
import { countScripts } from '#server/scripts/script-counts.queries.ts'
import { invalidateScript } from '#server/scripts/script-tags.ts'
import { selectScriptForUpdate, type ScriptRow } from '#server/scripts/script-rows.queries.ts'
import { holdBackBlocked } from '#server/scripts/versions/hold-back.ts'
import { selectScriptsUploadedBy } from '#server/scripts/versions/uploaders.queries.ts'

import { assertNotOwn } from './remove-scripts.ts'

type Moderator = Pick<Actor, 'id' | 'username'>

/**
 * Shows a hidden script again, in the caller's transaction: it is public, or waits for review as before. What a takedown
 * notice holds is only restored by a decision about the notice.
 */
export async function restoreScript(
  tx: Db,
  moderator: Moderator,
  scriptId: number,
  now: Date,
  { isNotified = true } = {},
): Promise<void> {
  const script = await selectScriptForUpdate(tx, scriptId)
  if (!script) throw notFound('Script not found')
  assertNotOwn(moderator, script)
  if (script.publication !== 'removed') throw conflict('This script is not hidden')
  await assertNotOwnArchives(tx, moderator, [scriptId])
  const notice = (await selectHeldScripts(tx, [scriptId])).get(scriptId)
  if (notice) throw conflict(heldText(notice.caseId))
  const published = await restore(tx, moderator, [script], now)
  if (!isNotified) return
  const { userId, name } = script
  const data = { script: name, isPublished: published.length > 0 }
  await emitEvent(tx, { kind: 'script-restored', actorId: moderator.id, scriptId, userId, data }, now)
}

const heldText = (caseId: number) =>
  `This script was taken down after notice ${takedownNumber(caseId)}. Only a decision about the notice restores it.`

/** A script that another user hid is not restored by someone who uploaded an archive of it. */
async function assertNotOwnArchives(tx: Db, { id }: Moderator, scriptIds: readonly number[]): Promise<void> {
  const removals = await selectOpenRemovals(tx, scriptIds)
  const hiddenByOthers = removals.flatMap(({ scriptId, removedBy }) => (removedBy === id ? [] : [scriptId]))
  if ((await selectScriptsUploadedBy(tx, id, hiddenByOthers)).length > 0)
    throw forbidden('You uploaded an archive of this script. Another moderator must restore it.')
}

/**
 * Undoes `removeScriptsOf`: restores the scripts of a user that its removals still hide. Those that were taken down since
 * stay hidden by their notice. The user is notified once, unless the caller does that. Returns the ids of the restored ones.
 */
export async function restoreScriptsOf(
  tx: Db,
  moderator: Moderator,
  { userId, removalIds }: { userId: number; removalIds: readonly number[] },
  now: Date,
  { isNotified = true } = {},
): Promise<number[]> {
  assertNotOwn(moderator, { userId, members: [] })
  const scripts = await selectScriptsForUpdate(tx, await selectScriptsOfRemovals(tx, userId, removalIds))
  for (const script of scripts) assertNotOwn(moderator, script)
  const held = await selectHeldScripts(
    tx,
    scripts.map(({ id }) => id),
  )
  for (const [id, { caseId, takenDownAt }] of held)
    await updateRemovalOfNotice(tx, id, {
      caseId,
      removedAt: takenDownAt,
      note: `Takedown notice ${takedownNumber(caseId)}`,
    })
  const hidden = scripts.filter(({ id, publication }) => publication === 'removed' && !held.has(id))
  if (hidden.length === 0) return []
  const ids = hidden.map(({ id }) => id)
  await assertNotOwnArchives(tx, moderator, ids)
  const published = await restore(tx, moderator, hidden, now)
  const publishedIds = new Set(published.map(({ id }) => id))
  for (const { id: scriptId, name, members } of hidden)
    for (const { userId: coAuthorId } of members) {
      const subject = { actorId: moderator.id, scriptId, userId: coAuthorId }
      const data = { script: name, isPublished: publishedIds.has(scriptId) }
      await emitEvent(tx, { kind: 'script-restored', ...subject, data }, now)
    }
  if (!isNotified) return ids
  const data = { count: hidden.length }
  await emitEvent(tx, { kind: 'scripts-restored', actorId: moderator.id, userId, data }, now)
  return ids
}

/** Returns those that are public now. */
async function restore(
  tx: Db,
  { id: restoredBy, username }: Moderator,
  scripts: readonly ScriptRow[],
  restoredAt: Date,
): Promise<ScriptRow[]> {
  for (const script of scripts) await holdBackBlocked(tx, script)
  const removals = await selectOpenRemovals(
    tx,
    scripts.map(({ id }) => id),
  )
  const removalOf = new Map(removals.map((removal) => [removal.scriptId, removal]))
  const published = scripts.filter(({ id }) => removalOf.get(id)?.before === 'published')
  const waiting = scripts.filter(({ id }) => removalOf.get(id)?.before !== 'published')
  await closeRemovals(
    tx,
    removals.map(({ id }) => id),
    { restoredBy, restoredAt },
  )
  await updatePublications(
    tx,
    published.map(({ id }) => id),
    'published',
  )
  await updatePublications(
    tx,
    waiting.map(({ id }) => id),
    'review',
  )
  await countScripts(tx, published, 1)
  await recordActivities(
    tx,
    scripts.map(({ id, name }) => ({
      ...onScript(restoredBy, id),
      action: 'Script Restored',
      description: `${username} restored ${name}`,
      status: 'success' as const,
      metadata: {
        reason: 'moderation',
        removal: removalOf.get(id)?.reason,
        removalId: removalOf.get(id)?.id,
      },
    })),
  )
  for (const script of scripts) invalidateScript(tx, script)
  const ids = scripts.map(({ id }) => id)
  for (const sha256 of await selectArchivesNotReviewed(tx, ids))
    await enqueueJob(tx, applyAnalysisJob, { sha256 })
  return published
}
