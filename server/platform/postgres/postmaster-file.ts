import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export type PostmasterFile = { pid: number; port: number; socketFolder: string }

/** What a running server wrote about itself; a server that is just starting may not have written all of it. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  const [pid, , , port, socketFolder] = linesOf(join(cluster, 'postmaster.pid'))
  if (!Number(pid)) return undefined
  return { pid: Number(pid), port: Number(port ?? 0), socketFolder: socketFolder ?? '' }
}

/** The arguments of the last start, in the form PostgreSQL keeps them. */
export function readLastArguments(cluster: string): string {
  const [line = ''] = linesOf(join(cluster, 'postmaster.opts'))
  return line.slice(line.indexOf(' "') + 1)
}

export function formatArguments(args: readonly string[]): string {
  return args.map((argument) => `"${argument}"`).join(' ')
}

/** Only for a server that was looked for and is not there: PostgreSQL itself trusts any number that is taken. */
export function removeServerLock(cluster: string): void {
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/** The same for the locks of its sockets; the folder is used by nothing else. */
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
