import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'

import { CliError, exitCodes, systemError } from '#cli/cli-error.ts'
import { requireRealFolders, type Place } from '#cli/files/place.ts'

import { finishChange, type FinishedChange } from './journal.ts'

/** One program changes a server at a time. An interrupted change of an earlier one is finished first. */
export async function runExclusively<Result>(
  place: Place,
  work: (finished: FinishedChange | undefined) => Promise<Result>,
): Promise<Result> {
  const { own, staging, archives, originals, rollback } = place
  requireRealFolders(place, [own, staging, archives, originals, rollback])
  mkdirSync(own, { recursive: true })
  claim(place.running)
  try {
    return await work(finishChange(place))
  } finally {
    rmSync(place.running, { force: true })
  }
}

function claim(path: string): void {
  for (const isLast of [false, true]) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (systemError(error).code !== 'EEXIST') throw error
      const pid = Number(readFileSync(path, 'utf8'))
      if (isLast || (pid !== process.pid && isRunning(pid) && isOfThisStart(path)))
        throw new CliError(
          `Another scripthaven (process ${pid}) works on this server. If that is wrong, delete ${path}.`,
          exitCodes.disk,
        )
      rmSync(path, { force: true })
    }
  }
}

/** After a restart of the machine another process may have the number. */
function isOfThisStart(path: string): boolean {
  const mtimeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return mtimeMs > Date.now() - uptime() * 1000
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemError(error).code === 'EPERM'
  }
}
