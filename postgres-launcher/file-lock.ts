import { DatabaseSync } from 'node:sqlite'

export type FileLock = { release: () => void }

// SQLite releases the lock when its handle is garbage-collected, so held locks are referenced here.
const heldLocks = new Set<DatabaseSync>()

/**
 * Locks the file, or returns undefined when another process has the lock. The kernel releases it when the process ends,
 * so there are no stale locks. SQLite is used because Node has no API for file locks; the file stays empty.
 */
export function tryLockFile(path: string): FileLock | undefined {
  const file = new DatabaseSync(path)
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    file.close()
    if (isBusy(error)) return undefined
    throw error
  }
  heldLocks.add(file)
  return {
    release() {
      if (heldLocks.delete(file)) file.close()
    },
  }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
