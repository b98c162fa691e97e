import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { tryLockFile, type FileLock } from './file-lock.ts'
import { isAlive } from './process-checks.ts'
import { StartupError } from './startup-error.ts'

/** Locks a data folder for one process. The kernel releases the lock when the process ends, however it ends. */
export async function lockDataFolder(folder: string): Promise<FileLock> {
  const own = resolve(folder)
  const lock = tryLock(own)
  const pidFile = join(own, 'hub.pid')
  if (!lock) throw await alreadyRunningError(own, pidFile)
  writeFileSync(pidFile, `${process.pid}\n`)
  return {
    release() {
      rmSync(pidFile, { force: true })
      lock.release()
    },
  }
}

function tryLock(folder: string): FileLock | undefined {
  try {
    mkdirSync(folder, { recursive: true })
    return tryLockFile(join(folder, 'hub.lock'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(`The data folder ${folder} cannot be used: ${reason}`, { cause })
  }
}

// The holder writes its pid after it got the lock, so the file may be missing for some milliseconds.
async function alreadyRunningError(folder: string, pidFile: string): Promise<StartupError> {
  let pid = readPid(pidFile)
  for (let tries = 0; !isAlive(pid) && tries < 50; tries += 1) {
    await pause(10)
    pid = readPid(pidFile)
  }
  const holder = isAlive(pid) ? ` (process ${pid})` : ''
  return new StartupError(
    `Another instance${holder} is already running on this data folder: ${folder}. ` +
      `Stop it first or set another DATA_DIR.`,
  )
}

function readPid(pidFile: string): number {
  try {
    return Number.parseInt(readFileSync(pidFile, 'utf8')) || 0
  } catch {
    return 0
  }
}
