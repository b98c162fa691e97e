import type { Db } from '#platform/database/database.ts'
import type { ReferencedFile } from '#platform/storage/store.ts'

import { selectPacksAfter } from './packs.queries.ts'

const batchSize = 500

/** All packs that analyses reference. */
export async function* packsOfArchives(db: Db): AsyncGenerator<ReferencedFile> {
  for (let last: number | undefined = 0; last !== undefined;) {
    const packs = await selectPacksAfter(db, last, batchSize)
    for (const { id, key, size } of packs) yield { key, size, referencedBy: `analysis ${id}` }
    last = packs.at(-1)?.id
  }
}
