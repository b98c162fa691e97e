import { z } from 'zod/mini'

import type { App } from '#platform/app.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { reindexAuthorJob } from '#server/users/users.public.ts'

import {
  rebuildDocuments,
  selectFirstDocument,
  selectIdsBelow,
  selectIdsOfAuthor,
} from './documents.queries.ts'
import { searchWords } from './search-text.rules.ts'

/** Scripts per transaction. */
const batchSize = 500

const Payload = z.object({ userId: z.int() })

/** After a rename the scripts of the author are found by the new name. */
export const reindexAuthor: Job = {
  name: reindexAuthorJob,
  async run({ db }, payload) {
    const ids = await selectIdsOfAuthor(db, Payload.parse(payload).userId)
    for (let from = 0; from < ids.length; from += batchSize)
      await rebuildDocuments(db, ids.slice(from, from + batchSize))
  },
}

/**
 * Documents that an earlier release wrote have no author. The script with the lowest id is done last, so it shows
 * whether all of them are done.
 */
export const indexAuthors: Job = {
  name: 'index-authors',
  schedule: '*/10 * * * *',
  async run(app) {
    const first = await selectFirstDocument(app.db)
    if (first && !searchWords(first.author).every((word) => first.words.includes(word))) await indexAll(app)
  },
}

async function indexAll({ db, draining }: App): Promise<void> {
  let ids = await selectIdsBelow(db, 2 ** 31 - 1, batchSize)
  while (ids.length > 0 && !draining.aborted) {
    await rebuildDocuments(db, ids)
    ids = await selectIdsBelow(db, ids.at(-1) ?? 0, batchSize)
  }
}
