import { inTransaction, invalidate, type Db } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { App } from '#platform/app.ts'
import {
  analysisPriority,
  continueQueue,
  insertAnalyses,
  selectNextWaiting,
  selectRunning,
  updateAbandoned,
} from '#server/archives/archives.public.ts'
import {
  insertVersions,
  lockScripts,
  scriptTag,
  selectArchivesOfScripts,
  updateReplacedVersions,
} from '#server/scripts/scripts.public.ts'

import { isAnalysing, lockName } from './analyse-archive.ts'

const batchSize = 500

/**
 * Adds the versions of archives that an earlier release stored, also during a rolling restart, and the analyses that
 * are missing; then continues with the archives that wait.
 */
export const backfillVersions: Job = {
  name: 'backfill-versions',
  schedule: '47 * * * *',
  runsAtStart: true,
  async run(app) {
    for (let after: number | undefined = 0; after !== undefined && !app.draining.aborted;)
      after = await backfillBatch(app, after)
    await releaseInterrupted(app)
    if ((await selectNextWaiting(app.db)) !== undefined) await continueQueue(app.db)
  },
}

/** Returns the last script of the batch. */
async function backfillBatch({ db }: App, after: number): Promise<number | undefined> {
  const batch = await selectArchivesOfScripts(db, { after, limit: batchSize })
  const ids = batch.filter(({ hasVersion }) => !hasVersion).map(({ archive }) => archive.scriptId)
  if (ids.length > 0) await inTransaction(db, (tx) => insertMissing(tx, ids))
  const unknown = batch.filter(({ hasAnalysis }) => !hasAnalysis).map(({ archive }) => archive)
  await insertAnalyses(db, unknown, analysisPriority.backfill)
  return batch.at(-1)?.archive.scriptId
}

/** The archives are read again under the lock: an edit may have replaced one. */
async function insertMissing(tx: Db, ids: readonly number[]): Promise<void> {
  await lockScripts(tx, ids)
  const missing = (await selectArchivesOfScripts(tx, { ids })).filter(({ hasVersion }) => !hasVersion)
  await updateReplacedVersions(
    tx,
    missing.map(({ archive }) => archive.scriptId),
  )
  await insertVersions(
    tx,
    missing.map(({ archive, number, publication }) => {
      const publishedAt = publication === 'published' ? archive.createdAt : null
      return { ...archive, number, publishedAt }
    }),
  )
  invalidate(tx, ...missing.map(({ archive }) => scriptTag(archive.scriptId)))
}

/** Only a killed process leaves an analysis that runs without its lock. */
async function releaseInterrupted(app: App): Promise<void> {
  const { db, nodes } = app
  for (const id of await selectRunning(db)) {
    // A node takes its own lock again.
    if (isAnalysing(app, id) || !(await nodes.tryLock(lockName(id)))) continue
    await updateAbandoned(db, id)
    await nodes.unlock(lockName(id))
  }
}
