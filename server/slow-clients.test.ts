import { connect, type Socket } from 'node:net'

import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

import { inTransaction } from '#platform/database.ts'
import { startTestHub } from '#server/testing.ts'

const hub = await startTestHub({ patience: { head: 400, body: 400, reading: 400, idle: 400 } })
const { port, hostname } = new URL(hub.address)

function open(): { socket: Socket; closed: Promise<string> } {
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (chunk) => (received += chunk)).on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  return { socket, closed: new Promise((done) => socket.once('close', () => done(received))) }
}

/** One byte at a time: never silent, never done. */
function drip(socket: Socket, byte: string) {
  const timer = setInterval(() => socket.write(byte), 50)
  socket.once('close', () => clearInterval(timer))
}

test('a connection that says nothing, and one whose head drips, are closed', async () => {
  const silent = open()
  const dripping = open()
  dripping.socket.write('GET /api/categories HTTP/1.1\r\nhost: x\r\nx-long: ')
  drip(dripping.socket, 'a')

  expect(await silent.closed).not.toContain('200 OK')
  expect(await dripping.closed).not.toContain('200 OK')
})

test.each([
  ['JSON', 'POST /api/auth/login', 'application/json'],
  ['a form where none is wanted', 'POST /api/auth/login', 'multipart/form-data; boundary=x'],
  ['a body beside a read', 'GET /api/categories', 'application/json'],
  ['a body that no route takes', 'POST /no/such/place', 'text/plain'],
])('%s that drips is cut', async (_, start, type) => {
  const { socket, closed } = open()
  socket.write(`${start} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n`)
  drip(socket, ' ')

  expect(await closed).not.toContain('accessToken')
})

test('a client that asks on and on and takes no answer is cut, stored answers too', async () => {
  await hub.as(null, 'GET', '/api/openapi.json')
  const clients = ['/api/openapi.json', '/api/stats/range'].map(async (path) => {
    const { socket, closed } = open()
    socket.pause()
    const ask = () => {
      while (socket.writable && socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(100)));
    }
    socket.on('drain', ask).once('connect', ask)

    await closed
    return socket.bytesRead
  })

  // The first chunk that the system takes in of itself at most.
  expect(Math.max(...(await Promise.all(clients)))).toBeLessThanOrEqual(64 * 1024)
})

test('an idle connection is closed, and one whose answer takes its time is not', async () => {
  const owner = await hub.owner()
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = inTransaction(hub.db, async (tx) => {
    await tx.execute(sql`lock table categories in share mode`)
    held.resolve()
    await release.promise
  })
  await held.promise
  const idle = open()
  idle.socket.write('GET /api/health/live HTTP/1.1\r\nhost: x\r\n\r\n')

  const body = { name: 'Boats', description: 'Made for a test', color: '#123456' }
  const patient = hub.as(owner, 'POST', '/api/categories', body)
  expect(await idle.closed).toContain('200 OK')
  release.resolve()
  await holding

  expect((await patient).status).toBe(201)
})
