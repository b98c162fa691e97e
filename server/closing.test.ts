import { connect } from 'node:net'
import { once } from 'node:events'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { inTransaction } from '#platform/database.ts'

import { startTestHub } from './testing.ts'

const ask = 'GET /api/categories HTTP/1.1\r\nhost: hub\r\n\r\n'

test('who asks again while the hub closes is told so in the form of the contract, and nobody new is let in', async () => {
  const hub = await startTestHub({ patience: { farewell: 60_000 } })
  const { hostname, port } = new URL(hub.address)
  const client = connect(Number(port), hostname)
  client.setEncoding('utf8')
  client.write(ask)
  const [first] = await once(client, 'data')

  const closed = hub.close()
  await expect.poll(() => hub.as(null, 'GET', '/api/health/live').catch(() => 'shut')).toBe('shut')
  client.write(ask)
  const [second] = await once(client, 'data')

  expect(first).toMatch(/^HTTP\/1.1 200 /)
  expect(second).toMatch(/^HTTP\/1.1 503 [^]*connection: close\r\n[^]*"code":"unavailable"\}$/)
  await closed
})

test('a call whose client has gone still finds its database while the hub closes', async () => {
  const lines: string[] = []
  const hub = await startTestHub({ logsTo: (text) => lines.push(text) })
  const owner = await hub.owner()
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = inTransaction(hub.db, async (tx) => {
    // The call waits here to learn who calls, and needs another connection after that.
    await tx.execute(sql`lock table sessions in access exclusive mode`)
    held.resolve()
    await release.promise
  })
  await held.promise
  const gone = new AbortController()
  const boats = JSON.stringify({ name: 'Boats', description: 'Made for a test', color: '#123456' })
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
  const add = fetch(`${hub.address}/api/categories`, {
    method: 'POST',
    headers,
    body: boats,
    signal: gone.signal,
  })
  await expect.poll(() => hub.hub.load.underWay('call')).toBe(1)

  gone.abort()
  await add.catch(() => undefined)
  const closed = hub.close()
  await expect.poll(() => hub.as(null, 'GET', '/api/health/live').catch(() => 'shut')).toBe('shut')
  release.resolve()
  await holding
  await closed

  expect(hub.hub.load.underWay('call')).toBe(0)
  expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
})
