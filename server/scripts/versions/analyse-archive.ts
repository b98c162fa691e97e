import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod/mini'

import { archiveExtension } from '#contract/scripts/script-limits.ts'
import { lazySingleton, type App } from '#platform/app.ts'
import { databaseUnavailableError } from '#platform/database/database-errors.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { HttpError } from '#platform/errors.ts'
import { type Job, enqueueJob } from '#platform/jobs/jobs.ts'
import { withNewFiles } from '#platform/storage/new-files.ts'
import {
  analyseArchive,
  analyseArchiveJob,
  analyseLongArchiveJob,
  analysisPriority,
  continueQueue,
  readRevision,
  selectBlocklist,
  selectRunning,
  selectWaiting,
  storeAnalysis,
  storeFailure,
  updateRequeued,
  updateStarted,
  type Effort,
  type Lane,
  applyAnalysisJob,
} from '#server/archives/archives.public.ts'
import { selectStoredArchives } from '#server/scripts/version-rows.queries.ts'

import { selectArchivesToReview } from './versions.queries.ts'

/** An archive that ends the process that reads it must not do so for ever. */
const attemptsMax = 3

/** Each failure changes lists, and all archives may be missing: at one a second lists had 0.8 of their usual rate. */
const missingPauseMs = 3000

/** Analyses of other nodes are skipped. */
const candidatesMax = 20

/** Uploads of one archive whose file is looked for. */
const copiesMax = 20

/** Each upload adds a job, which analyses the next archive of the queue. The one that `continues` works through all others. */
const Payload = z.object({ continues: z.optional(z.boolean()) })

/** Analyses the next of the small archives that were uploaded. */
export const analyseNext: Job = analysisJob(analyseArchiveJob, 'quick')

/** Analyses the next of the others. */
export const analyseNextLong: Job = analysisJob(analyseLongArchiveJob, 'long')

function analysisJob(name: string, lane: Lane): Job {
  return {
    name,
    ownQueue: 1,
    abandonOnShutdown: true,
    async run(app, payload, abandoned) {
      const { continues } = Payload.parse(payload)
      await requeueInterrupted(app)
      for (const id of await selectWaiting(app.db, lane, candidatesMax))
        if (await analyseAlone(app, id, abandoned)) break
      if (continues && (await selectWaiting(app.db, lane, 1)).length > 0) await continueQueue(app.db, lane)
    },
  }
}

/** Returns false when another node analyses the archive. */
async function analyseAlone(app: App, id: number, abandoned: AbortSignal): Promise<boolean> {
  const lock = lockName(id)
  if (!(await app.nodes.tryLock(lock))) return false
  analysing(app).add(id)
  try {
    const started = await updateStarted(app.db, id, app.clock.now())
    if (started) await analyse(app, started, abandoned)
    return started !== undefined
  } finally {
    analysing(app).delete(id)
    await app.nodes.unlock(lock)
  }
}

/** The analyses of this node. */
const analysing = lazySingleton(() => new Set<number>())
const lockName = (id: number) => `analysis ${id}`

/** Only a killed process leaves an analysis that runs without its lock. */
async function requeueInterrupted(app: App): Promise<void> {
  for (const id of await selectRunning(app.db)) {
    // A node takes its own lock again.
    if (analysing(app).has(id) || !(await app.nodes.tryLock(lockName(id)))) continue
    await updateRequeued(app.db, id, { counts: true, isLast: false })
    await app.nodes.unlock(lockName(id))
  }
}

type Started = NonNullable<Awaited<ReturnType<typeof updateStarted>>>

async function analyse(app: App, started: Started, abandoned: AbortSignal): Promise<void> {
  const { id, sha256, attempts } = started
  try {
    const scanned = { id, sha256, revision: await readRevision(app.db) }
    if (attempts > attemptsMax) return await storeFailure(app, scanned, 'given-up')
    await read(app, { ...scanned, ...started }, abandoned)
  } catch (error) {
    const isUnavailable = error instanceof HttpError && error.code === 'unavailable'
    // A store that is unavailable, or a shutdown, says nothing about the archive.
    const counts = !isUnavailable && !abandoned.aborted && !databaseUnavailableError(error)
    await updateRequeued(app.db, id, { counts, isLast: !abandoned.aborted })
    throw error
  }
}

async function read(
  app: App,
  analysis: Started & { revision: string },
  abandoned: AbortSignal,
): Promise<void> {
  const { files, staging } = app
  const begin = performance.now()
  const archive = join(staging, `${randomUUID()}.archive`)
  const pack = join(staging, `${randomUUID()}.pack`)
  try {
    const extension = archiveExtension(`.${analysis.extension}`)
    const effort = effortOf(analysis.priority)
    if (!(await exportAny(app, analysis.sha256, archive)) || !extension) {
      if (effort === 'background' && app.config.analysisPauses)
        await pause(missingPauseMs, undefined, { signal: abandoned })
      return await storeFailure(app, analysis, 'missing')
    }
    const blocklist = await selectBlocklist(app.db)
    const outcome = await analyseArchive({
      archive,
      extension,
      pack,
      blocklist,
      effort,
      ...(effort === 'quick' && analysis.isBrief && { limits: { processorSeconds: 1 } }),
      mayPause: app.config.analysisPauses,
      signal: abandoned,
    })
    const isLate = outcome.state === 'interrupted' || (outcome.state === 'failed' && outcome.code === 'slow')
    if (effort === 'quick' && isLate) return await continueAsLong(app, analysis.id)
    // The job is retried later, when there may be more memory.
    if (outcome.state === 'interrupted') throw new Error(`The analysis was interrupted: ${outcome.detail}`)
    if (outcome.state === 'failed') return await storeFailure(app, analysis, outcome.code)
    const { packSize, indexAt } = outcome.analysis
    const packKey = files.createKey('packs', 'pack')
    await withNewFiles(app, async (newFiles) => {
      newFiles.add(packKey)
      await files.importFile(pack, packKey)
      const milliseconds = Math.round(performance.now() - begin)
      const stored = { packKey, packSize, indexAt, milliseconds, replacedKey: analysis.packKey, newFiles }
      await inTransaction(app.db, (tx) => storeAnalysis(tx, app, analysis, outcome.analysis, stored))
    })
  } finally {
    for (const path of [archive, pack]) await rm(path, { force: true })
  }
}

/** Returns false when the file of each upload is lost. */
async function exportAny({ db, files }: App, sha256: string, path: string): Promise<boolean> {
  for (const key of await selectStoredArchives(db, sha256, copiesMax))
    if ((await files.exportFile(key, path)) !== 'missing') return true
  return false
}

function effortOf(priority: number): Effort {
  if (priority === analysisPriority.quick) return 'quick'
  return priority === analysisPriority.long ? 'long' : 'background'
}

/** It starts again, without delaying the small archives behind it. */
async function continueAsLong({ db }: App, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await updateRequeued(tx, id, { counts: false, isLast: false, priority: analysisPriority.long })
    await continueQueue(tx, 'long')
  })
}

const archivesMax = 500

/** Requests the reviews that are missing, and continues with the archives that wait. */
export const continueAnalyses: Job = {
  name: 'continue-analyses',
  formerName: 'backfill-versions',
  schedule: '47 * * * *',
  runsAtStart: true,
  async run(app) {
    await requestReviews(app.db)
    await requeueInterrupted(app)
    for (const lane of ['quick', 'long'] as const)
      if ((await selectWaiting(app.db, lane, 1)).length > 0) await continueQueue(app.db, lane)
  },
}

/** Versions that are analysed and neither public nor reviewed, for example those that waited in an earlier release. */
async function requestReviews(db: Db): Promise<void> {
  for (const sha256 of await selectArchivesToReview(db, archivesMax))
    await enqueueJob(db, applyAnalysisJob, { sha256 }, { key: `review ${sha256}` })
}
