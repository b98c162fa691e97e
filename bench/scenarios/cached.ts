import type { Bar, Finding, Row } from '../finding.ts'
import { ratioOf } from '../finding.ts'
import { takeTurns, type Contestant } from '../load/take-turns.ts'
import type { Stage } from '../stage.ts'

type Asked = {
  name: string
  path: string
  isPage: boolean
  headers?: Record<string, string>
  is304?: boolean
  /** What the hub is told beside the usual. */
  environment?: Record<string, string>
  clients?: number
}

/** Any script will do; this one is neither the newest nor the most read. */
const script = 500

const asked: readonly Asked[] = [
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
    environment: { METRICS_TOKEN: 'of the bench that pays for metrics' },
  },
  {
    name: 'list, limits on',
    path: '/api/scripts',
    isPage: false,
    environment: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' },
    // Enough of them that nobody comes to the limit.
    clients: 4_000,
  },
  { name: 'list, 304', path: '/api/scripts', isPage: false, is304: true },
  { name: 'list page, 304', path: '/scripts', isPage: true, is304: true },
]

/** Answers that are kept, against Node's own server with an answer of the same size. */
export async function measureCached(stage: Stage): Promise<Finding> {
  const { run } = stage
  const bare = await stage.bare()
  const pairs: { asked: Asked; contestants: [Contestant, Contestant] }[] = []
  for (const one of asked)
    pairs.push({
      asked: one,
      contestants: await pairFor(one, await stage.hub(run.large, one.environment), bare),
    })

  const measures = await takeTurns(
    pairs.flatMap(({ contestants }) => contestants),
    // Ten thousands of answers are enough for a round; more rounds tell more than longer ones.
    { rounds: run.pace.rounds + 1, seconds: Math.min(1, run.pace.seconds) },
  )
  const rows = pairs.flatMap<Row>((_, index) => {
    const [own, against] = measures.slice(index * 2, index * 2 + 2)
    return own && against ? [{ ...own, against }] : []
  })
  return {
    name: 'cached',
    title: 'Kept answers',
    how: `Public answers out of the cache, ${run.large.toLocaleString('en')} scripts, 64 connections; beside each a bare node:http with a body of as many bytes, in the same rounds. With limits on the requests come from 4,000 addresses by a proxy. Every request writes its line to the log, which goes to /dev/null.`,
    measuredAt: new Date().toISOString(),
    rows,
    // What metrics and limits cost is a figure, not a promise.
    bars: rows.flatMap((row, index) => {
      const one = pairs[index]?.asked
      return !one || one.environment ? [] : [barFor(row, one.isPage)]
    }),
  }
}

async function pairFor(
  { name, path, headers = {}, is304 = false, clients }: Asked,
  hub: { address: string; pid: number },
  bare: { address: string; pid: number },
): Promise<[Contestant, Contestant]> {
  const url = hub.address + path
  const first = await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } })
  if (!first.ok) throw new Error(`${url} answered ${first.status}`)
  await first.arrayBuffer()
  const conditional = { 'if-none-match': first.headers.get('etag') ?? '' }
  const size = is304 ? '304' : first.headers.get('content-length')
  return [
    { name, url, headers: is304 ? conditional : headers, clients, pids: [hub.pid] },
    { name: 'bare node:http', url: `${bare.address}/${size}`, clients, pids: [bare.pid] },
  ]
}

function barFor(row: Row, isPage: boolean): Bar {
  return {
    claim: `${row.name}: of bare node:http`,
    value: ratioOf(row),
    unit: '',
    bound: { atLeast: isPage ? 0.6 : 0.65 },
  }
}
