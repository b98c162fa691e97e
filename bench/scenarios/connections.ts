import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import type { Result } from '../result.ts'
import { interleave, type Measure } from '../load/interleave.ts'
import type { Harness } from '../harness.ts'

const list = '/api/scripts'
const idle = 1_000

/** Many connections: active ones, and idle ones that are only open. */
export async function measureConnections(harness: Harness): Promise<Result> {
  const { run } = harness
  const { url, pid } = await harness.app(run.large)
  const target = (name: string) => ({ name, url: url + list, pids: [pid] })
  const { rounds, seconds } = run.pace
  const one = async (name: string, connections: number) => {
    const [row] = await interleave([target(name)], { rounds: 1, seconds, connections })
    if (!row) throw new Error(`${name} was not measured`)
    return row
  }
  const many = await one('500 connections', 500)
  // In turns: what else happens on the machine meets both alike.
  const alone: Measure[] = []
  const beside: Measure[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(await one('50 connections', 50))
    const sockets = await openIdle(url, idle)
    beside.push(await one(`50 connections with ${idle.toLocaleString('en')} idle ones`, 50))
    const open = sockets.filter((socket) => !socket.destroyed).length
    for (const socket of sockets) socket.destroy()
    if (open < idle) throw new Error(`Only ${open} of ${idle} idle connections stayed open`)
  }
  const [without, among] = [fastest(alone), fastest(beside)]
  return {
    name: 'connections',
    title: 'Many connections',
    how: `The first list from the cache, ${run.large.toLocaleString('en')} scripts. An idle connection has sent one request and stays open. Rounds with and without idle connections alternate; the faster round of each counts.`,
    measuredAt: new Date().toISOString(),
    rows: [many, without, among],
    thresholds: [
      { metric: '500 connections: failed requests', value: many.failed, unit: '', limit: { atMost: 0 } },
      { metric: '500 connections: p99', value: many.p99, unit: ' ms', limit: { atMost: 800 } },
      {
        metric: `50 connections: rate with vs. without ${idle.toLocaleString('en')} idle ones`,
        value: among.perSecond / without.perSecond,
        unit: '',
        limit: { atLeast: 0.9 },
      },
    ],
  }
}

function fastest(rows: readonly Measure[]): Measure {
  return rows.reduce((best, row) => (row.perSecond > best.perSecond ? row : best))
}

async function openIdle(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url)
  const request = `GET ${list} HTTP/1.1\r\nhost: bench\r\n\r\n`
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => socket.destroy())
      await once(socket, 'connect')
      socket.write(request)
      await once(socket, 'data')
      // What comes later is read and thrown away.
      socket.resume()
      return socket
    }),
  )
}
