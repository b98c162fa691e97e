import type { Db } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/jobs.ts'
import { applyToScript } from '#server/archives/archives.public.ts'
import { updateBefore, updatePublications } from '#server/scripts/removals.queries.ts'
import { countScripts } from '#server/scripts/script-counts.queries.ts'
import type { ScriptRow } from '#server/scripts/script-rows.queries.ts'
import { invalidateScript, invalidateScriptEdit } from '#server/scripts/script-tags.ts'
import { makeCurrent, selectVersionStates, type VersionState } from '#server/scripts/version-rows.queries.ts'
import { writeAttributes } from '#server/scripts/write-attributes.ts'

/**
 * After versions of a locked script were published, withdrawn or restored: the newest public one with an archive becomes
 * the current version. Without one the script is hidden and keeps its last current version, for its author and moderators.
 * A script that a moderator hid stays hidden.
 */
export async function updateCurrent(tx: Db, script: ScriptRow): Promise<VersionState | undefined> {
  const versions = await selectVersionStates(tx, script.id)
  const newest = versions.find(
    ({ isPublished, isWithdrawn, key }) => isPublished && !isWithdrawn && key !== null,
  )
  if (newest && !newest.isCurrent) {
    await makeCurrent(tx, newest)
    await writeAttributes(tx, [script.id])
    await applyToScript(tx, { sha256: newest.sha256, scriptId: script.id })
  }
  const publication = newest ? 'published' : 'review'
  if (script.publication === 'removed') await updateBefore(tx, script.id, publication)
  if (publication === script.publication || script.publication === 'removed') {
    invalidateScriptEdit(tx, script, script, script)
  } else {
    await updatePublications(tx, [script.id], publication)
    await countScripts(tx, [script], newest ? 1 : -1)
    invalidateScript(tx, script)
  }
  return newest
}

/** After a version was published, withdrawn or restored: the versions after it are compared with another one. */
export const compareVersionsJob = 'compare-versions'

/** Call it in the transaction that publishes, withdraws or restores a version. */
export async function requestComparison(tx: Db, id: number): Promise<void> {
  await enqueueJob(tx, compareVersionsJob, { id }, { key: `compare ${id}` })
}
