import type { Threshold, Result, Row } from '../result.ts'
import { interleave } from '../load/interleave.ts'
import type { Harness } from '../harness.ts'

/** Each in many variants, requested in turn: concurrent requests for the same URL would share one response. */
const requests = [
  { name: 'list', paths: many((n) => `/api/scripts?page=${n}`), atLeast: 3_000 },
  { name: 'detail', paths: many((n) => `/api/scripts/${n}`), atLeast: 3_000 },
  { name: 'list page', paths: many((n) => `/scripts?page=${n}`), atLeast: 800 },
  { name: 'detail page', paths: many((n) => `/scripts/${n}`), atLeast: 800 },
] as const

function many(path: (n: number) => string): string[] {
  return Array.from({ length: 50 }, (_, n) => path(n + 1))
}

/** Responses without the cache. */
export async function measureUncached(harness: Harness): Promise<Result> {
  const { run } = harness
  const { url, pid, site } = await harness.app(run.large, { BENCH_CACHE: 'off' })
  const pids = [pid, site.pid]
  // Not interleaved: nothing is compared, and garbage of the pages would slow down the lists.
  const rows: Row[] = []
  for (const { name, paths } of requests)
    rows.push(...(await interleave([{ name, url: url, paths, pids }], { ...run.pace, connections: 32 })))
  return {
    name: 'uncached',
    title: 'Uncached responses',
    how: `Cache off, 32 connections that request 50 different lists, scripts or pages in turn, ${run.large.toLocaleString('en')} scripts on the embedded database. CPU time is that of the app and its database. The targets are absolute and assume a quiet machine.`,
    measuredAt: new Date().toISOString(),
    rows,
    thresholds: requests.map<Threshold>(({ name, atLeast }, index) => ({
      metric: `${name}, cache off: rate`,
      value: rows[index]?.perSecond ?? 0,
      unit: '/s',
      limit: { atLeast },
    })),
  }
}
