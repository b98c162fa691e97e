import { z } from 'zod/mini'

import { inTransaction, type Db } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'
import type { Job } from '#platform/jobs/jobs.ts'

import { updateCounts } from './analyses.queries.ts'
import { writeAttributesJob } from './request-analysis.ts'
import { invalidateAnalysis } from './store-analysis.ts'
import { selectArchivesWith, type FindingKey } from './verdicts.queries.ts'

/** Archives per transaction. */
const batchSize = 1000

const Payload = z.object({ rule: z.string(), fileSha256: z.string(), after: z.int() })

export const applyVerdict: Job = {
  name: 'apply-verdict',
  async run({ db }, payload) {
    const { after, ...key } = Payload.parse(payload)
    await inTransaction(db, (tx) => countAgain(tx, key, after))
  },
}

/** Counts the findings of the archives with this file again; a job does those beyond the first batch. */
export async function countAgain(tx: Db, key: FindingKey, after = 0): Promise<void> {
  const archives = await selectArchivesWith(tx, key, { after, limit: batchSize })
  await updateCounts(
    tx,
    archives.map(({ id }) => id),
  )
  for (const { sha256 } of archives) invalidateAnalysis(tx, sha256)
  if (archives.length > 0)
    await enqueueJob(tx, writeAttributesJob, { archives: archives.map(({ sha256 }) => sha256) })
  const last = archives.at(-1)
  if (last && archives.length === batchSize)
    await enqueueJob(tx, applyVerdict.name, { ...key, after: last.id })
}
