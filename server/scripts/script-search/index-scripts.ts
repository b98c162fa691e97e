import { z } from 'zod/mini'

import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { reindexScriptsJob, writeAttributes } from '#server/scripts/write-attributes.ts'
import { reindexAuthorJob } from '#server/access/access.public.ts'

import {
  rebuildDocuments,
  selectIdsBelow,
  selectIdsOfAuthor,
  selectIsFirstIndexed,
} from './documents.queries.ts'

/** Scripts per transaction. */
const batchSize = 500

const AuthorPayload = z.object({ userId: z.int() })
const ScriptsPayload = z.object({ ids: z.array(z.int()) })

/** After a rename the scripts of the author are found by the new name. */
export const reindexAuthor: Job = {
  name: reindexAuthorJob,
  async run({ db }, payload) {
    const ids = await selectIdsOfAuthor(db, AuthorPayload.parse(payload).userId)
    for (let from = 0; from < ids.length; from += batchSize)
      await rebuildDocuments(db, ids.slice(from, from + batchSize))
  },
}

/** After an analysis the scripts are found by what they use. */
export const reindexScripts: Job = {
  name: reindexScriptsJob,
  async run({ db }, payload) {
    await rebuildDocuments(db, ScriptsPayload.parse(payload).ids)
  },
}

/**
 * Documents and needs that an earlier release wrote are incomplete. The script with the lowest id is done last, so it
 * shows whether all of them are done.
 */
export const indexScripts: Job = {
  name: 'index-scripts',
  formerName: 'index-authors',
  schedule: '*/10 * * * *',
  async run(app) {
    if ((await selectIsFirstIndexed(app.db)) === false) await indexAll(app)
  },
}

async function indexAll({ db, draining }: App): Promise<void> {
  let ids = await selectIdsBelow(db, 2 ** 31 - 1, batchSize)
  while (ids.length > 0 && !draining.aborted) {
    const batch = ids
    await inTransaction(db, (tx) => writeAttributes(tx, batch))
    await rebuildDocuments(db, batch)
    ids = await selectIdsBelow(db, ids.at(-1) ?? 0, batchSize)
  }
}
