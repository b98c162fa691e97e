import { z } from 'zod/mini'

import { invalidate, inTransaction } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { analysisTag, applyAnalysisJob, selectAnalysis } from '#server/archives/archives.public.ts'
import { replaceScriptResources, selectScriptsWithArchive } from '#server/scripts/scripts.public.ts'

const batchSize = 100
const namesMax = 200

const Payload = z.object({ sha256: z.string() })

/** Writes what other scripts show of an analysis: the names of the resources that the scripts with this archive have. */
export const applyAnalysis: Job = {
  name: applyAnalysisJob,
  async run({ db }, payload) {
    const { sha256 } = Payload.parse(payload)
    const analysis = await selectAnalysis(db, sha256)
    if (analysis?.state !== 'done') return
    const provided = (analysis.resources ?? []).flatMap(({ name, provides }) => [name, ...provides])
    const names = [...new Set(provided)].filter((name) => name !== '').slice(0, namesMax)
    for (let after: number | undefined = 0; after !== undefined;) {
      const ids = await selectScriptsWithArchive(db, sha256, { after, limit: batchSize })
      for (const id of ids)
        await inTransaction(db, async (tx) => {
          await replaceScriptResources(tx, id, names)
          invalidate(tx, analysisTag(sha256))
        })
      after = ids.at(-1)
    }
  },
}
