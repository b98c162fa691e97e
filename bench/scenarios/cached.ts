import { type Threshold, type Result, type Row, ratioOf } from '../result.ts'
import { interleave, type Target } from '../load/interleave.ts'
import type { Harness } from '../harness.ts'

type LoadRequest = {
  name: string
  path: string
  isPage: boolean
  headers?: Record<string, string>
  is304?: boolean
  /** Additional environment variables. */
  environment?: Record<string, string>
  clients?: number
}

/** An average script, neither the newest nor the most popular. */
const script = 500

const requests: readonly LoadRequest[] = [
  { name: 'list', path: '/api/scripts', isPage: false },
  { name: 'detail', path: `/api/scripts/${script}`, isPage: false },
  { name: 'categories', path: '/api/categories', isPage: false },
  { name: 'home page', path: '/', isPage: true },
  { name: 'list page', path: '/scripts', isPage: true },
  { name: 'detail page', path: `/scripts/${script}`, isPage: true },
  { name: 'list page, br', path: '/scripts', isPage: true, headers: { 'accept-encoding': 'gzip, br' } },
  {
    name: 'list, metrics on',
    path: '/api/scripts',
    isPage: false,
    environment: { METRICS_TOKEN: 'metrics token of the benchmark' },
  },
  {
    name: 'list, limits on',
    path: '/api/scripts',
    isPage: false,
    environment: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' },
    // Enough client IPs that none reaches the limit.
    clients: 4_000,
  },
  { name: 'list, 304', path: '/api/scripts', isPage: false, is304: true },
  { name: 'list page, 304', path: '/scripts', isPage: true, is304: true },
]

/** Compares cached responses with a plain node:http server that sends responses of the same size. */
export async function measureCached(harness: Harness): Promise<Result> {
  const { run } = harness
  const baselineServer = await harness.baseline()
  const pairs: { request: LoadRequest; targets: [Target, Target] }[] = []
  for (const request of requests)
    pairs.push({
      request,
      targets: await pairFor(request, await harness.app(run.large, request.environment), baselineServer),
    })

  const measures = await interleave(
    pairs.flatMap(({ targets }) => targets),
    // Tens of thousands of responses are enough for a round; more rounds are better than longer ones.
    { rounds: run.pace.rounds + 1, seconds: Math.min(1, run.pace.seconds) },
  )
  const rows = pairs.flatMap<Row>((_, index) => {
    const [measured, baseline] = measures.slice(index * 2, index * 2 + 2)
    return measured && baseline ? [{ ...measured, baseline }] : []
  })
  return {
    name: 'cached',
    title: 'Cached responses',
    how: `Public responses from the cache, ${run.large.toLocaleString('en')} scripts, 64 connections. The baseline is a plain node:http server that sends a body of the same size in the same rounds. With rate limits the requests come from 4,000 client IPs behind a proxy. Each request is logged, to /dev/null.`,
    measuredAt: new Date().toISOString(),
    rows,
    // Metrics and rate limits are measured without a target.
    thresholds: rows.flatMap((row, index) => {
      const request = pairs[index]?.request
      return !request || request.environment ? [] : [thresholdFor(row, request.isPage)]
    }),
  }
}

async function pairFor(
  { name, path, headers = {}, is304 = false, clients }: LoadRequest,
  app: { url: string; pid: number },
  baseline: { url: string; pid: number },
): Promise<[Target, Target]> {
  const url = app.url + path
  const first = await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } })
  if (!first.ok) throw new Error(`GET ${url}: ${first.status}`)
  await first.arrayBuffer()
  const conditional = { 'if-none-match': first.headers.get('etag') ?? '' }
  const size = is304 ? '304' : first.headers.get('content-length')
  return [
    { name, url, headers: is304 ? conditional : headers, clients, pids: [app.pid] },
    { name: 'node:http baseline', url: `${baseline.url}/${size}`, clients, pids: [baseline.pid] },
  ]
}

function thresholdFor(row: Row, isPage: boolean): Threshold {
  return {
    metric: `${row.name}: rate vs. node:http`,
    value: ratioOf(row),
    unit: '',
    limit: { atLeast: isPage ? 0.6 : 0.65 },
  }
}
