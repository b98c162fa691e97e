import { percentile } from '#test-support/percentiles.ts'

import type { LoadSamples } from './loops.ts'
import type { Measure } from './interleave.ts'

/** A row of the report. */
export function rowOf(
  name: string,
  samples: LoadSamples,
  cost: { cpu?: number; memory?: number } = {},
): Measure {
  return {
    name,
    perSecond: samples.latencies.length / samples.seconds,
    p50: percentile(samples.latencies, 0.5),
    p99: percentile(samples.latencies, 0.99),
    cpu: cost.cpu ?? 0,
    memory: cost.memory ?? 0,
    failed: samples.failed,
  }
}
