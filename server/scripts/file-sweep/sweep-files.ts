import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import { forEachConcurrent, inBatches, batchesById } from '#platform/concurrency.ts'
import { type Db, afterCommit } from '#platform/database/database.ts'
import { serializeError } from '#platform/log.ts'
import type { FileKind, ReferencedFile } from '#platform/storage/store.ts'
import { accountKeysAmong } from '#server/accounts/accounts.public.ts'
import { restoreLostPacks, selectPackKeys, sweepAnalyses } from '#server/archives/archives.public.ts'

import {
  selectReferencedKeys,
  selectImagesAfter,
  selectVersionArchivesAfter,
} from '#server/scripts/script-rows.queries.ts'
import { selectUsedArchives } from '#server/scripts/version-rows.queries.ts'

/** A newer file may belong to a transaction that has not committed yet. */
const orphanAfter = day
const batchSize = 500

type FileCheck = { removed: number; missing: string[] }

/**
 * Compares the file store with the database: orphaned files are removed after a day, and rows with a missing file are
 * reported, because only a backup can restore it.
 */
export async function sweepFiles(app: App): Promise<FileCheck> {
  const unused = await sweepAnalyses(app, selectUsedArchives)
  if (unused > 0) app.log.info('Removed analyses of archives without a version', { analyses: unused })
  const removed =
    (await removeOrphans(app, 'archives', selectReferencedKeys)) +
    (await removeOrphans(app, 'images', selectReferencedKeys)) +
    (await removeOrphans(app, 'avatars', accountKeysAmong)) +
    (await removeOrphans(app, 'packs', selectPackKeys))
  await restoreLostPacks(app)
  const missing = await findMissing(app)
  if (removed > 0) app.log.info('Removed orphaned files', { files: removed })
  if (missing.length > 0)
    app.log.error('Files of scripts are missing', { count: missing.length, first: missing.slice(0, 10) })
  return { removed, missing }
}

async function removeOrphans(
  { db, files, clock }: App,
  kind: FileKind,
  select: typeof selectReferencedKeys,
): Promise<number> {
  const before = after(clock.now(), -orphanAfter)
  const oldKeys = async function* () {
    for await (const { key, modifiedAt } of files.list(kind)) if (modifiedAt < before) yield key
  }
  let removed = 0
  for await (const keys of inBatches(oldKeys(), batchSize)) {
    const referenced = await select(db, keys)
    const orphans = keys.filter((key) => !referenced.has(key))
    await files.remove(orphans)
    removed += orphans.length
  }
  return removed
}

async function findMissing({ db, files }: App): Promise<string[]> {
  const missing: string[] = []
  for await (const rows of archivesOfScripts(db))
    await forEachConcurrent(rows, 16, async ({ key }) => {
      if (!(await files.stat(key))) missing.push(key)
    })
  return missing
}

/** All archives and images that rows reference. */
export async function* filesOfScripts(db: Db): AsyncGenerator<ReferencedFile> {
  for await (const rows of archivesOfScripts(db))
    for (const { id: _, scriptId, ...file } of rows) yield { ...file, referencedBy: `script ${scriptId}` }
  for await (const rows of batchesById((id) => selectImagesAfter(db, id, batchSize)))
    for (const { scriptId, files } of rows)
      for (const key of files) yield { key, referencedBy: `script ${scriptId}` }
}

/** The archives of all versions in batches. */
const archivesOfScripts = (db: Db) => batchesById((id) => selectVersionArchivesAfter(db, id, batchSize))

/** A file that cannot be removed now is removed by the nightly sweep. */
export function removeFilesAfter(
  tx: Parameters<typeof afterCommit>[0],
  { files, log }: App,
  keys: readonly string[],
): void {
  afterCommit(tx, () => {
    files
      .remove(keys)
      .catch((error: unknown) => log.warn('Files of a script could not be removed', serializeError(error)))
  })
}
