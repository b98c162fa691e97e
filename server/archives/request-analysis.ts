import type { Db } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'

import { upsertAnalysis, type ArchiveIdentity } from './analyses.queries.ts'

/** The jobs are in `versions`, which knows where archives are stored. */
export const analyseArchiveJob = 'analyse-archive'
export const applyAnalysisJob = 'apply-analysis'
/** This one is in `scripts`. */
export const writeAttributesJob = 'write-attributes'

/** Lower ones first. */
export const analysisPriority = { upload: 0, lostPack: 5, backfill: 10 } as const

/** On responses that show the analysis of an archive. */
export const analysisTag = (sha256: string) => `analysis:${sha256}`

/** On responses that show a position in the queue. */
export const queueTag = 'analysis-queue'

/** Call it in the transaction that adds the version. An archive that is known already is not read again. */
export async function requestAnalysis(tx: Db, archive: ArchiveIdentity): Promise<void> {
  const { id, state } = await upsertAnalysis(tx, archive, analysisPriority.upload)
  if (state === 'waiting')
    await enqueueJob(
      tx,
      analyseArchiveJob,
      { id },
      { key: `analyse ${id}`, priority: analysisPriority.upload },
    )
  if (state === 'done' || state === 'failed')
    await enqueueJob(tx, applyAnalysisJob, { sha256: archive.sha256 })
}

/** Works through the waiting archives that have no job of their own. */
export async function continueQueue(db: Db): Promise<void> {
  const options = { key: 'analyse waiting archives', priority: analysisPriority.backfill }
  await enqueueJob(db, analyseArchiveJob, {}, options)
}
