import type { Result, Row } from '../result.ts'
import { buildRequest } from '../load/connection.ts'
import { runClosedLoop, runOpenLoop, untilOver } from '../load/loops.ts'
import { rowOf } from '../load/result-row.ts'
import type { Harness } from '../harness.ts'

const readsPerSecond = 200
const inFlight = 200

/** Reads during 200 concurrent sign-ins with wrong passwords. */
export async function measureFlood(harness: Harness): Promise<Result> {
  const { large, share, pace } = harness.run
  const { url } = await harness.app(large)
  const seconds = Math.max(pace.seconds / 2, 8 * share)
  const list = { request: buildRequest('/api/scripts') }
  const read = (until: () => boolean) =>
    runOpenLoop(url, { perSecond: readsPerSecond, connections: 50, until, next: () => list })

  const alone = await read(untilOver(seconds))
  let isOver = false
  const duringFlood = read(() => isOver)
  const statusCounts = new Map<number, number>()
  const flood = await runClosedLoop(url, {
    connections: inFlight,
    seconds,
    next: () => ({
      request: signInRequest(),
      isSuccess: ({ status }) => {
        statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1)
        return status < 500 || status === 503
      },
    }),
  })
  isOver = true
  const rows: Row[] = [
    rowOf('reads alone', alone),
    rowOf('reads during the flood', await duringFlood),
    rowOf('sign-ins', flood),
  ]
  const responses = [...statusCounts].map(([status, count]) => `${count} × ${status}`).join(', ')
  return {
    name: 'flood',
    title: 'A flood of sign-ins',
    how: `${inFlight} sign-ins in flight with wrong passwords for 100 emails (responses: ${responses}), and ${readsPerSecond} cached lists a second; latency counts from the time at which a request was due. Rate limits by IP are off: they would stop a flood from one IP at once.`,
    measuredAt: new Date().toISOString(),
    rows,
    thresholds: [
      {
        metric: 'cached responses during the flood: p99 vs. reads alone',
        value: (rows[1]?.p99 ?? 0) / Math.max(1, rows[0]?.p99 ?? 0),
        unit: ' times',
        limit: { atMost: 5 },
      },
      {
        metric: 'sign-ins: rate of responses',
        value: rows[2]?.perSecond ?? 0,
        unit: '/s',
        limit: { atLeast: 40 },
      },
    ],
  }
}

let signIns = 0

function signInRequest(): Buffer {
  const email = `member${1 + (signIns++ % 100)}@example.com`
  return buildRequest('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'not the right one' }),
  })
}
