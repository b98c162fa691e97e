import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod/mini'

import { ruleSet } from '#contract/archives/rules.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { type Job, enqueueJob } from '#platform/jobs/jobs.ts'
import type { App } from '#platform/app.ts'
import {
  analysisHash,
  analysisPriority,
  continueQueue,
  readArchivesAgain,
  readRevision,
  rescanFileJob,
  rescanJob,
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
import { emitEvent } from '#server/records/records.public.ts'

import { idsOf, namesOf } from './version-events.ts'
import { selectCurrentVersions } from './versions.queries.ts'

/** Then the job adds itself again, so that a shutdown need not wait. */
const batchSize = 50

/** Scripts with the same archive whose authors are notified. */
const raisedMax = 100

/** Applies a new set of rules to the packs of all archives. An archive is read again only when its pack is lost. */
export const rescan: Job = {
  name: rescanJob,
  schedule: '17 2 * * *',
  runsAtStart: true,
  ownQueue: 1,
  abandonOnShutdown: true,
  async run(app, _payload, abandoned) {
    const revision = await readRevision(app.db)
    const failed = await updateFailedToWaiting(app.db, analysisHash, analysisPriority.backfill)
    if (failed > 0) await continueQueue(app.db, 'long')
    const outdated = await selectOutdated(app.db, revision, batchSize)
    await scanAll(app, outdated, revision, abandoned)
    if (outdated.length === batchSize) await enqueueJob(app.db, rescanJob, {}, { key: rescanJob })
  },
}

const FilePayload = z.object({ sha256: z.string(), after: z.int() })

/** Scans the archives with a file again, before all others: it was added to the blocklist, or removed from it. */
export const rescanFile: Job = {
  name: rescanFileJob,
  ownQueue: 1,
  abandonOnShutdown: true,
  async run(app, payload, abandoned) {
    const { sha256, after } = FilePayload.parse(payload)
    const revision = await readRevision(app.db)
    const archives = await selectArchivesWithFile(app.db, sha256, { after, limit: batchSize })
    const last = (await scanAll(app, archives, revision, abandoned)) ?? after
    if (archives.length === batchSize || last < (archives.at(-1)?.id ?? 0))
      await enqueueJob(app.db, rescanFileJob, { sha256, after: last })
  },
}

type Outdated = Awaited<ReturnType<typeof selectOutdated>>[number]

/** Returns the last one that was scanned, or is read again. */
async function scanAll(
  app: App,
  batch: readonly Outdated[],
  revision: string,
  abandoned: AbortSignal,
): Promise<number | undefined> {
  const lost: Outdated[] = []
  let last: number | undefined
  for (const analysis of batch) {
    if (abandoned.aborted || app.draining.aborted) break
    if ((await scanAgain(app, { ...analysis, revision }, abandoned)) === 'lost') lost.push(analysis)
    last = analysis.id
  }
  // In one transaction: the packs of all archives may be lost.
  await readArchivesAgain(app, lost)
  return last
}

async function scanAgain(
  app: App,
  analysis: Outdated & { revision: string },
  abandoned: AbortSignal,
): Promise<'done' | 'lost'> {
  const { packKey, indexAt } = analysis
  if (packKey === null || indexAt === null) return 'lost'
  const pack = join(app.staging, `${randomUUID()}.pack`)
  try {
    if ((await app.files.exportFile(packKey, pack)) === 'missing') return 'lost'
    const blocklist = await selectBlocklist(app.db)
    const outcome = await rescanPack({
      pack,
      indexAt,
      blocklist,
      effort: 'background',
      mayPause: app.config.analysisPauses,
      signal: abandoned,
    })
    // The pack may be damaged: that says nothing about the archive.
    if (outcome.state === 'interrupted' || (outcome.state === 'failed' && outcome.code === 'crashed'))
      return 'lost'
    if (outcome.state === 'failed') await storeFailure(app, analysis, outcome.code)
    else
      await inTransaction(app.db, async (tx) => {
        await storeAnalysis(tx, app, analysis, outcome.analysis)
        if (analysis.severity !== 'high') await emitRaisedFindings(tx, analysis, app.clock.now())
      })
    return 'done'
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
  const raised = { title: titleOfRule(rule), rules: ruleSet, ...(entryId !== undefined && { entryId }) }
  for (const row of await selectCurrentVersions(tx, sha256, raisedMax)) {
    const data = { ...namesOf(row), ...raised }
    await emitEvent(tx, { kind: 'finding-raised', ...idsOf(null, row), data }, now)
  }
}
