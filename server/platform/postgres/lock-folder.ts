import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { tryLockFile, type FileLock } from './file-lock.ts'
import { isAlive } from './process-checks.ts'
import { StartRefused } from './start-refused.ts'

/** One hub to a data folder. What a killed hub left never blocks: the lock went with its process. */
export async function lockFolder(folder: string): Promise<FileLock> {
  const own = resolve(folder)
  const lock = tryLock(own)
  const note = join(own, 'hub.pid')
  if (!lock) throw await alreadyRunning(own, note)
  writeFileSync(note, `${process.pid}\n`)
  return {
    release() {
      rmSync(note, { force: true })
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
    throw new StartRefused(`The data folder ${folder} cannot be used: ${reason}`, { cause })
  }
}

// The holder writes its number just after it got the lock, so a moment may pass until the note is true.
async function alreadyRunning(folder: string, note: string): Promise<StartRefused> {
  let pid = readPid(note)
  for (let tries = 0; !isAlive(pid) && tries < 50; tries += 1) {
    await pause(10)
    pid = readPid(note)
  }
  const who = isAlive(pid) ? ` (process ${pid})` : ''
  return new StartRefused(
    `Another hub${who} is already running on this data folder: ${folder}. ` +
      `Stop it first, or give this one a DATA_DIR of its own.`,
  )
}

function readPid(note: string): number {
  try {
    return Number.parseInt(readFileSync(note, 'utf8')) || 0
  } catch {
    return 0
  }
}
