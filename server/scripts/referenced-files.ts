import type { Db } from '#platform/database/database.ts'
import type { ReferencedFile } from '#platform/storage/store.ts'

import {
  selectArchivesWithoutVersionAfter,
  selectImagesAfter,
  selectVersionArchivesAfter,
} from './script-rows.queries.ts'

const batchSize = 500

/** All archives and images that rows reference. */
export async function* filesOfScripts(db: Db): AsyncGenerator<ReferencedFile> {
  for await (const rows of archivesOfScripts(db))
    for (const { id: _, scriptId, ...file } of rows) yield { ...file, referencedBy: `script ${scriptId}` }
  for (let last: number | undefined = 0; last !== undefined;) {
    const rows = await selectImagesAfter(db, last, batchSize)
    for (const { scriptId, files } of rows)
      for (const key of files) yield { key, referencedBy: `script ${scriptId}` }
    last = rows.at(-1)?.id
  }
}

/** The archives of all versions in batches; archives of an earlier release may have no version yet. */
export async function* archivesOfScripts(db: Db) {
  for (const select of [selectVersionArchivesAfter, selectArchivesWithoutVersionAfter])
    for (let last: number | undefined = 0; last !== undefined;) {
      const rows = await select(db, last, batchSize)
      yield rows
      last = rows.at(-1)?.id
    }
}
