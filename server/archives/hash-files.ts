import { inTransaction } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { App } from '#platform/app.ts'
import { serializeError } from '#platform/log.ts'

import { insertFileHashes, selectWithoutFileHashes } from './fingerprints.queries.ts'
import { readPackHashes, type StoredPack } from './pack-reader.ts'
import { hashFilesJob } from './request-analysis.ts'

const batchSize = 50

/** Writes by which files archives are found: of new packs, and of those that an earlier release stored. */
export const hashFiles: Job = {
  name: hashFilesJob,
  schedule: '33 * * * *',
  runsAtStart: true,
  abandonOnShutdown: true,
  async run(app, _payload, abandoned) {
    for (let after: number | undefined = 0; after !== undefined && !abandoned.aborted;) {
      const batch = await selectWithoutFileHashes(app.db, { after, limit: batchSize })
      for (const { id, pack } of batch) if (pack && !abandoned.aborted) await hashFilesOf(app, id, pack)
      after = batch.at(-1)?.id
    }
  },
}

/** A pack that cannot be read now is tried again in an hour. */
async function hashFilesOf(app: App, id: number, pack: StoredPack): Promise<void> {
  try {
    const hashes = await readPackHashes(app, pack)
    await inTransaction(app.db, (tx) => insertFileHashes(tx, id, hashes))
  } catch (error) {
    app.log.warn('The files of a pack could not be listed', { id, ...serializeError(error) })
  }
}
