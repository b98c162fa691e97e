import { connect, type Socket } from 'node:net'

import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

import { inTransaction } from '#platform/database/database.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp({ timeouts: { headers: 400, body: 400, writeStall: 400, keepAlive: 400 } })
const { port, hostname } = new URL(app.url)

function open(): { socket: Socket; closed: Promise<string> } {
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (chunk) => (received += chunk)).on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  return { socket, closed: new Promise((done) => socket.once('close', () => done(received))) }
}

/** Sends one byte at a time and never ends. */
function sendSlowly(socket: Socket, byte: string) {
  const timer = setInterval(() => socket.write(byte), 50)
  socket.once('close', () => clearInterval(timer))
}

test('a silent connection and one with slow headers are closed', async () => {
  const silent = open()
  const slow = open()
  slow.socket.write('GET /api/categories HTTP/1.1\r\nhost: x\r\nx-long: ')
  sendSlowly(slow.socket, 'a')

  expect(await silent.closed).not.toContain('200 OK')
  expect(await slow.closed).not.toContain('200 OK')
})

test.each([
  ['JSON', 'POST /api/auth/login', 'application/json'],
  ['a multipart body for a JSON call', 'POST /api/auth/login', 'multipart/form-data; boundary=x'],
  ['a body with GET', 'GET /api/categories', 'application/json'],
  ['a body for an unknown path', 'POST /no/such/place', 'text/plain'],
])('a client that sends %s slowly is disconnected', async (_, start, type) => {
  const { socket, closed } = open()
  socket.write(`${start} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n`)
  sendSlowly(socket, ' ')

  expect(await closed).not.toContain('accessToken')
})

test('a client that sends requests and reads no response is disconnected, also for cached responses', async () => {
  await app.request(null, 'GET', '/api/openapi.json')
  const clients = ['/api/openapi.json', '/api/stats/range'].map(async (path) => {
    const { socket, closed } = open()
    socket.pause()
    const sendRequests = () => {
      while (socket.writable && socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(100)));
    }
    socket.on('drain', sendRequests).once('connect', sendRequests)

    await closed
    return socket.bytesRead
  })

  // At most the first chunk, which the kernel accepts.
  expect(Math.max(...(await Promise.all(clients)))).toBeLessThanOrEqual(64 * 1024)
})

test('an idle connection is closed, and one that waits for a slow response is not', async () => {
  const owner = await app.createOwner()
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const transaction = inTransaction(app.db, async (tx) => {
    await tx.execute(sql`lock table categories in share mode`)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const idle = open()
  idle.socket.write('GET /api/health/live HTTP/1.1\r\nhost: x\r\n\r\n')

  const body = { name: 'Boats', description: 'Made for a test', color: '#123456' }
  const waiting = app.request(owner, 'POST', '/api/categories', body)
  expect(await idle.closed).toContain('200 OK')
  release.resolve()
  await transaction

  expect((await waiting).status).toBe(201)
})
