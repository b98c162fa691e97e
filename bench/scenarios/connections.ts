import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import type { Result } from '../result.ts'
import { interleave, type Measure } from '../load/interleave.ts'
import type { Harness } from '../harness.ts'

const list = '/api/scripts'
const idle = 1_000

/** 500 active connections, and 50 active ones with 1,000 idle ones. */
export async function measureConnections(harness: Harness): Promise<Result> {
  const { run } = harness
  const { url, pid } = await harness.app(run.large)
  const target = (name: string) => ({ name, url: url + list, pids: [pid] })
  const { rounds, seconds } = run.pace
  const measureOne = async (name: string, connections: number) => {
    const [row] = await interleave([target(name)], { rounds: 1, seconds, connections })
    if (!row) throw new Error(`${name} was not measured`)
    return row
  }
  const many = await measureOne('500 connections', 500)
  // Alternating, so that other load on the machine affects both equally.
  const roundsWithout: Measure[] = []
  const roundsWithIdle: Measure[] = []
  for (let round = 0; round < rounds; round++) {
    roundsWithout.push(await measureOne('50 connections', 50))
    const sockets = await openIdle(url, idle)
    roundsWithIdle.push(await measureOne(`50 connections with ${idle.toLocaleString('en')} idle ones`, 50))
    const open = sockets.filter((socket) => !socket.destroyed).length
    for (const socket of sockets) socket.destroy()
    if (open < idle) throw new Error(`Only ${open} of ${idle} idle connections stayed open`)
  }
  const [without, withIdle] = [fastest(roundsWithout), fastest(roundsWithIdle)]
  return {
    name: 'connections',
    title: 'Many connections',
    how: `The first list from the cache, ${run.large.toLocaleString('en')} scripts. An idle connection has sent one request and stays open. Rounds with and without idle connections alternate; the faster round of each counts.`,
    measuredAt: new Date().toISOString(),
    rows: [many, without, withIdle],
    thresholds: [
      { metric: '500 connections: failed requests', value: many.failed, unit: '', limit: { atMost: 0 } },
      { metric: '500 connections: p99', value: many.p99, unit: ' ms', limit: { atMost: 800 } },
      {
        metric: `50 connections: rate with vs. without ${idle.toLocaleString('en')} idle ones`,
        value: withIdle.perSecond / without.perSecond,
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
      // Discards further data.
      socket.resume()
      return socket
    }),
  )
}
