import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

type RunningProcess = { pid: number; command: string[]; folder: string | undefined }

/** A zombie counts as dead although kill(0) succeeds: Node as pid 1 of a container does not reap orphans. */
export function isAlive(pid: number): boolean {
  return isPidInUse(pid) && stateOf(pid) !== 'Z'
}

/** The check that PostgreSQL itself makes before it assumes that another server uses its folder. */
export function isPidInUse(pid: number): boolean {
  // Zero and negative numbers signal process groups.
  if (pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Pids are reused, so the process behind the pid in postmaster.pid is checked. */
export function isPostmaster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  const running = readProcess(pid)
  if (!running) return isAlive(pid)
  return isServer(running) && servesCluster(running, cluster)
}

/** Backend processes outlive a killed postmaster while they compute; a new server beside them would corrupt data. */
export function findOrphans(cluster: string, clusterName: string): number[] {
  return allProcesses()
    .filter((running) => running.pid !== process.pid && isServer(running))
    .filter((running) => servesCluster(running, cluster, clusterName) && isAlive(running.pid))
    .map((running) => running.pid)
}

export async function waitForEnd(pids: readonly number[], milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  while (pids.some(isAlive)) {
    if (performance.now() > deadline) return false
    await pause(10)
  }
  return true
}

/** Ignores a process that has already ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

// Backend processes set their title to "postgres: <cluster name>: …".
function isServer(running: RunningProcess): boolean {
  const program = basename(running.command[0]?.split(' ')[0] ?? '')
  return ['postgres', 'postgres:', 'postmaster'].includes(program)
}

function servesCluster(running: RunningProcess, cluster: string, clusterName?: string): boolean {
  if (running.folder !== undefined) return running.folder === cluster
  const command = running.command.join(' ')
  if (clusterName !== undefined) return command.startsWith(`postgres: ${clusterName}: `)
  if (!running.command.includes('-D')) return true
  return command.includes(` ${cluster} `) || command.endsWith(` ${cluster}`)
}

function stateOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return readColumn('stat=', pid)?.[0]
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2)[0]
  } catch {
    return undefined
  }
}

function readProcess(pid: number): RunningProcess | undefined {
  if (process.platform !== 'linux') {
    const command = readColumn('command=', pid)
    return command ? { pid, command: command.split(' '), folder: undefined } : undefined
  }
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return { pid, command, folder: folderOf(pid) }
  } catch {
    return undefined
  }
}

// The folder of another user's process is not readable; then the command line is used.
function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function allProcesses(): RunningProcess[] {
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
    return pids.map(readProcess).filter((running) => running !== undefined)
  }
  const lines = spawnSync('ps', ['-A', '-o', 'pid=,command='], { encoding: 'utf8' }).stdout.split('\n')
  return lines.flatMap((line) => {
    const [pid, ...command] = line.trim().split(' ')
    return pid ? [{ pid: Number(pid), command, folder: undefined }] : []
  })
}

function readColumn(column: string, pid: number): string | undefined {
  const output = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout
  return output?.trim() || undefined
}
