import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, utimes, writeFile } from 'node:fs/promises'
import { createServer, request as openRequest } from 'node:http'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskStore } from './disk-store.ts'
import { hashFile } from './hash-file.ts'
import { prepareStaging, stageStream, sweepStaging } from './staging.ts'
import { filesIn, temporaryFolder } from '#test-support/files.ts'

const sizeMax = 1_000_000

async function stagingFolder() {
  const files = await temporaryFolder()
  return { files, folder: await prepareStaging(files) }
}

function inChunks(content: Buffer, chunkSize = 65_536): Readable {
  const count = Math.ceil(content.length / chunkSize)
  return Readable.from(
    Array.from({ length: count }, (_, at) => content.subarray(at * chunkSize, (at + 1) * chunkSize)),
    { objectMode: false },
  )
}

test('a file exactly at the limit is stored, with its size, hash and head', async () => {
  const { folder } = await stagingFolder()
  const content = randomBytes(sizeMax)

  const staged = await stageStream(folder, inChunks(content), { sizeMax })

  expect(staged.size).toBe(sizeMax)
  expect(staged.sha256).toBe(createHash('sha256').update(content).digest('hex'))
  expect(staged.head).toEqual(content.subarray(0, 4096))
  expect(await readFile(staged.path)).toEqual(content)
})

test('one byte over the limit is rejected and leaves no file', async () => {
  const { folder } = await stagingFolder()
  const stream = inChunks(randomBytes(sizeMax + 1))

  await expect(stageStream(folder, stream, { sizeMax })).rejects.toMatchObject({ code: 'too_large' })

  expect(await filesIn(folder)).toEqual([])
})

test('a rejected stream is drained and not destroyed', async () => {
  const { folder } = await stagingFolder()
  const stream = new PassThrough()
  stream.write(Buffer.alloc(11))

  await expect(stageStream(folder, stream, { sizeMax: 10 })).rejects.toMatchObject({ code: 'too_large' })

  expect(stream.destroyed).toBe(false)
  for (let sent = 0; sent < 100; sent++) stream.write(Buffer.alloc(65_536))
  stream.end()
  await new Promise((resolve) => stream.once('end', resolve))
})

test('an empty stream creates an empty file', async () => {
  const { folder } = await stagingFolder()

  const staged = await stageStream(folder, Readable.from([]), { sizeMax })

  expect(staged).toMatchObject({ size: 0, head: Buffer.alloc(0) })
  expect(await filesIn(folder)).toEqual([staged.path])
})

test('tiny chunks give the same head as large ones', async () => {
  const { folder } = await stagingFolder()
  const content = randomBytes(10_000)

  const staged = await stageStream(folder, inChunks(content, 7), { sizeMax })

  expect(staged.head).toEqual(content.subarray(0, 4096))
})

test('a client that disconnects leaves no file', async () => {
  const { folder } = await stagingFolder()
  const stream = new PassThrough()
  const staging = stageStream(folder, stream, { sizeMax })
  stream.write(randomBytes(500_000))

  stream.destroy(new Error('connection reset'))

  await expect(staging).rejects.toMatchObject({ code: 'bad_request', message: 'The upload ended too early' })
  expect(await filesIn(folder)).toEqual([])
})

test('a stream that is destroyed before it is read leaves no file', async () => {
  const { folder } = await stagingFolder()
  const stream = new PassThrough().destroy()

  await expect(stageStream(folder, stream, { sizeMax })).rejects.toMatchObject({ code: 'bad_request' })

  expect(await filesIn(folder)).toEqual([])
})

test('an idle upload is aborted', async () => {
  const { folder } = await stagingFolder()
  const stream = new PassThrough()
  stream.write('a start')

  await expect(stageStream(folder, stream, { sizeMax, idleMs: 50 })).rejects.toMatchObject({
    code: 'bad_request',
    message: 'The upload stalled and was cut off',
  })

  expect(await filesIn(folder)).toEqual([])
})

test('a slow upload is aborted, even after a fast start', async () => {
  const { folder } = await stagingFolder()
  const stream = new PassThrough()
  stream.write(randomBytes(500_000))
  const trickle = setInterval(() => stream.write('.'), 5)

  const staging = stageStream(folder, stream, { sizeMax, idleMs: 5_000, rateMin: 16_384, rateWindowMs: 100 })

  await expect(staging).rejects.toMatchObject({ message: 'The upload was too slow and was cut off' })
  clearInterval(trickle)
  expect(await filesIn(folder)).toEqual([])
})

test('an upload just above the minimum rate succeeds', async () => {
  const { folder } = await stagingFolder()
  const stream = new PassThrough()
  let sent = 0
  const trickle = setInterval(() => {
    stream.write(Buffer.alloc(1024))
    if (++sent === 30) {
      clearInterval(trickle)
      stream.end()
    }
  }, 10)

  const staged = await stageStream(folder, stream, {
    sizeMax,
    idleMs: 5_000,
    rateMin: 1_000,
    rateWindowMs: 100,
  })

  expect(staged.size).toBe(30 * 1024)
})

test('a file that is flushed while it arrives is complete', async () => {
  const { folder } = await stagingFolder()
  const megabyte = randomBytes(1024 ** 2)
  const megabytes = 150
  const hash = createHash('sha256')
  for (let count = 0; count < megabytes; count++) hash.update(megabyte)
  const stream = Readable.from(Array.from({ length: megabytes }, () => megabyte))

  const staged = await stageStream(folder, stream, { sizeMax: Infinity })

  expect(staged).toMatchObject({ size: megabytes * 1024 ** 2, sha256: hash.digest('hex') })
  expect(await hashFile(staged.path)).toBe(staged.sha256)
})

test('the memory of request chunks is released once they are written; chunks of other streams stay', async () => {
  const { folder } = await stagingFolder()
  const content = randomBytes(sizeMax)
  const chunks: Buffer[] = []
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    stageStream(folder, request, { sizeMax }).then(
      (staged) => response.end(JSON.stringify({ path: staged.path, head: staged.head.toString('hex') })),
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    )
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const request = openRequest({ port, host: '127.0.0.1', method: 'PUT', agent: false }).end(content)
  const [response]: Readable[] = await once(request, 'response')
  const { path, head } = JSON.parse(String(await response?.toArray()))
  const shared = Buffer.from(Uint8Array.from(content).buffer)
  await stageStream(folder, Readable.from([shared]), { sizeMax })

  expect(await readFile(path)).toEqual(content)
  expect(head).toBe(content.toString('hex', 0, 4096))
  expect(chunks.length).toBeGreaterThan(1)
  expect(chunks.map(({ length }) => length)).toEqual(chunks.map(() => 0))
  expect(shared).toEqual(content)
})

test('discarding removes the file; twice, or after the import, it has no effect', async () => {
  const { files, folder } = await stagingFolder()
  const store = await createDiskStore(files)
  const imported = await stageStream(folder, Readable.from([Buffer.from('keep')]), { sizeMax })
  const discarded = await stageStream(folder, Readable.from([Buffer.from('drop')]), { sizeMax })
  const key = store.createKey('archives', 'zip')

  await store.importFile(imported.path, key)
  await Promise.all([imported.discard(), discarded.discard()])
  await discarded.discard()

  expect(await store.stat(key)).toEqual({ size: 4 })
  expect(await filesIn(folder)).toEqual([])
})

test('the sweep removes old files and leaves uploads in progress', async () => {
  const { folder } = await stagingFolder()
  const old = join(folder, 'old.part')
  const fresh = join(folder, 'fresh.part')
  await Promise.all([writeFile(old, 'x'), writeFile(fresh, 'x')])
  await utimes(old, new Date(0), new Date('2026-01-01T00:00:00Z'))

  const swept = await sweepStaging(folder, new Date('2026-01-02T00:00:00Z'))

  expect(swept).toBe(1)
  expect(await filesIn(folder)).toEqual([fresh])
})
