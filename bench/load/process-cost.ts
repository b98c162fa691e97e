import { readdirSync, readFileSync } from 'node:fs'

/** USER_HZ: /proc counts CPU time in hundredths of a second, regardless of the kernel's tick. */
const ticksPerSecond = 100

/** Microseconds of CPU time that these processes have used, in user and kernel mode. */
export function cpuMicros(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * (1_000_000 / ticksPerSecond)
}

/** Proportional set size: private memory plus the share of shared memory. */
export function memoryMb(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}

/** A process and its descendants. */
export function processTree(pid: number): number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    const fields = statOf(Number(name))
    return fields ? [{ pid: Number(name), parent: Number(fields[1]) }] : []
  })
  const tree = [pid]
  for (const member of tree)
    tree.push(...parents.filter(({ parent }) => parent === member).map((child) => child.pid))
  return tree
}

function ticksOf(pid: number): number {
  const fields = statOf(pid)
  return Number(fields?.[11] ?? 0) + Number(fields?.[12] ?? 0)
}

/** The fields after the name, which may contain spaces; the first one is the state. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return undefined
  }
}
