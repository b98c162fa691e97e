import { median } from '#test-support/percentiles.ts'

import { cpuMicros, processTree, memoryMb } from './process-cost.ts'
import { runLoad, type LoadOptions } from './load-generator.ts'

export type Target = Pick<LoadOptions, 'headers' | 'paths' | 'clients'> & {
  name: string
  url: string
  /** CPU time is the sum of all, memory that of the first one. */
  pids: readonly number[]
}

export type Measure = {
  name: string
  perSecond: number
  p50: number
  p99: number
  /** Microseconds of CPU time per request. */
  cpu: number
  /** Megabytes. */
  memory: number
  failed: number
}

/** Alternates between the targets and takes medians, so that other load on the machine affects all of them equally. */
export async function interleave(
  targets: readonly Target[],
  { rounds, seconds, connections = 64 }: { rounds: number; seconds: number; connections?: number },
): Promise<Measure[]> {
  const measured = targets.map((target) => ({ target, samples: [] as Measure[] }))
  for (const { target } of measured)
    await measureOnce(target, { connections, seconds: Math.min(0.3, seconds) })
  for (let round = 0; round < rounds; round++)
    for (const { target, samples } of measured)
      samples.push(await measureOnce(target, { connections, seconds }))
  return measured.map(({ target, samples }) => {
    const medianOf = (value: (sample: Measure) => number) => median(samples.map(value))
    return {
      name: target.name,
      perSecond: medianOf(({ perSecond }) => perSecond),
      p50: medianOf(({ p50 }) => p50),
      p99: medianOf(({ p99 }) => p99),
      cpu: medianOf(({ cpu }) => cpu),
      memory: medianOf(({ memory }) => memory),
      failed: samples.reduce((sum, { failed }) => sum + failed, 0),
    }
  })
}

async function measureOnce(
  { name, url, pids, headers, paths, clients }: Target,
  options: { connections: number; seconds: number },
): Promise<Measure> {
  const processes = [...new Set(pids.flatMap(processTree))]
  const before = cpuMicros(processes)
  const { requests, failed, seconds, p50, p99 } = await runLoad(url, { ...options, headers, paths, clients })
  return {
    name,
    perSecond: requests / seconds,
    p50,
    p99,
    cpu: (cpuMicros(processes) - before) / Math.max(1, requests),
    memory: memoryMb(pids[0] ?? 0),
    failed,
  }
}
