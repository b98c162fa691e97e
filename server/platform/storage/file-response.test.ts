import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { HttpError } from '#platform/errors.ts'
import { sendResponse } from '#platform/http/send-response.ts'

import { createDiskStore } from './disk-store.ts'
import { fileResponse, type FileToSend } from './file-response.ts'
import { temporaryFolder } from '#test-support/files.ts'

const content = Buffer.from('0123456789')
const etag = createHash('sha256').update(content).digest('hex')

async function startServer(bytes: Buffer = content, change: Partial<FileToSend> = {}) {
  const folder = await temporaryFolder()
  const store = await createDiskStore(folder)
  const key = store.createKey('archives', 'zip')
  await store.write(key, bytes)
  const errors: unknown[] = []
  const file: FileToSend = {
    store,
    key,
    size: bytes.length,
    fileName: 'Garage ü.zip',
    contentType: 'application/octet-stream',
    disposition: 'attachment',
    etag,
    ...change,
  }
  const server = createServer((request, response) => {
    fileResponse(file)
      .then((description) => sendResponse(request, response, description))
      .catch((error: unknown) => {
        errors.push(error)
        if (response.headersSent) response.destroy()
        else response.writeHead(error instanceof HttpError ? error.status : 500).end()
      })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(
    () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  )
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const get = async (headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method, headers })
    return {
      status: response.status,
      headers: response.headers,
      body: Buffer.from(await response.arrayBuffer()),
    }
  }
  return { folder, store, key, port, errors, get }
}

/** Files below a folder that this process holds open. */
function openFilesIn(folder: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder)
    } catch {
      return false
    }
  }).length
}

test('the whole file is sent as an attachment that no browser runs', async () => {
  const { get } = await startServer()

  const { status, headers, body } = await get()

  expect(status).toBe(200)
  expect(body).toEqual(content)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-length': '10',
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="Garage ?.zip"; filename*=UTF-8''Garage%20%C3%BC.zip`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
    'accept-ranges': 'bytes',
    etag: `"${etag}"`,
  })
})

test('an image is sent inline and immutable', async () => {
  const { get } = await startServer(content, {
    disposition: 'inline',
    contentType: 'image/webp',
    cacheControl: 'public, max-age=31536000, immutable',
  })

  const { headers } = await get()

  expect(headers.get('content-disposition')).toMatch(/^inline;/)
  expect(headers.get('content-type')).toBe('image/webp')
  expect(headers.get('cache-control')).toContain('immutable')
})

test.each([
  ['../../etc/passwd', 'attachment; filename=passwd'],
  ['a\r\nset-cookie: x=1.zip', 'attachment; filename="aset-cookie: x=1.zip"'],
  ['gar\u202Egpj.exe', 'attachment; filename=gargpj.exe'],
  ['quo"te.zip', 'attachment; filename="quo\\"te.zip"'],
  ['..', 'attachment; filename=file'],
])('the file name %j is safe in the header', async (fileName, expected) => {
  const { get } = await startServer(content, { fileName })

  const { headers } = await get()

  expect(headers.get('content-disposition')).toBe(expected)
  expect(headers.get('set-cookie')).toBeNull()
})

test.each([
  ['bytes=2-4', '234', 'bytes 2-4/10'],
  ['bytes=0-0', '0', 'bytes 0-0/10'],
  ['bytes=7-', '789', 'bytes 7-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ['bytes=5-99', '56789', 'bytes 5-9/10'],
])('the range %s returns its bytes', async (range, expected, contentRange) => {
  const { get } = await startServer()

  const { status, headers, body } = await get({ range })

  expect([status, body.toString()]).toEqual([206, expected])
  expect(headers.get('content-range')).toBe(contentRange)
  expect(headers.get('content-length')).toBe(String(expected.length))
})

test.each(['bytes=0-1,4-5', 'bytes=', 'bytes=-', 'lines=1-2', 'bytes=a-b', 'bytes=1-2-3'])(
  'the range %s is ignored and the whole file is sent',
  async (range) => {
    const { get } = await startServer()

    const { status, body } = await get({ range })

    expect([status, body.toString()]).toEqual([200, '0123456789'])
  },
)

test.each(['bytes=10-', 'bytes=10-20', 'bytes=4-2', 'bytes=99999999999999999999-', 'bytes=-0'])(
  'the range %s is not satisfiable; the response has the length of the file',
  async (range) => {
    const { get } = await startServer()

    const { status, headers, body } = await get({ range })

    expect([status, body.length]).toEqual([416, 0])
    expect(headers.get('content-range')).toBe('bytes */10')
  },
)

test('a range with If-Range is sent only for the same content', async () => {
  const { get } = await startServer()

  expect((await get({ range: 'bytes=2-4', 'if-range': `"${etag}"` })).status).toBe(206)
  expect((await get({ range: 'bytes=2-4', 'if-range': '"another"' })).status).toBe(200)
  expect((await get({ range: 'bytes=2-4', 'if-range': `W/"${etag}"` })).status).toBe(200)
  expect((await get({ range: 'bytes=2-4', 'if-range': 'Fri, 20 Nov 2026 12:00:00 GMT' })).status).toBe(200)
})

test('If-None-Match with the same ETag is 304', async () => {
  const { get } = await startServer()

  expect(await get({ 'if-none-match': `"other", W/"${etag}"` })).toMatchObject({
    status: 304,
    body: Buffer.alloc(0),
  })
  expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
})

test('HEAD has the same headers and no body', async () => {
  const { get } = await startServer()

  const whole = await get({}, 'HEAD')
  const part = await get({ range: 'bytes=2-4' }, 'HEAD')

  expect([whole.status, whole.headers.get('content-length'), whole.body.length]).toEqual([200, '10', 0])
  expect([part.status, part.headers.get('content-range'), part.body.length]).toEqual([206, 'bytes 2-4/10', 0])
})

test('an empty file is sent, and no range of it is satisfiable', async () => {
  const { get } = await startServer(Buffer.alloc(0))

  expect(await get()).toMatchObject({ status: 200, body: Buffer.alloc(0) })
  expect((await get({ range: 'bytes=0-' })).status).toBe(416)
})

test('a file that is missing or has another size is a 404 and no internal error', async () => {
  const missing = await startServer()
  await missing.store.remove([missing.key])
  const other = await startServer(content, { size: 11 })

  for (const { get, errors } of [missing, other]) {
    const { status, headers } = await get()
    expect(status).toBe(404)
    expect(headers.get('content-disposition')).toBeNull()
    expect(errors).toMatchObject([{ code: 'not_found' }])
  }
})

test.runIf(process.platform === 'linux')(
  'a client that disconnects ends the reading without an error',
  async () => {
    const { folder, port, errors } = await startServer(randomBytes(32 << 20))
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await new Promise((done) => socket.once('data', done))
    socket.pause()
    await expect.poll(() => openFilesIn(folder)).toBe(1)

    socket.destroy()

    await expect.poll(() => openFilesIn(folder)).toBe(0)
    expect(errors).toEqual([])
  },
)

test.runIf(process.platform === 'linux')('a stalled client is disconnected', async () => {
  const { folder, port, errors } = await startServer(randomBytes(32 << 20), { minRate: { idleMs: 100 } })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await new Promise((done) => socket.once('data', done))
  socket.pause()

  await expect.poll(() => openFilesIn(folder)).toBe(0)

  expect(errors).toEqual([])
  socket.destroy()
})

test.runIf(process.platform === 'linux')('a client below the minimum rate is disconnected', async () => {
  const minRate = { idleMs: 60_000, rateMin: 1 << 30, rateWindowMs: 100 }
  const { folder, port, errors } = await startServer(randomBytes(32 << 20), { minRate })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const reads = setInterval(() => socket.read(64 * 1024), 10)
  socket.on('readable', () => undefined)

  await expect.poll(() => openFilesIn(folder)).toBe(0)

  expect(errors).toEqual([])
  expect(socket.bytesRead).toBeLessThan(32 << 20)
  clearInterval(reads)
  socket.destroy()
})

test('a large file arrives complete', async () => {
  const large = randomBytes(8 << 20)
  const { get } = await startServer(large)

  const { body } = await get()

  expect(body.equals(large)).toBe(true)
})

test('a client that pauses repeatedly receives the file unchanged', async () => {
  const large = randomBytes(16 << 20)
  const { port } = await startServer(large)
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')

  const chunks: Buffer[] = []
  for await (const chunk of socket) {
    chunks.push(chunk)
    // The server refills its buffers during the pause.
    if (chunks.length % 16 === 0) await waitTicks(20)
  }

  const response = Buffer.concat(chunks)
  expect(response.subarray(response.indexOf('\r\n\r\n') + 4).equals(large)).toBe(true)
})

test.runIf(process.platform === 'linux')(
  'a file that is truncated while it is sent breaks the response and is an internal error',
  async () => {
    const { folder, key, port, errors } = await startServer(randomBytes(32 << 20))
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    await new Promise((done) => socket.once('data', done))
    socket.pause()

    const [kind = '', name = ''] = key.split('/')
    await truncate(join(folder, kind, name.slice(0, 2), name), 0)
    socket.on('error', () => undefined).resume()
    await new Promise((done) => socket.once('close', done))

    expect(socket.bytesRead).toBeLessThan(32 << 20)
    await expect.poll(() => errors).toMatchObject([{ message: 'A file ended before its size' }])
    await expect.poll(() => openFilesIn(folder)).toBe(0)
  },
)

async function waitTicks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++) await new Promise((done) => setImmediate(done))
}
