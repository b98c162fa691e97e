import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Db } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/jobs.ts'

import {
  analysisPriority,
  quickSizeMax,
  upsertAnalysis,
  type ArchiveIdentity,
  type Lane,
} from './analysis-queue.queries.ts'

/** The jobs are in `versions`, which knows where archives are stored. */
export const analyseArchiveJob = 'analyse-archive'
export const analyseLongArchiveJob = 'analyse-long-archive'
export const applyAnalysisJob = 'apply-analysis'
export const rescanJob = 'rescan'
export const rescanFileJob = 'rescan-file'
/** This one is in `packs.ts`. */
export const hashFilesJob = 'hash-files'
/** This one is in `scripts`. */
export const writeAttributesJob = 'write-attributes'

/** On responses that show the analysis of an archive. */
export const analysisTag = (sha256: string): CacheTag => `analysis:${sha256}`

/** On responses that show a position in the queue. */
export const queueTag: CacheTag = 'analysis-queue'

/** Call it in the transaction that adds the version. An archive that is known already is not read again. */
export async function requestAnalysis(
  tx: Db,
  archive: ArchiveIdentity & { requestedBy: number; scriptId: number },
): Promise<void> {
  const size = archive.size < quickSizeMax ? 'quick' : 'long'
  const { state, priority } = await upsertAnalysis(tx, archive, analysisPriority[size])
  if (state === 'waiting')
    await enqueueJob(tx, jobOf(priority === analysisPriority.quick ? 'quick' : 'long'), {})
  if (state === 'done' || state === 'failed') await applyToScript(tx, archive)
}

/** Applies the analysis of an archive to the versions of one script; other scripts may have the archive too. */
export async function applyToScript(
  tx: Db,
  { sha256, scriptId }: { sha256: string; scriptId: number },
): Promise<void> {
  const key = `${applyAnalysisJob} ${sha256} ${scriptId}`
  await enqueueJob(tx, applyAnalysisJob, { sha256, scriptId }, { key })
}

const jobOf = (lane: Lane) => (lane === 'quick' ? analyseArchiveJob : analyseLongArchiveJob)

/** Works through the waiting archives that have no job of their own: one job, which adds itself again. */
export async function continueQueue(
  db: Db,
  lane: Lane,
  options: { keepsTime?: boolean } = {},
): Promise<void> {
  const name = jobOf(lane)
  await enqueueJob(db, name, { continues: true }, { key: `${name}, all`, ...options })
}

/** After a change of the blocklist. The archives that are known to contain a file are scanned before all others. */
export async function requestRescan(tx: Db, file?: { sha256: string }): Promise<void> {
  if (file) await enqueueJob(tx, rescanFileJob, { ...file, after: 0 })
  await enqueueJob(tx, rescanJob, {}, { key: rescanJob })
}
