import type { Driven } from './drive.ts'
import { percentile } from './percentiles.ts'
import type { Measure } from './take-turns.ts'

/** What was driven, as a line of a table; `cost` where somebody measured it. */
export function rowOf(name: string, driven: Driven, cost: { cpu?: number; memory?: number } = {}): Measure {
  return {
    name,
    perSecond: driven.latencies.length / driven.seconds,
    p50: percentile(driven.latencies, 0.5),
    p99: percentile(driven.latencies, 0.99),
    cpu: cost.cpu ?? 0,
    memory: cost.memory ?? 0,
    failed: driven.failed,
  }
}
