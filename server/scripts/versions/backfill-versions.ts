import { forEachConcurrent } from '#platform/concurrency.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { App } from '#platform/app.ts'
import {
  analysisPriority,
  applyAnalysisJob,
  continueQueue,
  insertAnalyses,
  selectWaiting,
} from '#server/archives/archives.public.ts'
import {
  lockScripts,
  selectArchivesOfScripts,
  selectEarlierArchives,
  updateArchivesRemoved,
} from '#server/scripts/versions.queries.ts'

import { addMissingVersions } from './add-version.ts'
import { requeueInterrupted } from './analyse-archive.ts'
import { selectArchivesToReview } from './versions.queries.ts'

const batchSize = 500

/**
 * Adds the versions of archives that an earlier release stored, also during a rolling restart, and the analyses that
 * and reviews are missing; then continues with the archives that wait.
 */
export const backfillVersions: Job = {
  name: 'backfill-versions',
  schedule: '47 * * * *',
  runsAtStart: true,
  async run(app) {
    for (let after: number | undefined = 0; after !== undefined && !app.draining.aborted;)
      after = await backfillBatch(app, after)
    await requestReviews(app.db)
    await requeueInterrupted(app)
    for (const lane of ['quick', 'long'] as const)
      if ((await selectWaiting(app.db, lane, 1)).length > 0) await continueQueue(app.db, lane)
  },
}

/** Versions that are analysed and neither public nor reviewed, for example those that waited in an earlier release. */
async function requestReviews(db: Db): Promise<void> {
  for (const sha256 of await selectArchivesToReview(db, batchSize))
    await enqueueJob(db, applyAnalysisJob, { sha256 }, { key: `review ${sha256}` })
}

/** Returns the last script of the batch. */
async function backfillBatch(app: App, after: number): Promise<number | undefined> {
  const { db } = app
  const batch = await selectArchivesOfScripts(db, { after, limit: batchSize })
  const ids = batch.filter(({ hasVersion }) => !hasVersion).map(({ archive }) => archive.scriptId)
  if (ids.length > 0) {
    const removed = await findRemoved(app, ids)
    await inTransaction(db, async (tx) => {
      await lockScripts(tx, ids)
      await addMissingVersions(tx, ids)
      await updateArchivesRemoved(tx, removed)
    })
  }
  const unknown = batch.filter(({ hasAnalysis }) => !hasAnalysis).map(({ archive }) => archive)
  await insertAnalyses(db, unknown, analysisPriority.backfill)
  return batch.at(-1)?.archive.scriptId
}

/** An edit by a node of an earlier release removed the archive that it replaced. */
async function findRemoved({ db, files }: App, scriptIds: readonly number[]): Promise<number[]> {
  const removed: number[] = []
  const earlier = await selectEarlierArchives(db, scriptIds)
  await forEachConcurrent(earlier, 16, async ({ id, key }) => {
    if (!(await files.stat(key))) removed.push(id)
  })
  return removed
}
