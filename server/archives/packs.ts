import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import { forEachConcurrent, batchesById } from '#platform/concurrency.ts'
import { inTransaction, type Db, invalidate } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { serializeError } from '#platform/log.ts'
import type { ReferencedFile } from '#platform/storage/store.ts'

import {
  insertFileHashes,
  selectWithoutFileHashes,
  deleteAnalyses,
  lockAnalyses,
  selectArchivesAfter,
  selectPacksAfter,
  updatePacksRemoved,
} from './packs.queries.ts'
import { readPackHashes, type StoredPack } from './pack-reader.ts'
import { analysisTag, hashFilesJob } from './request-analysis.ts'
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
  const select = (id: number) => selectArchivesAfter(db, id, { before, limit: batchSize })
  let removed = 0
  for await (const archives of batchesById(select)) {
    const isUsed = await findUsed(
      db,
      archives.map(({ sha256 }) => sha256),
    )
    const unused = archives.filter(({ sha256 }) => !isUsed.has(sha256))
    if (unused.length === 0) continue
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
  return removed
}

/** Lost packs are made again. Returns their number. */
export async function restoreLostPacks(app: App): Promise<number> {
  let count = 0
  for await (const packs of batchesById((id) => selectPacksAfter(app.db, id, batchSize))) {
    const lost: (typeof packs)[number][] = []
    await forEachConcurrent(packs, 16, async (pack) => {
      if (!(await app.files.stat(pack.key))) lost.push(pack)
    })
    await readArchivesAgain(app, lost)
    count += lost.length
  }
  return count
}

/** All packs that analyses reference. */
export async function* packsOfArchives(db: Db): AsyncGenerator<ReferencedFile> {
  for await (const packs of batchesById((id) => selectPacksAfter(db, id, batchSize)))
    for (const { id, key, size } of packs) yield { key, size, referencedBy: `analysis ${id}` }
}

/** The files of these archives can no longer be read; what is known about them stays. Returns the keys of the packs. */
export async function removePacks(tx: Db, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return []
  invalidate(tx, ...hashes.map(analysisTag))
  return updatePacksRemoved(tx, hashes)
}

const hashedAtOnce = 50

/** Writes by which files archives are found: of new packs, and of those that an earlier release stored. */
export const hashFiles: Job = {
  name: hashFilesJob,
  schedule: '33 * * * *',
  runsAtStart: true,
  abandonOnShutdown: true,
  async run(app, _payload, abandoned) {
    const select = (id: number) => selectWithoutFileHashes(app.db, { after: id, limit: hashedAtOnce })
    for await (const batch of batchesById(select, abandoned))
      for (const { id, pack } of batch) if (pack && !abandoned.aborted) await hashFilesOf(app, id, pack)
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
