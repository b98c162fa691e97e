import type { Result, Row } from '../result.ts'
import { buildRequest } from '../load/connection.ts'
import { runOpenLoop, untilOver } from '../load/loops.ts'
import { cpuMicros, processTree } from '../load/process-cost.ts'
import { median } from '#test-support/percentiles.ts'
import { runLoad, type LoadResult } from '../load/load-generator.ts'
import { rowOf } from '../load/result-row.ts'
import { createSeededRandom, createZipf } from '#test-support/seeded-random.ts'
import { signUsersIn } from '../sites/sign-users-in.ts'
import type { Harness } from '../harness.ts'

const likesPerSecond = 500
const viewsPerSecond = 2_000
const readsPerSecond = 5_000

/**
 * Likes and views at a constant rate with unlimited reads; then the same with reads at a rate of at most a tenth of what
 * a node can serve.
 */
export async function measureWrites(harness: Harness): Promise<Result> {
  const { large, share, pace } = harness.run
  // Each view has its own client IP, which a trusted proxy reports.
  const app = await harness.app(large, { TRUST_PROXY: '127.0.0.1' })
  const { url, site } = app
  const tokens = await signUsersIn(
    site,
    Array.from({ length: 200 }, (_, n) => n + 1).slice(0, 2 + 198 * share),
  )
  // The database has a process per connection, so the process tree changes.
  const cpuUsed = () => cpuMicros([...processTree(app.pid), ...processTree(site.pid)])
  const rounds = Math.max(1, Math.round(30 * share))
  const read = () => runLoad(`${url}/api/scripts`, { connections: 32, seconds: pace.seconds })

  const list = { request: buildRequest('/api/scripts') }
  const readPaced = (until: () => boolean) =>
    runOpenLoop(url, { perSecond: readsPerSecond, connections: 32, until, next: () => list })
  const write = (until: () => boolean) =>
    [
      runOpenLoop(url, {
        perSecond: likesPerSecond,
        connections: 64,
        until,
        next: createLikes(large, tokens),
      }),
      runOpenLoop(url, { perSecond: viewsPerSecond, connections: 128, until, next: createViews(large) }),
    ] as const

  await read()
  const alone: LoadResult[] = []
  for (let round = 0; round < Math.max(1, rounds / 5); round++) alone.push(await read())
  let isOver = false
  const before = cpuUsed()
  const [likes, views] = write(() => isOver)
  const duringWrites: LoadResult[] = []
  for (let round = 0; round < rounds; round++) duringWrites.push(await read())
  isOver = true
  const rows = [
    readRow('reads alone', alone),
    readRow('reads during writes', duringWrites),
    rowOf('likes', await likes),
    rowOf('views', await views),
  ]
  const cores = (cpuUsed() - before) / 1e6 / (rounds * pace.seconds)
  const seconds = 20 * share
  const pacedAlone = await readPaced(untilOver(seconds / 2))
  const until = untilOver(seconds)
  const [paced, ...pacedWrites] = await Promise.all([readPaced(until), ...write(until)])
  const paceName = `reads at ${readsPerSecond.toLocaleString('en')}/s`
  const pacedRows = [
    rowOf(`${paceName}, alone`, pacedAlone),
    rowOf(`${paceName}, during writes`, paced),
    ...pacedWrites.map((samples, index) =>
      rowOf(index === 0 ? 'likes during paced reads' : 'views during paced reads', samples),
    ),
  ]
  await site.client.query('truncate recent_views')
  const baselineRows = await measureBaseline(harness, url)
  const written = (rows[2]?.perSecond ?? 0) + (rows[3]?.perSecond ?? 0)
  return {
    name: 'writes',
    title: 'Likes and views',
    how: `${likesPerSecond} likes and ${viewsPerSecond.toLocaleString('en')} views a second at a constant rate for ${rounds * pace.seconds} s. Latency counts from the time at which a request was due; the response is sent when the write is durable. Meanwhile 32 connections read the cached list as fast as they can. The app and its database used ${cores.toFixed(2)} cores, the load generator the rest of the machine. Then the same writes for ${seconds} s with reads of the cached list at a constant ${readsPerSecond.toLocaleString('en')} a second. The last two rows are the baseline: a plain node:http server with the same readers, which responds to as many POST requests with 20 bytes and stores nothing.`,
    measuredAt: new Date().toISOString(),
    rows: [...rows, ...pacedRows, ...baselineRows],
    thresholds: [
      {
        metric: 'reads during writes: rate vs. reads alone',
        value: (rows[1]?.perSecond ?? 0) / (rows[0]?.perSecond ?? 1),
        unit: '',
        limit: { atLeast: 0.8 },
      },
      {
        metric: `${paceName}, during writes: share of the requested rate`,
        value: (pacedRows[1]?.perSecond ?? 0) / readsPerSecond,
        unit: '',
        limit: { atLeast: 0.8 },
      },
      {
        metric: 'likes and views: share of the requested rate',
        value: written / (likesPerSecond + viewsPerSecond),
        unit: '',
        limit: { atLeast: 0.99 },
      },
    ],
  }
}

/** The reads of a plain node:http server without and with as many trivial requests, for comparison with the app. */
async function measureBaseline(harness: Harness, appUrl: string): Promise<Row[]> {
  const { pace, share } = harness.run
  const { url } = await harness.baseline()
  const listBytes = (await (await fetch(`${appUrl}/api/scripts`)).arrayBuffer()).byteLength
  const read = () => runLoad(`${url}/${listBytes}`, { connections: 32, seconds: pace.seconds })
  const rounds = Math.max(1, Math.round(5 * share))
  await read()
  const request = buildRequest('/20', { method: 'POST' })
  const alone: LoadResult[] = []
  const duringPosts: LoadResult[] = []
  // Alternating, because the speed of the machine changes over time.
  for (let round = 0; round < rounds; round++) {
    alone.push(await read())
    let isOver = false
    const posts = runOpenLoop(url, {
      perSecond: likesPerSecond + viewsPerSecond,
      connections: 192,
      until: () => isOver,
      next: () => ({ request }),
    })
    duringPosts.push(await read())
    isOver = true
    await posts
  }
  return [
    readRow('node:http baseline, reads alone', alone),
    readRow(
      `node:http baseline, during ${(likesPerSecond + viewsPerSecond).toLocaleString('en')} POST requests/s`,
      duringPosts,
    ),
  ]
}

function readRow(name: string, results: readonly LoadResult[]) {
  const medianOf = (value: (result: LoadResult) => number) => median(results.map(value))
  return {
    name,
    perSecond: medianOf(({ requests, seconds }) => requests / seconds),
    p50: medianOf(({ p50 }) => p50),
    p99: medianOf(({ p99 }) => p99),
    cpu: 0,
    memory: 0,
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
  }
}

function createLikes(scripts: number, tokens: readonly string[]) {
  const random = createSeededRandom(Date.now())
  const pick = createZipf(scripts, random)
  return () => {
    const authorization = `Bearer ${tokens[Math.floor(random() * tokens.length)]}`
    const call = random() < 0.8 ? 'like' : 'unlike'
    return {
      request: buildRequest(`/api/scripts/${1 + pick()}/${call}`, {
        method: 'POST',
        headers: { authorization },
      }),
    }
  }
}

function createViews(scripts: number) {
  const random = createSeededRandom(Date.now() + 1)
  const pick = createZipf(scripts, random)
  const octet = () => Math.floor(random() * 256)
  return () => {
    const headers = { 'x-forwarded-for': `10.${octet()}.${octet()}.${octet()}` }
    return { request: buildRequest(`/api/scripts/${1 + pick()}/view`, { method: 'POST', headers }) }
  }
}
