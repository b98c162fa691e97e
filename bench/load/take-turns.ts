import { cpuMicros, familyOf, memoryMb } from './process-cost.ts'
import { median } from './percentiles.ts'
import { press, type Pressure } from './press.ts'

export type Contestant = Pick<Pressure, 'headers' | 'paths' | 'clients'> & {
  name: string
  /** Where it is asked. */
  url: string
  /** Whose processor time is counted; the first one's memory. */
  pids: readonly number[]
}

export type Measure = {
  name: string
  perSecond: number
  p50: number
  p99: number
  /** Microseconds of processor time for one request. */
  cpu: number
  memory: number
  failed: number
}

/**
 * Puts load on each in turn, several times round, and takes the middle of its figures: what else happens on the
 * machine meets all of them alike.
 */
export async function takeTurns(
  contestants: readonly Contestant[],
  { rounds, seconds, connections = 64 }: { rounds: number; seconds: number; connections?: number },
): Promise<Measure[]> {
  const measured = contestants.map((contestant) => ({ contestant, samples: [] as Measure[] }))
  for (const { contestant } of measured)
    await measureOnce(contestant, { connections, seconds: Math.min(0.3, seconds) })
  for (let round = 0; round < rounds; round++)
    for (const { contestant, samples } of measured)
      samples.push(await measureOnce(contestant, { connections, seconds }))
  return measured.map(({ contestant, samples }) => {
    const middle = (figure: (sample: Measure) => number) => median(samples.map(figure))
    return {
      name: contestant.name,
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
  { name, url, pids, headers, paths, clients }: Contestant,
  pressure: { connections: number; seconds: number },
): Promise<Measure> {
  const family = [...new Set(pids.flatMap(familyOf))]
  const before = cpuMicros(family)
  const { requests, failed, seconds, p50, p99 } = await press(url, { ...pressure, headers, paths, clients })
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
