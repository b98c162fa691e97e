import { z } from 'zod/mini'

import { changesLimits } from '#contract/scripts/changes.ts'
import type { VersionChange } from '#contract/scripts/versions.ts'
import { inTransaction, invalidate, type Db } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { App } from '#platform/app.ts'
import { analysisTag, readPackFiles, selectAnalyses } from '#server/archives/archives.public.ts'

import { compareCapabilities } from './compare-capabilities.rules.ts'
import { compareFiles } from './compare-files.rules.ts'
import { packOfAnalysis } from './read-version.ts'
import { selectVersionsToCompare, updateVersionChange } from './version-changes.queries.ts'

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
