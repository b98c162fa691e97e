import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export type PostmasterFile = { pid: number; port: number; socketFolder: string }

/** Reads postmaster.pid. A starting server may not have written all lines yet. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  const [pid, , , port, socketFolder] = linesOf(join(cluster, 'postmaster.pid'))
  if (!Number(pid)) return undefined
  return { pid: Number(pid), port: Number(port ?? 0), socketFolder: socketFolder ?? '' }
}

/** The arguments of the last start, as written to postmaster.opts. */
export function readLastArguments(cluster: string): string {
  const [line = ''] = linesOf(join(cluster, 'postmaster.opts'))
  return line.slice(line.indexOf(' "') + 1)
}

export function formatArguments(args: readonly string[]): string {
  return args.map((argument) => `"${argument}"`).join(' ')
}

/** Removes postmaster.pid. Call it only when no server runs: PostgreSQL itself trusts any pid that is in use. */
export function removeServerLock(cluster: string): void {
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/** Removes the socket locks; only the server uses the folder. */
export function removeSocketLocks(socketFolder: string): void {
  for (const entry of readdirSync(socketFolder)) {
    if (entry.startsWith('.s.PGSQL.')) rmSync(join(socketFolder, entry), { force: true })
  }
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}
