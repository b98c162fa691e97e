import { z } from 'zod/mini'

import { invalidate, inTransaction } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { App } from '#platform/app.ts'
import { analysisTag, applyAnalysisJob, selectAnalysis } from '#server/archives/archives.public.ts'
import { replaceScriptResources, selectScriptsWithArchive } from '#server/scripts/versions.queries.ts'
import { writeAttributes } from '#server/scripts/write-attributes.ts'

import { reviewVersions } from './review-versions.ts'
import { updateChanges } from './update-current.ts'
import { selectVersionsWithArchive } from './version-changes.queries.ts'

const batchSize = 100
const namesMax = 200

const Payload = z.object({ sha256: z.string(), scriptId: z.optional(z.int()) })

/**
 * Writes what depends on an analysis: whether versions are published, attributes and the names of the resources of the scripts with this archive, and
 * what the versions with it change. With `scriptId` only for that script: an archive of a thousand scripts must not be
 * applied to all of them for each new one.
 */
export const applyAnalysis: Job = {
  name: applyAnalysisJob,
  async run(app, payload) {
    const { db } = app
    const { sha256, scriptId } = Payload.parse(payload)
    const analysis = await selectAnalysis(db, sha256)
    if (analysis) await reviewVersions(app, analysis, scriptId)
    const isDone = analysis?.state === 'done'
    const provided = (analysis?.resources ?? []).flatMap(({ name, provides }) => [name, ...provides])
    const names = [...new Set(provided)].filter((name) => name !== '').slice(0, namesMax)
    for (let after: number | undefined = 0; after !== undefined;) {
      const ids = await selectScriptsWithArchive(db, { sha256, scriptId }, { after, limit: batchSize })
      for (const id of ids)
        await inTransaction(db, async (tx) => {
          if (isDone) await replaceScriptResources(tx, id, names)
          await writeAttributes(tx, [id])
          invalidate(tx, analysisTag(sha256))
        })
      after = ids.at(-1)
    }
    if (isDone) await updateChangesOf(app, { sha256, scriptId })
  },
}

async function updateChangesOf(
  app: App,
  archive: { sha256: string; scriptId: number | undefined },
): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const ids = await selectVersionsWithArchive(app.db, archive, { after, limit: batchSize })
    for (const id of ids) await updateChanges(app, id)
    after = ids.at(-1)
  }
}
