import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import type { Finding } from '../finding.ts'
import { takeTurns, type Measure } from '../load/take-turns.ts'
import type { Stage } from '../stage.ts'

const list = '/api/scripts'
const idle = 1_000

/** Many people at once, most of whom do nothing: connections that ask, and connections that are only open. */
export async function measureConnections(stage: Stage): Promise<Finding> {
  const { run } = stage
  const { address, pid } = await stage.hub(run.large)
  const contestant = (name: string) => ({ name, url: address + list, pids: [pid] })
  const { rounds, seconds } = run.pace
  const one = async (name: string, connections: number) => {
    const [row] = await takeTurns([contestant(name)], { rounds: 1, seconds, connections })
    if (!row) throw new Error(`${name} was not measured`)
    return row
  }
  const many = await one('500 connections', 500)
  // In turns: what else happens on the machine meets both alike.
  const alone: Measure[] = []
  const beside: Measure[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(await one('50 connections', 50))
    const sockets = await openIdle(address, idle)
    beside.push(await one(`50 connections beside ${idle.toLocaleString('en')} idle ones`, 50))
    const open = sockets.filter((socket) => !socket.destroyed).length
    for (const socket of sockets) socket.destroy()
    if (open < idle) throw new Error(`Only ${open} of ${idle} idle connections stayed open`)
  }
  const [without, among] = [fastest(alone), fastest(beside)]
  return {
    name: 'connections',
    title: 'Many connections',
    how: `The first list out of the cache, ${run.large.toLocaleString('en')} scripts. An idle connection has asked once and is kept open; with and without them in turns, the better round of each.`,
    measuredAt: new Date().toISOString(),
    rows: [many, without, among],
    bars: [
      { claim: '500 connections: failed', value: many.failed, unit: '', bound: { atMost: 0 } },
      { claim: '500 connections: p99', value: many.p99, unit: ' ms', bound: { atMost: 800 } },
      {
        claim: `beside ${idle.toLocaleString('en')} idle connections, of the rate without`,
        value: among.perSecond / without.perSecond,
        unit: '',
        bound: { atLeast: 0.9 },
      },
    ],
  }
}

function fastest(rows: readonly Measure[]): Measure {
  return rows.reduce((best, row) => (row.perSecond > best.perSecond ? row : best))
}

async function openIdle(address: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(address)
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
