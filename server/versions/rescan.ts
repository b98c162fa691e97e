import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod/mini'

import { rulesRevision } from '#contract/rules.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { App } from '#platform/app.ts'
import {
  analysisPriority,
  continueQueue,
  readArchiveAgain,
  readRevision,
  rescanPack,
  selectAnalysis,
  selectArchivesWithFile,
  selectBlocklist,
  selectEntryOfFindings,
  selectOutdated,
  storeAnalysis,
  storeFailure,
  titleOfRule,
  updateFailedToWaiting,
} from '#server/archives/archives.public.ts'

import { emitRaised } from './version-events.ts'
import { selectCurrentVersions } from './versions.queries.ts'

/** Then the job adds itself again, so that a shutdown need not wait. */
const batchSize = 50

/** Scripts with the same archive whose authors are notified. */
const raisedMax = 100

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
    if (failed > 0) await continueQueue(app.db, 'long')
    const outdated = await selectOutdated(app.db, revision, batchSize)
    for (const analysis of outdated) {
      if (abandoned.aborted || app.draining.aborted) break
      await scanAgain(app, { ...analysis, revision }, abandoned)
    }
    if (outdated.length === batchSize) await enqueueJob(app.db, rescan.name, {}, { key: rescan.name })
  },
}

const FilePayload = z.object({ sha256: z.string(), after: z.int() })

/** Scans the archives with a file again, before all others: it was added to the blocklist, or removed from it. */
export const rescanFile: Job = {
  name: 'rescan-file',
  ownQueue: true,
  abandonOnShutdown: true,
  async run(app, payload, abandoned) {
    const { sha256, after } = FilePayload.parse(payload)
    const revision = await readRevision(app.db)
    const found = await selectArchivesWithFile(app.db, sha256, { after, limit: batchSize })
    let last = after
    for (const analysis of found) {
      if (abandoned.aborted || app.draining.aborted) break
      await scanAgain(app, { ...analysis, revision }, abandoned)
      last = analysis.id
    }
    if (found.length === batchSize || last < (found.at(-1)?.id ?? 0))
      await enqueueJob(app.db, rescanFile.name, { sha256, after: last })
  },
}

/** After a change of the blocklist. */
export async function requestRescan(tx: Db): Promise<void> {
  await enqueueJob(tx, rescan.name, {}, { key: rescan.name })
}

type Outdated = Awaited<ReturnType<typeof selectOutdated>>[number] & { revision: string }

async function scanAgain(app: App, analysis: Outdated, abandoned: AbortSignal): Promise<void> {
  const { packKey, indexAt } = analysis
  const pack = join(app.staging, `${randomUUID()}.pack`)
  try {
    const exported = packKey === null ? 'missing' : await app.files.exportFile(packKey, pack)
    if (exported === 'missing' || indexAt === null) return await readArchiveAgain(app, analysis)
    const blocklist = await selectBlocklist(app.db)
    const outcome = await rescanPack({ pack, indexAt, blocklist, effort: 'background', signal: abandoned })
    if (outcome.state === 'done')
      await inTransaction(app.db, async (tx) => {
        await storeAnalysis({ ...app, db: tx }, analysis, outcome.analysis)
        if (analysis.severity !== 'high') await emitRaisedFindings(tx, analysis, app.clock.now())
      })
    // The pack may be damaged: that says nothing about the archive.
    else if (outcome.state === 'interrupted' || outcome.code === 'crashed')
      await readArchiveAgain(app, analysis)
    else await storeFailure(app, analysis, outcome.code)
  } finally {
    await rm(pack, { force: true })
  }
}

/** Authors are notified when the archive has a finding of severity high now. */
async function emitRaisedFindings(tx: Db, { id, sha256 }: Outdated, now: Date): Promise<void> {
  const [rule] = (await selectAnalysis(tx, sha256))?.highRules ?? []
  if (rule === undefined) return
  const isBlocked = rule === 'blocklisted-text' || rule === 'blocklisted-file'
  const entryId = isBlocked ? await selectEntryOfFindings(tx, id) : undefined
  // The entry was removed while the archive was scanned; it is scanned once more.
  if (isBlocked && entryId === undefined) return
  const raised = { title: titleOfRule(rule), rules: rulesRevision, ...(entryId !== undefined && { entryId }) }
  for (const row of await selectCurrentVersions(tx, sha256, raisedMax)) await emitRaised(tx, row, raised, now)
}
