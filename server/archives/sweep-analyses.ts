import { after, day } from '#platform/clock.ts'
import { forEachConcurrent } from '#platform/concurrency.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'

import { deleteAnalyses, lockAnalyses, selectArchivesAfter, selectPacksAfter } from './packs.queries.ts'
import { readArchivesAgain } from './store-analysis.ts'

const batchSize = 500

/**
 * Removes the analyses of archives that nothing uses: `findUsed` returns those of the hashes that are used. A younger
 * one may belong to a transaction that has not committed yet.
 */
export async function sweepAnalyses(
  { db, files, clock }: App,
  findUsed: (tx: Db, hashes: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const before = after(clock.now(), -day)
  let removed = 0
  for (let last: number | undefined = 0; last !== undefined;) {
    const archives = await selectArchivesAfter(db, last, { before, limit: batchSize })
    const isUsed = await findUsed(
      db,
      archives.map(({ sha256 }) => sha256),
    )
    const unused = archives.filter(({ sha256 }) => !isUsed.has(sha256))
    if (unused.length > 0) {
      const packs = await inTransaction(db, async (tx) => {
        await lockAnalyses(
          tx,
          unused.map(({ id }) => id),
        )
        // A version may have been added since.
        const used = await findUsed(
          tx,
          unused.map(({ sha256 }) => sha256),
        )
        const going = unused.filter(({ sha256 }) => !used.has(sha256))
        removed += going.length
        return deleteAnalyses(
          tx,
          going.map(({ id }) => id),
        )
      })
      await files.remove(packs)
    }
    last = archives.at(-1)?.id
  }
  return removed
}

/** Lost packs are made again. Returns their number. */
export async function restoreLostPacks(app: App): Promise<number> {
  let count = 0
  for (let last: number | undefined = 0; last !== undefined;) {
    const packs = await selectPacksAfter(app.db, last, batchSize)
    const lost: typeof packs = []
    await forEachConcurrent(packs, 16, async (pack) => {
      if (!(await app.files.stat(pack.key))) lost.push(pack)
    })
    await readArchivesAgain(app, lost)
    count += lost.length
    last = packs.at(-1)?.id
  }
  return count
}
