import { afterCommit, invalidate, inTransaction, type Db } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/jobs.ts'
import type { NewFiles } from '#platform/storage/new-files.ts'
import type { App } from '#platform/app.ts'
import { serializeError } from '#platform/log.ts'
import type { AnalysisResult } from './analyse/analysis-result.ts'
import {
  replaceFindings,
  updateCounts,
  updateDone,
  updateFailed,
  type AnalysisFailure,
  type NewPack,
} from './analyses.queries.ts'
import { replaceFingerprints } from './packs.queries.ts'
import { cardSummaryOf } from './describe-analysis.ts'
import { analysisTag, applyAnalysisJob, hashFilesJob, queueTag, continueQueue } from './request-analysis.ts'
import { analysisPriority, updateToWaiting } from './analysis-queue.queries.ts'

type Scanned = { id: number; sha256: string; revision: string }

type StoredPack = NewPack & { replacedKey: string | null; newFiles: NewFiles }

/** Replaces the results of an archive, in the caller's transaction. A scan of the pack leaves the pack as it is. */
export async function storeAnalysis(
  tx: Db,
  app: App,
  { id, sha256, revision }: Scanned,
  result: AnalysisResult,
  pack?: StoredPack,
): Promise<void> {
  const { contents, resources, resourcesTotal, capabilities, attributes, isWhole, counts, findings } = result
  const { replacedKey = null, newFiles, ...stored } = pack ?? {}
  newFiles?.adopt(tx)
  const row = {
    contents,
    resources,
    resourcesTotal,
    capabilities,
    attributes,
    isWhole,
    found: counts,
    summary: cardSummaryOf(capabilities, resources, resourcesTotal),
    revision,
    finishedAt: app.clock.now(),
  }
  await updateDone(tx, id, { ...row, ...stored })
  await replaceFindings(tx, id, findings)
  await replaceFingerprints(tx, id, result.fingerprints)
  await updateCounts(tx, [id])
  await enqueueJob(tx, applyAnalysisJob, { sha256 })
  if (pack) await enqueueJob(tx, hashFilesJob, {}, { key: hashFilesJob })
  invalidateAnalysis(tx, sha256)
  if (replacedKey !== null) removePackAfter(tx, app, replacedKey)
}

export async function storeFailure(
  app: App,
  { id, sha256, revision }: Scanned,
  failure: AnalysisFailure,
): Promise<void> {
  app.log.warn('An archive could not be analysed', { sha256, failure })
  await inTransaction(app.db, async (tx) => {
    await updateFailed(tx, id, { failure, revision, now: app.clock.now() })
    await enqueueJob(tx, applyAnalysisJob, { sha256 })
    invalidateAnalysis(tx, sha256)
  })
}

export function invalidateAnalysis(tx: Db, sha256: string): void {
  invalidate(tx, analysisTag(sha256), queueTag)
}

/** A pack that cannot be removed now is removed by the nightly sweep. */
function removePackAfter(tx: Db, { files, log }: App, key: string): void {
  afterCommit(tx, () => {
    files
      .remove([key])
      .catch((error: unknown) => log.warn('A pack could not be removed', serializeError(error)))
  })
}

/** For analyses whose packs are lost, which may be all of them. */
export async function readArchivesAgain(
  { db, log }: App,
  lost: readonly { id: number; sha256: string }[],
): Promise<void> {
  if (lost.length === 0) return
  log.warn('Packs are lost; their archives are read again', { count: lost.length, first: lost[0]?.sha256 })
  await inTransaction(db, async (tx) => {
    await updateToWaiting(
      tx,
      lost.map(({ id }) => id),
      analysisPriority.lostPack,
    )
    await continueQueue(tx, 'long', { keepsTime: true })
    for (const { sha256 } of lost) invalidateAnalysis(tx, sha256)
  })
}
