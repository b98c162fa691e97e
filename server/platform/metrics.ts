import type { Pool } from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { ResponseCache } from './cache.ts'
import type { Load, Work } from './load.ts'

export type Metrics = {
  /** An answer that went out of the cache: one addition, for everything else costs more than the answer. */
  countCached(status: number): void
  countRouted(method: string, route: string, status: number, milliseconds: number): void
  countRefused(reason: Work | 'overload'): void
  /** A figure that is read when somebody asks. */
  addGauge(name: string, help: string, read: () => number | Promise<number>): void
  watchLoad(load: Load): void
  text(): Promise<string>
}

/** What `/metrics` shows, kept by this process for itself. */
export function openMetrics(pool: Pool, cache: ResponseCache): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const cached = new Map<number, number>()
  const requests = new Counter({
    name: 'scripthaven_requests_total',
    help: 'Requests answered by the router',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'scripthaven_request_duration_seconds',
    help: 'Time from meeting a routed request to the end of its answer',
    labelNames: ['method', 'route'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers,
  })
  const refused = new Counter({
    name: 'scripthaven_refused_total',
    help: 'Requests refused because there was too much to do',
    labelNames: ['reason'] as const,
    registers,
  })
  const hits = new Counter({
    name: 'scripthaven_cache_hits_total',
    help: 'Requests answered from the response cache, before any routing',
    labelNames: ['status'] as const,
    registers: [],
    collect() {
      this.reset()
      for (const [status, count] of cached) this.inc({ status }, count)
    },
  })

  registry.registerMetric(hits)

  const metrics: Metrics = {
    countCached: (status) => cached.set(status, (cached.get(status) ?? 0) + 1),
    countRouted(method, route, status, milliseconds) {
      requests.inc({ method, route, status })
      durations.observe({ method, route }, milliseconds / 1000)
    },
    countRefused: (reason) => refused.inc({ reason }),
    addGauge(name, help, read) {
      const gauge = new Gauge({
        name: `scripthaven_${name}`,
        help,
        registers: [],
        async collect() {
          // One figure that cannot be read, as without the database, must not take the others along.
          this.set(await Promise.resolve(read()).catch(() => Number.NaN))
        },
      })
      registry.registerMetric(gauge)
    },
    watchLoad(load) {
      for (const work of ['call', 'transfer', 'picture'] as const)
        metrics.addGauge(`${work}s_in_flight`, `Requests of this kind under way`, () => load.underWay(work))
      metrics.addGauge('overloaded', '1 while the event loop is too slow', () => Number(load.isOverloaded()))
    },
    text: () => registry.metrics(),
  }
  metrics.addGauge('cache_bytes', 'Bytes in the response cache', () => cache.size().bytes)
  metrics.addGauge('cache_entries', 'Answers in the response cache', () => cache.size().entries)
  metrics.addGauge('pool_in_use', 'Database connections at work', () => pool.totalCount - pool.idleCount)
  metrics.addGauge('pool_waiting', 'Calls that wait for a connection', () => pool.waitingCount)
  return metrics
}
