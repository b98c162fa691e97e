import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** A file of the user, not of a server: nobody else may read it. */
export function privatePath(name: string): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env
  const folder =
    process.platform === 'win32' && APPDATA ? APPDATA : XDG_CONFIG_HOME || join(homedir(), '.config')
  return join(folder, 'scripthaven', name)
}

export function writePrivate(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.new`
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  // The mode of an earlier file stays when it is written again.
  chmodSync(temporary, 0o600)
  renameSync(temporary, path)
}
