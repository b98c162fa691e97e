import { median } from '#test-support/percentiles.ts'

import { cpuMicros, familyOf, memoryMb } from './process-cost.ts'
import { runLoad, type LoadOptions } from './load-generator.ts'

export type Target = Pick<LoadOptions, 'headers' | 'paths' | 'clients'> & {
  name: string
  url: string
  /** CPU time counts for all of them, memory for the first one. */
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

/** Measures the targets in turns and takes medians, so that other work of the machine affects all of them alike. */
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
    const middle = (figure: (sample: Measure) => number) => median(samples.map(figure))
    return {
      name: target.name,
      perSecond: middle(({ perSecond }) => perSecond),
      p50: middle(({ p50 }) => p50),
      p99: middle(({ p99 }) => p99),
      cpu: middle(({ cpu }) => cpu),
      memory: middle(({ memory }) => memory),
      failed: samples.reduce((sum, { failed }) => sum + failed, 0),
    }
  })
}

async function measureOnce(
  { name, url, pids, headers, paths, clients }: Target,
  options: { connections: number; seconds: number },
): Promise<Measure> {
  const family = [...new Set(pids.flatMap(familyOf))]
  const before = cpuMicros(family)
  const { requests, failed, seconds, p50, p99 } = await runLoad(url, { ...options, headers, paths, clients })
  return {
    name,
    perSecond: requests / seconds,
    p50,
    p99,
    cpu: (cpuMicros(family) - before) / Math.max(1, requests),
    memory: memoryMb(pids[0] ?? 0),
    failed,
  }
}
