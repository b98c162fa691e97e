import { onCommitOutcome, type Db } from '#platform/database/database.ts'
import { serializeError } from '#platform/log.ts'
import type { App } from '#platform/app.ts'

/** Files that a call puts into the store before a transaction references them. */
export type NewFiles = {
  /** Called before a file is written, so that a part of it is removed too. */
  add(...keys: string[]): void
  /** The transaction references the files: they belong to the database from its commit on. */
  adopt(tx: Db): void
}

/**
 * Runs `work`. If it fails, its files are removed, unless a transaction that adopted them has committed or may have: a
 * reply of COMMIT can be lost. Then the files stay, and the nightly sweep removes those that no row references.
 */
export async function withNewFiles<T>(
  { files, log }: Pick<App, 'files' | 'log'>,
  work: (newFiles: NewFiles) => Promise<T>,
): Promise<T> {
  const keys: string[] = []
  let mayBeReferenced = false
  try {
    return await work({
      add: (...added) => void keys.push(...added),
      adopt: (tx) =>
        onCommitOutcome(tx, {
          onCommitSent: () => void (mayBeReferenced = true),
          onRolledBack: () => void (mayBeReferenced = false),
        }),
    })
  } catch (error) {
    if (!mayBeReferenced)
      await files
        .remove(keys)
        .catch((failure: unknown) =>
          log.warn('Files of a failed call could not be removed', serializeError(failure)),
        )
    throw error
  }
}
