import { type RemovalReason, removalLimits } from '#contract/scripts/removal-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import { type Db, inTransaction } from '#platform/database/database.ts'
import { conflict, forbidden, notFound } from '#platform/errors.ts'
import { removePacks } from '#server/archives/archives.public.ts'
import { recordActivities, emitEvent, onScript } from '#server/records/records.public.ts'
import {
  insertRemovals,
  selectShownScriptsForUpdate,
  updatePublications,
  selectDueRemovals,
  selectHasOpenCase,
  selectOpenRemovals,
  updateFilesRemoved,
} from '#server/scripts/removals.queries.ts'
import { countScripts } from '#server/scripts/script-counts.queries.ts'
import { removeFilesAfter } from '#server/scripts/file-sweep/sweep-files.ts'
import {
  selectScriptForUpdate,
  type ScriptRow,
  selectArchiveKeys,
  selectImages,
} from '#server/scripts/script-rows.queries.ts'
import { invalidateScript } from '#server/scripts/script-tags.ts'
import { isAuthor, type Authored } from '#server/scripts/scripts.rules.ts'

type Moderator = Pick<Actor, 'id' | 'username'>
type Removed = {
  reason: RemovalReason
  note: string
  /** The case that hides its own script. An appeal about another script does not undo the case. */
  decidedCase?: { id: number; scriptId: number | null }
}

/**
 * Hides a script from everyone but its authors and moderators, in the caller's transaction. The authors are notified,
 * the owner not if the caller does that. Returns the id of the removal, which the authors can appeal.
 */
export async function removeScript(
  tx: Db,
  moderator: Moderator,
  scriptId: number,
  removed: Removed,
  now: Date,
  { isNotified = true } = {},
): Promise<number> {
  const script = await selectScriptForUpdate(tx, scriptId)
  if (!script) throw notFound('Script not found')
  assertNotOwn(moderator, script)
  if (script.publication === 'removed') throw conflict('This script is already hidden')
  const removalIds = await hide(tx, moderator, [script], removed, now)
  const removalId = removalIds.get(scriptId) ?? 0
  if (!isNotified) {
    await notifyCoAuthors(tx, moderator, [script], { removalIds, removed }, now)
    return removalId
  }
  const { userId, name } = script
  const data = { script: name, removalId, reason: removed.reason, note: removed.note }
  await emitEvent(tx, { kind: 'script-removed', actorId: moderator.id, scriptId, userId, data }, now)
  return removalId
}

/**
 * Hides all scripts of a user, in the caller's transaction. The user is notified once, unless the caller does that;
 * co-authors are notified of each. Returns the ids of the removals, with which `restoreScriptsOf` undoes it.
 */
export async function removeScriptsOf(
  tx: Db,
  moderator: Moderator,
  userId: number,
  removed: Removed,
  now: Date,
  { isNotified = true } = {},
): Promise<number[]> {
  assertNotOwn(moderator, { userId, members: [] })
  const scripts = await selectShownScriptsForUpdate(tx, userId)
  for (const script of scripts) assertNotOwn(moderator, script)
  if (scripts.length === 0) return []
  const removalIds = await hide(tx, moderator, scripts, removed, now)
  const ids = [...removalIds.values()]
  await notifyCoAuthors(tx, moderator, scripts, { removalIds, removed }, now)
  if (!isNotified) return ids
  const data = { count: scripts.length, reason: removed.reason, note: removed.note }
  await emitEvent(tx, { kind: 'scripts-removed', actorId: moderator.id, userId, data }, now)
  return ids
}

/** Where the owner has a message of another kind. */
async function notifyCoAuthors(
  tx: Db,
  moderator: Moderator,
  scripts: readonly ScriptRow[],
  { removalIds, removed: { reason, note } }: { removalIds: ReadonlyMap<number, number>; removed: Removed },
  now: Date,
): Promise<void> {
  for (const { id: scriptId, name, members } of scripts)
    for (const { userId } of members) {
      const data = { script: name, removalId: removalIds.get(scriptId) ?? 0, reason, note }
      await emitEvent(tx, { kind: 'script-removed', actorId: moderator.id, scriptId, userId, data }, now)
    }
}

/** No moderator hides or restores a script of their own, in any way. */
export function assertNotOwn(moderator: Moderator, script: Authored): void {
  if (isAuthor(moderator, script)) throw forbidden('You cannot hide or restore your own scripts')
}

async function hide(
  tx: Db,
  { id: removedBy, username }: Moderator,
  scripts: readonly ScriptRow[],
  { reason, note, decidedCase }: Removed,
  removedAt: Date,
): Promise<Map<number, number>> {
  const ids = scripts.map(({ id }) => id)
  const published = scripts.filter(({ publication }) => publication === 'published')
  const rows = scripts.map(({ id: scriptId, publication }) => {
    const before = publication === 'published' ? ('published' as const) : ('review' as const)
    const caseId = decidedCase?.scriptId === scriptId ? decidedCase.id : null
    return { scriptId, reason, note, removedBy, removedAt, caseId, before }
  })
  const removalIds = await insertRemovals(tx, rows)
  await updatePublications(tx, ids, 'removed')
  await countScripts(tx, published, -1)
  await recordActivities(
    tx,
    scripts.map(({ id, name }) => ({
      ...onScript(removedBy, id),
      action: 'Script Removed',
      description: `${username} hid ${name}`,
      status: 'warning' as const,
      metadata: { reason: 'moderation', removal: reason, removalId: removalIds.get(id), note },
    })),
  )
  for (const script of scripts) invalidateScript(tx, script)
  return removalIds
}

const batchSize = 100

/** Runs daily. Deletes the files of scripts that are hidden for 30 days; their statistics stay. */
export async function deleteHiddenFiles(app: App): Promise<void> {
  const before = after(app.clock.now(), -removalLimits.fileDays * day)
  for (let due: number[] | undefined; due === undefined || due.length === batchSize;) {
    due = await selectDueRemovals(app.db, before, batchSize)
    for (const id of due) await deleteFiles(app, id, before)
  }
}

async function deleteFiles(app: App, id: number, before: Date): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const script = await selectScriptForUpdate(tx, id)
    // It may be restored, or a case may be opened, since it was read.
    const [removal] = await selectOpenRemovals(tx, [id])
    if (!script || !removal || removal.removedAt >= before || (await selectHasOpenCase(tx, id))) return
    const archives = await selectArchiveKeys(tx, id)
    const images = await selectImages(tx, id)
    const hashes = await updateFilesRemoved(tx, id, app.clock.now())
    const packs = await removePacks(tx, hashes)
    removeFilesAfter(tx, app, [...archives, ...images.flatMap(({ files }) => files), ...packs])
    invalidateScript(tx, script)
  })
}
