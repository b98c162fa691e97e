import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts a process's time in hundredths of a second, whatever the kernel's own tick is. */
const ticksPerSecond = 100

/** Microseconds of processor time that these processes have used so far, in programs and in the kernel. */
export function cpuMicros(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * (1_000_000 / ticksPerSecond)
}

/** Memory that is only there for this process, plus its share of what several use (proportional set size). */
export function memoryMb(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}

/** A process and all that it started. */
export function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    const fields = statOf(Number(name))
    return fields ? [{ pid: Number(name), parent: Number(fields[1]) }] : []
  })
  const family = [pid]
  for (const member of family)
    family.push(...parents.filter(({ parent }) => parent === member).map((one) => one.pid))
  return family
}

function ticksOf(pid: number): number {
  const fields = statOf(pid)
  return Number(fields?.[11] ?? 0) + Number(fields?.[12] ?? 0)
}

/** The fields after the name, which may hold spaces itself; the first is the state. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return undefined
  }
}
