import type { VerdictChange } from '#contract/scripts/versions.ts'
import type { Actor } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { recordActivity } from '#server/records/records.public.ts'
import {
  deleteVerdict,
  selectArchivesWith,
  upsertVerdict,
  type FindingKey,
  updateCounts,
} from './analyses.queries.ts'
import { z } from 'zod/mini'
import { type Job, enqueueJob } from '#platform/jobs/jobs.ts'
import { writeAttributesJob } from './request-analysis.ts'
import { invalidateAnalysis } from './store-analysis.ts'

/**
 * Applies to the rule in this file content in every archive, those of the future included. In the caller's transaction,
 * which has checked the user.
 */
export async function writeVerdict(
  tx: Db,
  actor: Actor,
  key: FindingKey,
  change: VerdictChange,
  now: Date,
): Promise<void> {
  const archives = await selectArchivesWith(tx, key, { after: 0, limit: 1 })
  if (archives.length === 0) throw notFound('No archive has this finding')
  if (!(await upsertVerdict(tx, key, change, { decidedBy: actor.id, decidedAt: now }))) return
  const action = change.verdict === 'accepted' ? 'Finding Accepted' : 'Finding Confirmed'
  await recordVerdict(tx, actor, action, key)
  await countAgain(tx, key)
}

/** In the caller's transaction, which has checked the user. */
export async function removeVerdict(tx: Db, actor: Actor, key: FindingKey): Promise<void> {
  if (!(await deleteVerdict(tx, key))) throw notFound('There is no verdict on this finding')
  await recordVerdict(tx, actor, 'Finding Verdict Removed', key)
  await countAgain(tx, key)
}

async function recordVerdict(tx: Db, actor: Actor, action: string, key: FindingKey): Promise<void> {
  await recordActivity(tx, {
    type: 'script',
    action,
    description: `${actor.username} decided about ${key.rule} in a file`,
    status: 'info',
    userId: actor.id,
    metadata: key,
  })
}

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
async function countAgain(tx: Db, key: FindingKey, after = 0): Promise<void> {
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
