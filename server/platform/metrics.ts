import type { Pool } from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { ResponseCache } from './cache/response-cache.ts'
import type { LoadShedder, RejectionReason, WorkKind } from './load-shedding.ts'

export type Metrics = {
  /** Counts a response from the cache. Only one addition, because a prom-client counter costs more than the response. */
  countCached(status: number): void
  countRouted(method: string, route: string, status: number, milliseconds: number): void
  countRejected(reason: RejectionReason): void
  /** A gauge whose value is read when the metrics are collected. */
  addGauge(name: string, help: string, read: () => number | Promise<number>): void
  watchLoad(load: LoadShedder): void
  text(): Promise<string>
}

/** Published names stay as they are: dashboards read them. */
const labels: Record<WorkKind, string> = { call: 'call', transfer: 'transfer', image: 'picture' }

/** The metrics of this process, served at `/metrics`. */
export function createMetrics(pool: Pool, cache: ResponseCache): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const cached = new Map<number, number>()
  const requests = new Counter({
    name: 'scripthaven_requests_total',
    help: 'Requests that the router handled',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'scripthaven_request_duration_seconds',
    help: 'Time from the arrival of a routed request to the end of its response',
    labelNames: ['method', 'route'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers,
  })
  const rejected = new Counter({
    name: 'scripthaven_refused_total',
    help: 'Requests rejected by load shedding',
    labelNames: ['reason'] as const,
    registers,
  })
  const hits = new Counter({
    name: 'scripthaven_cache_hits_total',
    help: 'Requests served from the response cache, before routing',
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
    countRejected: (reason) => rejected.inc({ reason: reason === 'overload' ? reason : labels[reason] }),
    addGauge(name, help, read) {
      const gauge = new Gauge({
        name: `scripthaven_${name}`,
        help,
        registers: [],
        async collect() {
          // A gauge that fails, for example without the database, must not fail the others.
          this.set(await Promise.resolve(read()).catch(() => Number.NaN))
        },
      })
      registry.registerMetric(gauge)
    },
    watchLoad(load) {
      for (const kind of ['call', 'transfer', 'image'] as const)
        metrics.addGauge(`${labels[kind]}s_in_flight`, `Requests of this kind in flight`, () =>
          load.inFlight(kind),
        )
      metrics.addGauge('overloaded', '1 while the event loop is too slow', () => Number(load.isOverloaded()))
    },
    text: () => registry.metrics(),
  }
  metrics.addGauge('cache_bytes', 'Bytes in the response cache', () => cache.size().bytes)
  metrics.addGauge('cache_entries', 'Responses in the cache', () => cache.size().entries)
  metrics.addGauge('pool_in_use', 'Database connections in use', () => pool.totalCount - pool.idleCount)
  metrics.addGauge('pool_waiting', 'Calls waiting for a connection', () => pool.waitingCount)
  return metrics
}
