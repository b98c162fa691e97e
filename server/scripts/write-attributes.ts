import { z } from 'zod/mini'

import { batchesById } from '#platform/concurrency.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { type Job, enqueueJob } from '#platform/jobs/jobs.ts'
import { writeAttributesJob } from '#server/archives/archives.public.ts'

import { selectWithoutAttributes, updateAttributes } from './attributes.queries.ts'
import { invalidateAttributes } from './script-tags.ts'
import { selectScriptsWithArchive } from './version-rows.queries.ts'

const batchSize = 500

const Payload = z.object({ archives: z.array(z.string()) })

/** Updates the search documents of scripts with the payload `ids`. */
export const reindexScriptsJob = 'reindex-scripts'

/** Call it in the transaction that changes the current archive of scripts or what is known about it. */
export async function writeAttributes(tx: Db, ids: readonly number[]): Promise<void> {
  const changed = await updateAttributes(tx, ids)
  if (changed.length === 0) return
  invalidateAttributes(tx, changed)
  await enqueueJob(tx, reindexScriptsJob, { ids: changed })
}

/** For archives of which a finding was accepted or confirmed. */
export const writeAttributesOfArchives: Job = {
  name: writeAttributesJob,
  async run({ db }, payload) {
    for (const sha256 of Payload.parse(payload).archives) {
      const select = (after: number) => selectScriptsWithArchive(db, { sha256 }, { after, limit: batchSize })
      for await (const ids of batchesById(select)) await inTransaction(db, (tx) => writeAttributes(tx, ids))
    }
  },
}

/** For scripts of an earlier release. */
export const backfillAttributes: Job = {
  name: 'backfill-attributes',
  runsAtStart: true,
  async run({ db, draining }) {
    const select = (after: number) => selectWithoutAttributes(db, { after, limit: batchSize })
    for await (const ids of batchesById(select, draining))
      await inTransaction(db, (tx) => writeAttributes(tx, ids))
  },
}
