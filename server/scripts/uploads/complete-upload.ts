import { inTransaction } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'

import { removeUploadFilesAfterCommit } from './remove-upload-files.ts'
import { markCompleted } from './uploads.queries.ts'

/** Marks an upload as complete and removes the file that an earlier attempt stored. */
export async function completeUpload(
  app: App,
  key: string,
  stored: { stagedName: string; size: number; sha256: string },
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const previous = await markCompleted(tx, key, { ...stored, completedAt: app.clock.now() })
    if (!previous) throw notFound('This upload URL has been used already')
    const { stagedName } = previous
    if (stagedName !== null && stagedName !== stored.stagedName)
      removeUploadFilesAfterCommit(tx, app, [stagedName])
  })
}
