import type { App } from '#platform/app.ts'
import { afterCommit } from '#platform/database/database.ts'
import { serializeError } from '#platform/log.ts'

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
