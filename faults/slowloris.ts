import { connect } from 'node:net'

import { requireSuccess } from '#test-support/http-client.ts'
import { total, worst, type Fault } from './fault.ts'
import { keepOn, newWatch, otherThan, slowestOf, watched } from './measuring.ts'
import { within } from './waiting.ts'

export const slowloris: Fault = {
  figure: 'L9',
  name: '200 slow clients, half with slow headers, half with slow bodies',
  bar: 'all are disconnected within 30 s, a new request responds within 200 ms',
  iterations: { short: 0, long: 3 },
  async run(env, iterations) {
    const site = await env.shared()
    const { hostname, port } = new URL(site.url())
    const fresh = newWatch()
    let slowest = 0
    for (let round = 0; round < iterations; round++) {
      let isOver = false
      await requireSuccess(site.url(), null, 'GET', '/api/categories')
      const drips = Array.from({ length: 200 }, (_, at) =>
        drip(hostname, Number(port), at % 2 ? bodyStart : headStart),
      )
      const requests = keepOn(
        () => isOver,
        50,
        async () => {
          await watched(fresh, site.url(), null, 'GET', '/api/categories')
          await watched(fresh, site.url(), null, 'GET', `/api/scripts/search?q=number ${fresh.times.length}`)
        },
      )
      const durations = await within(60_000, 'Not every client was disconnected', Promise.all(drips))
      isOver = true
      await requests
      slowest = Math.max(slowest, ...durations)
    }
    return {
      'clients disconnected': total(200 * iterations, ''),
      'the last after': worst(slowest, 'ms', { atMost: 30_000 }),
      'slowest new request': worst(slowestOf(fresh.times), 'ms', { atMost: 200 }),
      'new requests that failed': total(otherThan(fresh, 200), '', { atMost: 0 }),
    }
  },
}

const headStart = 'GET /api/categories HTTP/1.1\r\nhost: faults\r\nx-long: '
const bodyStart =
  'POST /api/auth/login HTTP/1.1\r\nhost: faults\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n'

/** Sends one byte a second, so the connection is never idle. Returns how long it stayed open. */
async function drip(host: string, port: number, start: string): Promise<number> {
  const startedAt = performance.now()
  const socket = connect(port, host)
  socket.write(start)
  const timer = setInterval(() => socket.write(' '), 1_000)
  await new Promise((resolve) =>
    socket
      .on('error', () => undefined)
      .on('close', resolve)
      .resume(),
  )
  clearInterval(timer)
  return performance.now() - startedAt
}
