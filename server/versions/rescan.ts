import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { rulesRevision } from '#contract/rules.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { App } from '#platform/app.ts'
import {
  analysisPriority,
  continueQueue,
  readArchiveAgain,
  readRevision,
  rescanPack,
  selectBlocklist,
  selectOutdated,
  storeAnalysis,
  storeFailure,
  updateFailedToWaiting,
} from '#server/archives/archives.public.ts'

/** Then the job adds itself again, so that a shutdown need not wait. */
const batchSize = 50

/** Applies a new set of rules to the packs of all archives. An archive is read again only when its pack is lost. */
export const rescan: Job = {
  name: 'rescan',
  schedule: '17 2 * * *',
  runsAtStart: true,
  ownQueue: true,
  abandonOnShutdown: true,
  async run(app, _payload, abandoned) {
    const revision = await readRevision(app.db)
    const failed = await updateFailedToWaiting(app.db, String(rulesRevision), analysisPriority.backfill)
    if (failed > 0) await continueQueue(app.db)
    const outdated = await selectOutdated(app.db, revision, batchSize)
    for (const analysis of outdated) {
      if (abandoned.aborted || app.draining.aborted) break
      await scanAgain(app, { ...analysis, revision }, abandoned)
    }
    if (outdated.length === batchSize) await enqueueJob(app.db, rescan.name, {}, { key: rescan.name })
  },
}

type Outdated = Awaited<ReturnType<typeof selectOutdated>>[number] & { revision: string }

async function scanAgain(app: App, analysis: Outdated, abandoned: AbortSignal): Promise<void> {
  const { packKey, indexAt } = analysis
  const pack = join(app.staging, `${randomUUID()}.pack`)
  try {
    const exported = packKey === null ? 'missing' : await app.files.exportFile(packKey, pack)
    if (exported === 'missing' || indexAt === null) return await readArchiveAgain(app, analysis)
    const blocklist = await selectBlocklist(app.db)
    const outcome = await rescanPack({ pack, indexAt, blocklist, signal: abandoned })
    if (outcome.state === 'done') await storeAnalysis(app, analysis, outcome.analysis)
    else await storeFailure(app, analysis, outcome.code)
  } finally {
    await rm(pack, { force: true })
  }
}
