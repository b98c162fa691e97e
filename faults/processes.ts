import { readdirSync, readFileSync } from 'node:fs'

/** Open files and sockets of a process. */
export function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** Resident memory of a process in MB. */
export function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** Both figures are read from /proc, which only Linux has. */
export async function needsLinux(): Promise<string | undefined> {
  return process.platform === 'linux' ? undefined : 'it needs /proc, which only Linux has'
}
