import type { Finding, Row } from '../finding.ts'
import { requestOf } from '../load/connection.ts'
import { drive, drivePaced, untilOver } from '../load/drive.ts'
import { rowOf } from '../load/row-of.ts'
import type { Stage } from '../stage.ts'

const readsPerSecond = 200
const inFlight = 200

/** 200 sign-ins at once, again and again, none of them right; beside them people who read. */
export async function measureFlood(stage: Stage): Promise<Finding> {
  const { large, share, pace } = stage.run
  const { address } = await stage.hub(large)
  const seconds = Math.max(pace.seconds / 2, 8 * share)
  const reading = { request: requestOf('/api/scripts') }
  const read = (until: () => boolean) =>
    drivePaced(address, { perSecond: readsPerSecond, connections: 50, until, next: () => reading })

  const alone = await read(untilOver(seconds))
  let isOver = false
  const beside = read(() => isOver)
  const refusals = new Map<number, number>()
  const flood = await drive(address, {
    connections: inFlight,
    seconds,
    next: () => ({
      request: signIn(),
      onAnswer: ({ status }) => {
        refusals.set(status, (refusals.get(status) ?? 0) + 1)
        return status < 500 || status === 503
      },
    }),
  })
  isOver = true
  const rows: Row[] = [
    rowOf('reads alone', alone),
    rowOf('reads beside the flood', await beside),
    rowOf('sign-ins', flood),
  ]
  const told = [...refusals].map(([status, count]) => `${count} × ${status}`).join(', ')
  return {
    name: 'flood',
    title: 'A flood of sign-ins',
    how: `${inFlight} sign-ins under way at any moment, each with another address and a wrong password (answers: ${told}); ${readsPerSecond} kept lists a second, measured from the moment at which each was due. Limits by address are off: with them the flood of one address would end at once.`,
    measuredAt: new Date().toISOString(),
    rows,
    bars: [
      {
        claim: 'p99 of kept answers beside the flood',
        value: (rows[1]?.p99 ?? 0) / Math.max(1, rows[0]?.p99 ?? 0),
        unit: ' times',
        bound: { atMost: 5 },
      },
      { claim: 'sign-ins answered', value: rows[2]?.perSecond ?? 0, unit: '/s', bound: { atLeast: 40 } },
    ],
  }
}

let made = 0

function signIn(): Buffer {
  const email = `member${1 + (made++ % 100)}@example.com`
  return requestOf('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'not the right one' }),
  })
}
