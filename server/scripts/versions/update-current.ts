import { type Db, inTransaction, invalidate } from '#platform/database/database.ts'
import {
  applyToScript,
  analysisTag,
  readPackFiles,
  selectAnalyses,
} from '#server/archives/archives.public.ts'
import { countScript } from '#server/scripts/script-counts.queries.ts'
import { invalidateScript, invalidateScriptEdit } from '#server/scripts/script-tags.ts'
import { makeCurrent, selectVersionStates, type VersionState } from '#server/scripts/versions.queries.ts'
import { updateBefore } from '#server/scripts/removals.queries.ts'
import { updatePublication, type ScriptRow } from '#server/scripts/script-rows.queries.ts'
import { writeAttributes } from '#server/scripts/write-attributes.ts'
import { z } from 'zod/mini'
import { changesLimits } from '#contract/scripts/changes.ts'
import type { VersionChange } from '#contract/scripts/versions.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { App } from '#platform/app.ts'
import { compareCapabilities, compareFiles } from './compare-versions.rules.ts'
import { packOfAnalysis } from './read-version.ts'
import { selectVersionsToCompare, updateVersionChange } from './version-changes.queries.ts'

/**
 * After versions of a locked script were published, withdrawn or restored: the newest public one with an archive becomes
 * the current version. Without one the script is hidden and keeps its last current version, for its author and moderators.
 * A script that a moderator hid stays hidden.
 * `except` is a version that waits again: while it is the current one, it counts as published.
 */
export async function updateCurrent(
  tx: Db,
  script: ScriptRow,
  { except }: { except?: number } = {},
): Promise<VersionState | undefined> {
  const versions = await selectVersionStates(tx, script.id)
  const newest = versions.find(
    ({ id, isPublished, isWithdrawn, key }) => isPublished && !isWithdrawn && key !== null && id !== except,
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
    await updatePublication(tx, script.id, publication)
    await countScript(tx, script, newest ? 1 : -1)
    invalidateScript(tx, script)
  }
  return newest
}

const Payload = z.object({ id: z.int() })

/** For a version that is published, withdrawn or restored: the versions after it are compared with another one. */
export const compareVersions: Job = {
  name: 'compare-versions',
  run: (app, payload) => updateChanges(app, Payload.parse(payload).id),
}

/** Call it in the transaction that publishes, withdraws or restores a version. */
export async function requestComparison(tx: Db, id: number): Promise<void> {
  await enqueueJob(tx, compareVersions.name, { id }, { key: `compare ${id}` })
}

/** Writes what a version changes, and what those after it change that are compared with it. */
export async function updateChanges(app: App, id: number): Promise<void> {
  for (const version of await selectVersionsToCompare(app.db, id)) {
    const change = await compare(app, version)
    await inTransaction(app.db, async (tx) => {
      if (await updateVersionChange(tx, version, change)) invalidate(tx, analysisTag(version.sha256))
    })
  }
}

/** Null for a first version, and until both archives are analysed. */
async function compare(
  app: App,
  { sha256, previousSha256 }: { sha256: string; previousSha256: string | null },
): Promise<VersionChange | null> {
  if (previousSha256 === null) return null
  const analyses = await selectAnalyses(app.db, [sha256, previousSha256])
  const [before, after] = [analyses.get(previousSha256), analyses.get(sha256)]
  const [packBefore, packAfter] = [before && packOfAnalysis(before), after && packOfAnalysis(after)]
  if (!before || !after || !packBefore || !packAfter) return null
  const { added, removed } = compareCapabilities(before.capabilities, after.capabilities)
  const { counts } = compareFiles(await readPackFiles(app, packBefore), await readPackFiles(app, packAfter))
  const max = changesLimits.storedCapabilitiesMax
  return {
    added: added.slice(0, max),
    removed: removed.slice(0, max),
    // A file that was moved is a change of the archive, too.
    files: { added: counts.added, removed: counts.removed, changed: counts.changed + counts.moved },
  }
}
