import { setTimeout as pause } from 'node:timers/promises'

import { openConnection, requestOf, type TimedResponse } from '../load/connection.ts'
import { runOpenLoop, untilOver } from '../load/loops.ts'
import { rowOf } from '../load/result-row.ts'
import type { Result } from '../result.ts'
import { createSeededRandom, createZipf } from '#test-support/seeded-random.ts'
import { signUsersIn } from '../sites/sign-users-in.ts'
import type { BenchApp, Harness } from '../harness.ts'

const metricsToken = 'of the bench that counts hits'
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
  const next = openReads(large, scripts, edits)
  const reads = (until: () => boolean) =>
    runOpenLoop(app.url, { perSecond: readsPerSecond, connections: 32, until, next })

  await edits.writeOnce()
  await warmUp(app, large, Math.round(scripts * Math.min(1, share)))
  await reads(untilOver(10 * share))
  const before = await countAnswers(app)
  let isOver = false
  const reading = reads(() => isOver)
  const writes = Math.max(1, Math.round(30 * share))
  for (let written = 0; written < writes; written++) {
    await edits.writeOnce()
    await pause(share < 0.1 ? 50 : 1_000)
  }
  isOver = true
  const read = await reading
  const after = await countAnswers(app)
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
        value: cached / Math.max(1, cached + after.made - before.made),
        unit: '',
        limit: { atLeast: 0.95 },
      },
      { metric: 'stale responses', value: edits.stale(), unit: '', limit: { atMost: 0 } },
    ],
  }
}

/** Pages that are read once: to make one takes as long as ten details, and these get most of the reads. */
const pagesRead = 0.2

/** A hub that has run for a day has seen every script. */
async function warmUp({ url }: BenchApp, newest: number, scripts: number): Promise<void> {
  const connection = await openConnection(url)
  for (let id = newest; id > newest - scripts; id--) await connection.send(requestOf(`/api/scripts/${id}`))
  for (let id = newest; id > newest - scripts * pagesRead; id--)
    await connection.send(requestOf(`/scripts/${id}`))
  connection.close()
}

type Edits = Awaited<ReturnType<typeof openEdits>>

/** The scripts on the first page, each edited in its turn; the name says which edit it is of which script. */
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
  // Goes on from run to run: a name that an earlier run gave would look like an edit of this one.
  let edit = Math.floor(Date.now() / 1000)
  let [turn, compared, stale] = [0, 0, 0]

  async function writeOnce() {
    const at = turn++ % rows.length
    const id = rows[at]?.id ?? 0
    edit++
    const { status, body } = await connection.send(editOf(id, `Edit ${edit} of ${id}`, tokens[at] ?? ''))
    if (status !== 200) throw new Error(`An edit was rejected: ${status} ${body.toString()}`)
    acknowledged.set(id, edit)
  }

  function check({ status, body }: TimedResponse, atLeast: ReadonlyMap<number, number>): boolean {
    if (status !== 200) return false
    for (const [, shown, id] of body.toString('latin1').matchAll(/Edit (\d+) of (\d+)/g)) {
      const wanted = atLeast.get(Number(id))
      if (wanted === undefined) continue
      compared++
      if (Number(shown) < wanted) stale++
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

function editOf(id: number, name: string, token: string): Buffer {
  const body = `--b\r\ncontent-disposition: form-data; name="name"\r\n\r\n${name}\r\n--b--\r\n`
  return requestOf(`/api/scripts/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    body,
  })
}

/** Of twenty reads ten are details, three pages of scripts, three lists, two the home page, two the categories. */
function openReads(newest: number, scripts: number, { check, acknowledged }: Edits) {
  const chance = createSeededRandom(1)
  const pick = createZipf(scripts, chance)
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
    const known = requests.get(path) ?? requestOf(path, { headers: { 'accept-encoding': 'identity' } })
    requests.set(path, known)
    return known
  }
  return () => {
    const kind = Math.floor(chance() * 20)
    const id = newest - pick()
    const path = kind < 10 ? `/api/scripts/${id}` : kind < 13 ? `/scripts/${id}` : (fixed[kind - 13] ?? '/')
    const known = new Map(acknowledged)
    return { request: requestFor(path), isSuccess: (response: TimedResponse) => check(response, known) }
  }
}

/** The number of cached and uncached responses, from the metrics of the app. */
async function countAnswers({ url }: BenchApp): Promise<{ cached: number; made: number }> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  const sum = (form: RegExp) =>
    [...text.matchAll(form)].reduce((total, [, count]) => total + Number(count), 0)
  return {
    cached: sum(/^scripthaven_cache_hits_total\{.*\} (\d+)/gm),
    made: sum(/^scripthaven_requests_total\{method="GET",route="(?!\/metrics).*\} (\d+)/gm),
  }
}
