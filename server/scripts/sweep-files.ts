import { after, day } from '#platform/clock.ts'
import type { FileKind } from '#platform/files/store.ts'
import type { Hub } from '#platform/hub.ts'
import { workThrough } from '#platform/work-through.ts'

import { selectFileKeysAfter, selectNamedKeys } from './script-changes.queries.ts'

/** A file younger than this may belong to a change that is just being committed. */
const orphanAfter = day
const batchSize = 500

export type FileCheck = { removed: number; missing: string[] }

/**
 * Compares the store with the rows, both ways: files that no row names are removed once they are a day old,
 * rows whose file is gone are reported, for nothing but a backup brings it back.
 */
export async function sweepFiles(hub: Hub): Promise<FileCheck> {
  const removed = (await removeOrphans(hub, 'archives')) + (await removeOrphans(hub, 'images'))
  const missing = await findMissing(hub)
  if (removed > 0) hub.log.info('Files that no script names were removed', { files: removed })
  if (missing.length > 0)
    hub.log.error('Files of scripts are missing', { count: missing.length, first: missing.slice(0, 10) })
  return { removed, missing }
}

async function removeOrphans({ db, files, clock }: Hub, kind: FileKind): Promise<number> {
  const before = after(clock.now(), -orphanAfter)
  let removed = 0
  let batch: string[] = []
  const judge = async () => {
    const named = await selectNamedKeys(db, batch)
    const orphans = batch.filter((key) => !named.has(key))
    await files.remove(orphans)
    removed += orphans.length
    batch = []
  }
  for await (const { key, modifiedAt } of files.list(kind)) {
    if (modifiedAt < before) batch.push(key)
    if (batch.length >= batchSize) await judge()
  }
  if (batch.length > 0) await judge()
  return removed
}

async function findMissing({ db, files }: Hub): Promise<string[]> {
  const missing: string[] = []
  for (let last = 0; ;) {
    const rows = await selectFileKeysAfter(db, last, batchSize)
    await workThrough(rows, 16, async ({ key }) => {
      if (!(await files.stat(key))) missing.push(key)
    })
    const next = rows.at(-1)?.scriptId
    if (next === undefined) return missing
    last = next
  }
}
