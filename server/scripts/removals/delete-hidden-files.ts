import { removalLimits } from '#contract/scripts/removal-schemas.ts'
import { after, day } from '#platform/clock.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/database/database.ts'
import { removePacks } from '#server/archives/archives.public.ts'
import { invalidateScript } from '#server/scripts/script-tags.ts'
import { removeFilesAfter } from '#server/scripts/remove-files-after.ts'
import {
  selectArchiveKeys,
  selectImages,
  selectScriptForUpdate,
} from '#server/scripts/script-rows.queries.ts'
import {
  selectDueRemovals,
  selectHasOpenCase,
  selectOpenRemovals,
  updateFilesRemoved,
} from '#server/scripts/removals.queries.ts'

const batchSize = 100

/** Runs daily. Deletes the files of scripts that are hidden for 30 days; their statistics stay. */
export async function deleteHiddenFiles(app: App): Promise<void> {
  const before = after(app.clock.now(), -removalLimits.fileDays * day)
  for (let due: number[] | undefined; due === undefined || due.length === batchSize;) {
    due = await selectDueRemovals(app.db, before, batchSize)
    for (const id of due) await deleteFiles(app, id, before)
  }
}

async function deleteFiles(app: App, id: number, before: Date): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const script = await selectScriptForUpdate(tx, id)
    // It may be restored, or a case may be opened, since it was read.
    const [removal] = await selectOpenRemovals(tx, [id])
    if (!script || !removal || removal.removedAt >= before || (await selectHasOpenCase(tx, id))) return
    const archives = await selectArchiveKeys(tx, id)
    const images = await selectImages(tx, id)
    const hashes = await updateFilesRemoved(tx, id, app.clock.now())
    const packs = await removePacks(tx, hashes)
    removeFilesAfter(tx, app, [...archives, ...images.flatMap(({ files }) => files), ...packs])
    invalidateScript(tx, script)
  })
}
