import { setTimeout as pause } from 'node:timers/promises'

import { openConnection, buildRequest, type TimedResponse } from '../load/connection.ts'
import { runOpenLoop, untilOver } from '../load/loops.ts'
import { rowOf } from '../load/result-row.ts'
import type { Result } from '../result.ts'
import { createSeededRandom, createZipf } from '#test-support/seeded-random.ts'
import { signUsersIn } from '../sites/sign-users-in.ts'
import type { BenchApp, Harness } from '../harness.ts'

const metricsToken = 'metrics token of the benchmark'
const readsPerSecond = 1_000

/**
 * Reads with a Zipf distribution while one client edits a script every second. Each response that shows an edited
 * script must show the edit that was acknowledged last before it was requested, or a later one.
 */
export async function measureMixed(harness: Harness): Promise<Result> {
  const { large, share } = harness.run
  const scripts = Math.min(10_000, large)
  const app = await harness.app(large, { METRICS_TOKEN: metricsToken })
  const edits = await openEdits(app, large)
  const next = createReads(large, scripts, edits)
  const reads = (until: () => boolean) =>
    runOpenLoop(app.url, { perSecond: readsPerSecond, connections: 32, until, next })

  await edits.writeOnce()
  await warmUp(app, large, Math.round(scripts * Math.min(1, share)))
  await reads(untilOver(10 * share))
  const before = await countResponses(app)
  let isOver = false
  const reading = reads(() => isOver)
  const writes = Math.max(1, Math.round(30 * share))
  for (let written = 0; written < writes; written++) {
    await edits.writeOnce()
    await pause(share < 0.1 ? 50 : 1_000)
  }
  isOver = true
  const read = await reading
  const after = await countResponses(app)
  edits.close()
  const cached = after.cached - before.cached
  return {
    name: 'mixed',
    title: 'Reads during writes',
    how: `${readsPerSecond.toLocaleString('en')} reads a second with a Zipf distribution over ${scripts.toLocaleString('en')} scripts (half of them details, the rest lists and pages) while one script of the first page is edited each second. The warm-up reads each script and the pages of the 2,000 most popular ones once, then runs the reads for ten seconds. Each response is compared with the last edit acknowledged before its request: ${edits.compared()} edited scripts were compared.`,
    measuredAt: new Date().toISOString(),
    rows: [rowOf('reads', read)],
    thresholds: [
      {
        metric: 'cache hit ratio',
        value: cached / Math.max(1, cached + after.uncached - before.uncached),
        unit: '',
        limit: { atLeast: 0.95 },
      },
      { metric: 'stale responses', value: edits.stale(), unit: '', limit: { atMost: 0 } },
    ],
  }
}

/** The fraction of pages in the warm-up: a page takes ten times as long as a detail, and these get most of the reads. */
const pagesRead = 0.2

/** Brings the cache into the state of an app that has run for a day. */
async function warmUp({ url }: BenchApp, newest: number, scripts: number): Promise<void> {
  const connection = await openConnection(url)
  for (let id = newest; id > newest - scripts; id--) await connection.send(buildRequest(`/api/scripts/${id}`))
  for (let id = newest; id > newest - scripts * pagesRead; id--)
    await connection.send(buildRequest(`/scripts/${id}`))
  connection.close()
}

type Edits = Awaited<ReturnType<typeof openEdits>>

/** Edits the scripts of the first page in turn. The name of a script contains the number of the edit and its id. */
async function openEdits({ url, site }: BenchApp, scripts: number) {
  const { rows } = await site.client.query<{ id: number; user_id: number }>(
    'select id, user_id from scripts where id > $1 order by id desc limit 12',
    [scripts - 12],
  )
  const tokens = await signUsersIn(
    site,
    rows.map((row) => row.user_id),
  )
  const connection = await openConnection(url)
  const acknowledged = new Map<number, number>()
  // Increases from run to run: names of an earlier run must not look like edits of this one.
  let edit = Math.floor(Date.now() / 1000)
  let [writes, compared, stale] = [0, 0, 0]

  async function writeOnce() {
    const index = writes++ % rows.length
    const id = rows[index]?.id ?? 0
    edit++
    const { status, body } = await connection.send(
      editRequest(id, `Edit ${edit} of ${id}`, tokens[index] ?? ''),
    )
    if (status !== 200) throw new Error(`An edit was rejected: ${status} ${body.toString()}`)
    acknowledged.set(id, edit)
  }

  function check({ status, body }: TimedResponse, atLeast: ReadonlyMap<number, number>): boolean {
    if (status !== 200) return false
    for (const [, shown, id] of body.toString('latin1').matchAll(/Edit (\d+) of (\d+)/g)) {
      const expected = atLeast.get(Number(id))
      if (expected === undefined) continue
      compared++
      if (Number(shown) < expected) stale++
    }
    return true
  }

  return {
    writeOnce,
    check,
    acknowledged,
    compared: () => compared,
    stale: () => stale,
    close: () => connection.close(),
  }
}

function editRequest(id: number, name: string, token: string): Buffer {
  const body = `--b\r\ncontent-disposition: form-data; name="name"\r\n\r\n${name}\r\n--b--\r\n`
  return buildRequest(`/api/scripts/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    body,
  })
}

/** Of twenty reads ten are details, three script pages, three lists, two the home page, two categories and totals. */
function createReads(newest: number, scripts: number, { check, acknowledged }: Edits) {
  const random = createSeededRandom(1)
  const pick = createZipf(scripts, random)
  const fixed = [
    '/api/scripts',
    '/api/scripts?sort=downloads',
    '/scripts',
    '/',
    '/',
    '/api/categories',
    '/api/stats',
  ]
  const requests = new Map<string, Buffer>()
  function requestFor(path: string): Buffer {
    const known = requests.get(path) ?? buildRequest(path, { headers: { 'accept-encoding': 'identity' } })
    requests.set(path, known)
    return known
  }
  return () => {
    const kind = Math.floor(random() * 20)
    const id = newest - pick()
    const path = kind < 10 ? `/api/scripts/${id}` : kind < 13 ? `/scripts/${id}` : (fixed[kind - 13] ?? '/')
    const known = new Map(acknowledged)
    return { request: requestFor(path), isSuccess: (response: TimedResponse) => check(response, known) }
  }
}

/** The number of cached and uncached responses, from the metrics of the app. */
async function countResponses({ url }: BenchApp): Promise<{ cached: number; uncached: number }> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  const sum = (form: RegExp) =>
    [...text.matchAll(form)].reduce((total, [, count]) => total + Number(count), 0)
  return {
    cached: sum(/^scripthaven_cache_hits_total\{.*\} (\d+)/gm),
    uncached: sum(/^scripthaven_requests_total\{method="GET",route="(?!\/metrics).*\} (\d+)/gm),
  }
}
