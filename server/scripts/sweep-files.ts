import { after, day } from '#platform/clock.ts'
import type { FileKind } from '#platform/storage/store.ts'
import type { App } from '#platform/app.ts'
import { forEachConcurrent } from '#platform/concurrency.ts'

import { accountKeysAmong } from '#server/accounts/accounts.public.ts'
import { restoreLostPacks, selectPackKeys, sweepAnalyses } from '#server/archives/archives.public.ts'

import { archivesOfScripts } from './referenced-files.ts'
import { selectReferencedKeys } from './script-rows.queries.ts'
import { selectUsedArchives } from './versions.queries.ts'

/** A newer file may belong to a transaction that has not committed yet. */
const orphanAfter = day
const batchSize = 500

export type FileCheck = { removed: number; missing: string[] }

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
  let removed = 0
  let batch: string[] = []
  const removeBatch = async () => {
    const referenced = await select(db, batch)
    const orphans = batch.filter((key) => !referenced.has(key))
    await files.remove(orphans)
    removed += orphans.length
    batch = []
  }
  for await (const { key, modifiedAt } of files.list(kind)) {
    if (modifiedAt < before) batch.push(key)
    if (batch.length >= batchSize) await removeBatch()
  }
  if (batch.length > 0) await removeBatch()
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
