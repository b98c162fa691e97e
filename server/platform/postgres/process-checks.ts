import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

type RunningProcess = { pid: number; command: string[]; folder: string | undefined }

/** A zombie is dead, whatever kill(0) says: Node as process 1 of a container never buries foreign children. */
export function isAlive(pid: number): boolean {
  return isNumberTaken(pid) && stateOf(pid) !== 'Z'
}

/** All that PostgreSQL itself asks before it believes that another server works on its folder. */
export function isNumberTaken(pid: number): boolean {
  // kill(0) and kill(-n) address whole groups.
  if (pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Process numbers are used again, so the number in postmaster.pid proves nothing until the process was looked at. */
export function isPostmaster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  const running = readProcess(pid)
  if (!running) return isAlive(pid)
  return isServer(running) && worksOn(running, cluster)
}

/** Connections outlive a killed postmaster for as long as they compute; a new server on their memory would be damage. */
export function findOrphans(cluster: string, clusterName: string): number[] {
  return allProcesses()
    .filter((running) => running.pid !== process.pid && isServer(running))
    .filter((running) => worksOn(running, cluster, clusterName) && isAlive(running.pid))
    .map((running) => running.pid)
}

export async function waitForEnd(pids: readonly number[], milliseconds: number): Promise<boolean> {
  const giveUpAt = performance.now() + milliseconds
  while (pids.some(isAlive)) {
    if (performance.now() > giveUpAt) return false
    await pause(10)
  }
  return true
}

/** It may be gone by now; that is what a signal to it is for. */
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

// Connections rename themselves to "postgres: <cluster name>: …".
function isServer(running: RunningProcess): boolean {
  const program = basename(running.command[0]?.split(' ')[0] ?? '')
  return ['postgres', 'postgres:', 'postmaster'].includes(program)
}

function worksOn(running: RunningProcess, cluster: string, clusterName?: string): boolean {
  if (running.folder !== undefined) return running.folder === cluster
  const command = running.command.join(' ')
  if (clusterName !== undefined) return command.startsWith(`postgres: ${clusterName}: `)
  if (!running.command.includes('-D')) return true
  return command.includes(` ${cluster} `) || command.endsWith(` ${cluster}`)
}

function stateOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return ask('stat=', pid)?.[0]
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2)[0]
  } catch {
    return undefined
  }
}

function readProcess(pid: number): RunningProcess | undefined {
  if (process.platform !== 'linux') {
    const command = ask('command=', pid)
    return command ? { pid, command: command.split(' '), folder: undefined } : undefined
  }
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return { pid, command, folder: folderOf(pid) }
  } catch {
    return undefined
  }
}

// Another person's process hides its folder; its command line then has to do.
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

function ask(column: string, pid: number): string | undefined {
  const answer = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout
  return answer?.trim() || undefined
}
