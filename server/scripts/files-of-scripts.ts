import type { Db } from '#platform/database.ts'
import type { NamedFile } from '#platform/files/store.ts'

import { selectFileKeysAfter, selectPicturesAfter } from './script-changes.queries.ts'

const batchSize = 500

/** Every archive and every picture that a row names, a batch at a time. */
export async function* filesOfScripts(db: Db): AsyncGenerator<NamedFile> {
  for (let last: number | undefined = 0; last !== undefined;) {
    const rows = await selectFileKeysAfter(db, last, batchSize)
    for (const { scriptId, ...file } of rows) yield { ...file, namedBy: `script ${scriptId}` }
    last = rows.at(-1)?.scriptId
  }
  for (let last: number | undefined = 0; last !== undefined;) {
    const rows = await selectPicturesAfter(db, last, batchSize)
    for (const { scriptId, files } of rows)
      for (const key of files) yield { key, namedBy: `script ${scriptId}` }
    last = rows.at(-1)?.id
  }
}
