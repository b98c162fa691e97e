import { connect } from 'node:net'
import { once } from 'node:events'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { inTransaction } from '#platform/database/database.ts'

import { startTestApp } from '#test-support/test-app.ts'

const request = 'GET /api/categories HTTP/1.1\r\nhost: hub\r\n\r\n'

test('during shutdown an open connection gets 503 in the form of the contract, and new connections are refused', async () => {
  const app = await startTestApp({ timeouts: { shutdownGrace: 60_000 } })
  const { hostname, port } = new URL(app.url)
  const client = connect(Number(port), hostname)
  client.setEncoding('utf8')
  client.write(request)
  const [first] = await once(client, 'data')

  const closed = app.close()
  await expect.poll(() => app.request(null, 'GET', '/api/health/live').catch(() => 'closed')).toBe('closed')
  client.write(request)
  const [second] = await once(client, 'data')

  expect(first).toMatch(/^HTTP\/1.1 200 /)
  expect(second).toMatch(/^HTTP\/1.1 503 [^]*connection: close\r\n[^]*"code":"unavailable"\}$/)
  await closed
})

test('a call of a disconnected client can still use the database during shutdown', async () => {
  const lines: string[] = []
  const app = await startTestApp({ onLog: (text) => lines.push(text) })
  const owner = await app.createOwner()
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const transaction = inTransaction(app.db, async (tx) => {
    // The call waits here to authenticate, and needs a connection again after that.
    await tx.execute(sql`lock table sessions in access exclusive mode`)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const disconnect = new AbortController()
  const boats = JSON.stringify({ name: 'Boats', description: 'Made for a test', color: '#123456' })
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
  const add = fetch(`${app.url}/api/categories`, {
    method: 'POST',
    headers,
    body: boats,
    signal: disconnect.signal,
  })
  await expect.poll(() => app.app.load.inFlight('call')).toBe(1)

  disconnect.abort()
  await add.catch(() => undefined)
  const closed = app.close()
  await expect.poll(() => app.request(null, 'GET', '/api/health/live').catch(() => 'closed')).toBe('closed')
  release.resolve()
  await transaction
  await closed

  expect(app.app.load.inFlight('call')).toBe(0)
  expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
})
