import { afterCommit, type Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { serializeError } from '#platform/log.ts'

/** Logs errors instead of throwing: the sweep removes what remains. */
export async function removeUploadFiles(
  { uploads, log }: Pick<App, 'uploads' | 'log'>,
  ids: readonly string[],
): Promise<void> {
  await uploads
    .remove(ids)
    .catch((error: unknown) => log.warn('An upload was not removed', serializeError(error)))
}

export function removeUploadFilesAfterCommit(tx: Db, app: App, ids: readonly string[]): void {
  afterCommit(tx, () => void removeUploadFiles(app, ids))
}
