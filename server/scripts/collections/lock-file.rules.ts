import { emptyLock, lockedScript, lockText } from '#contract/scripts/lock-file.ts'
import type { Resolution } from '#contract/scripts/resolve.ts'

/**
 * The command line adds resources and SQL files when it unpacks the archives. Null when a script has no version, or an
 * archive that the command line does not unpack.
 */
export function writeLock(hub: string, { scripts, needs, order }: Resolution): string | null {
  const lock = emptyLock(hub)
  for (const script of scripts) {
    const locked = lockedScript(script, needs)
    if (!locked) return null
    lock.scripts[script.id] = locked
  }
  lock.start = [...new Set(order.map(({ resource }) => resource))]
  return scripts.length === 0 ? null : lockText(lock)
}
