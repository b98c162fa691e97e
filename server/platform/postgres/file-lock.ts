import { DatabaseSync } from 'node:sqlite'

export type FileLock = { release: () => void }

// SQLite drops the lock when its handle is collected, so a held one must stay reachable.
const held = new Set<DatabaseSync>()

/**
 * The only holder of this file, or undefined. The kernel takes the lock back when its process ends, however it
 * ends, so no stale one exists. SQLite is Node's only door to kernel locks; nothing is ever stored in the file.
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
  held.add(file)
  return {
    release() {
      if (held.delete(file)) file.close()
    },
  }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
