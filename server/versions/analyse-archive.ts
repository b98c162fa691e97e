import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod/mini'

import { archiveExtension } from '#contract/script-limits.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { withNewFiles } from '#platform/storage/new-files.ts'
import { lazySingleton, type App } from '#platform/app.ts'
import {
  analyseArchive,
  analyseArchiveJob,
  continueQueue,
  readRevision,
  selectBlocklist,
  selectNextWaiting,
  storeAnalysis,
  storeFailure,
  updateAbandoned,
  updateStarted,
} from '#server/archives/archives.public.ts'
import { selectStoredArchive } from '#server/scripts/scripts.public.ts'

/** An archive that ends the process that reads it must not do so for ever. */
const attemptsMax = 3

const Payload = z.object({ id: z.optional(z.int()) })

/** Analyses one archive: the one that was uploaded, or the next of those that wait. */
export const analyseNext: Job = {
  name: analyseArchiveJob,
  ownQueue: true,
  abandonOnShutdown: true,
  async run(app, payload, abandoned) {
    const { id } = Payload.parse(payload)
    const next = id ?? (await selectNextWaiting(app.db))
    if (next !== undefined) await analyseAlone(app, next, abandoned)
    if (id === undefined && (await selectNextWaiting(app.db)) !== undefined) await continueQueue(app.db)
  },
}

/** Does nothing while another node analyses the archive. */
async function analyseAlone(app: App, id: number, abandoned: AbortSignal): Promise<void> {
  const lock = lockName(id)
  if (!(await app.nodes.tryLock(lock))) return
  analysing(app).add(id)
  try {
    await analyse(app, id, abandoned)
  } finally {
    analysing(app).delete(id)
    await app.nodes.unlock(lock)
  }
}

/** The analyses of this node. */
const analysing = lazySingleton(() => new Set<number>())

export const isAnalysing = (app: App, id: number) => analysing(app).has(id)
export const lockName = (id: number) => `analysis ${id}`

async function analyse(app: App, id: number, abandoned: AbortSignal): Promise<void> {
  const started = await updateStarted(app.db, id, app.clock.now())
  if (!started) return
  try {
    const scanned = { id, sha256: started.sha256, revision: await readRevision(app.db) }
    if (started.attempts > attemptsMax) return await storeFailure(app, scanned, 'crashed')
    await read(app, { ...scanned, ...started }, abandoned)
  } catch (error) {
    // A store that is unavailable, or a shutdown: says nothing about the archive.
    await updateAbandoned(app.db, id)
    throw error
  }
}

type Started = { id: number; sha256: string; extension: string; revision: string; packKey: string | null }

async function read(app: App, analysis: Started, abandoned: AbortSignal): Promise<void> {
  const { files, staging } = app
  const begin = performance.now()
  const archive = join(staging, `${randomUUID()}.archive`)
  const pack = join(staging, `${randomUUID()}.pack`)
  try {
    const key = await selectStoredArchive(app.db, analysis.sha256)
    const extension = archiveExtension(`.${analysis.extension}`)
    const exported = key === undefined ? 'missing' : await files.exportFile(key, archive)
    if (exported === 'missing' || !extension) return await storeFailure(app, analysis, 'missing')
    const blocklist = await selectBlocklist(app.db)
    const outcome = await analyseArchive({ archive, extension, pack, blocklist, signal: abandoned })
    if (outcome.state === 'failed') return await storeFailure(app, analysis, outcome.code)
    const { packSize, indexAt } = outcome.analysis
    const packKey = files.createKey('packs', 'pack')
    await withNewFiles(app, async (newFiles) => {
      newFiles.add(packKey)
      await files.importFile(pack, packKey)
      const milliseconds = Math.round(performance.now() - begin)
      const stored = { packKey, packSize, indexAt, milliseconds, replacedKey: analysis.packKey, newFiles }
      await storeAnalysis(app, analysis, outcome.analysis, stored)
    })
  } finally {
    for (const path of [archive, pack]) await rm(path, { force: true })
  }
}
