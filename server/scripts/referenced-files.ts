import type { Db } from '#platform/database/database.ts'
import type { ReferencedFile } from '#platform/storage/store.ts'

import { selectFileKeysAfter, selectImagesAfter } from './script-rows.queries.ts'

const batchSize = 500

/** All archives and images that rows reference. */
export async function* filesOfScripts(db: Db): AsyncGenerator<ReferencedFile> {
  for (let last: number | undefined = 0; last !== undefined;) {
    const rows = await selectFileKeysAfter(db, last, batchSize)
    for (const { scriptId, ...file } of rows) yield { ...file, referencedBy: `script ${scriptId}` }
    last = rows.at(-1)?.scriptId
  }
  for (let last: number | undefined = 0; last !== undefined;) {
    const rows = await selectImagesAfter(db, last, batchSize)
    for (const { scriptId, files } of rows)
      for (const key of files) yield { key, referencedBy: `script ${scriptId}` }
    last = rows.at(-1)?.id
  }
}
