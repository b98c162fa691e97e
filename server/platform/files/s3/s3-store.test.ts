import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { afterAll, afterEach, expect, test } from 'vitest'

import { prepareStaging } from '#platform/files/staging.ts'
import { failsWith, startObjectStore } from '#platform/files/testing-s3.ts'
import { temporaryFolder } from '#platform/files/testing.ts'
import { openLog } from '#platform/log.ts'
import { StartRefused } from '#platform/postgres/start-refused.ts'

import { openBucketFiles } from './open-bucket-files.ts'

const objectStore = await startObjectStore()
const logged: string[] = []
const log = openLog('error', (text) => logged.push(text))
afterAll(() => objectStore.close())
afterEach(() => objectStore.troubleWith(undefined))

async function openWith(place = {}) {
  return openBucketFiles({ ...objectStore.s3, ...place }, await prepareStaging(await temporaryFolder()), log)
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const unavailable = { code: 'unavailable', message: expect.stringContaining('file storage'), retryAfter: 5 }

test('a large file moves in by parts and is the same byte for byte', async () => {
  const { files, staging } = await openWith()
  const content = randomBytes(12_345_678)
  const staged = join(staging, 'upload.part')
  await writeFile(staged, content)
  const key = files.newKey('archives', 'zip')

  await files.moveIn(staged, key)

  const { stream, size } = await files.open(key)
  expect(size).toBe(content.length)
  expect(sha256(await buffer(stream))).toBe(sha256(content))
  expect(await objectStore.openUploads()).toEqual([])
  expect(objectStore.calls.filter((call) => call.includes('partNumber='))).toHaveLength(3)
})

test('a large file of which a part cannot be sent leaves nothing, and stays where it was', async () => {
  const { files, staging } = await openWith()
  const staged = join(staging, 'upload.part')
  await writeFile(staged, randomBytes(11_000_000))
  const key = files.newKey('archives', 'zip')
  objectStore.troubleWith((call) => (call.includes('partNumber=2') ? failsWith(500) : undefined))

  await expect(files.moveIn(staged, key)).rejects.toMatchObject(unavailable)

  objectStore.troubleWith(undefined)
  expect(await files.stat(key)).toBeUndefined()
  expect(await objectStore.openUploads()).toEqual([])
  await files.moveIn(staged, key)
  expect(await files.stat(key)).toEqual({ size: 11_000_000 })
})

test('a store that fails now and then is asked up to three times more, and nobody notices', async () => {
  const { files } = await openWith()
  const key = files.newKey('archives', 'zip')
  let failures = 0
  objectStore.troubleWith(() => (failures++ < 3 ? failsWith(503) : undefined))

  await files.write(key, Buffer.from('x'))

  expect(failures).toBe(4)
  expect(await files.stat(key)).toEqual({ size: 1 })
})

test('what failed at the store is in the log, and no word of it in the refusal', async () => {
  const { files } = await openWith()
  objectStore.troubleWith(() => failsWith(500))

  await expect(files.stat(files.newKey('archives', 'zip'))).rejects.toMatchObject(unavailable)

  expect(logged.join('')).toContain('The object store failed')
})

test('a copy that breaks off half way leaves nothing at its place', async () => {
  const { files, staging } = await openWith()
  const key = files.newKey('archives', 'zip')
  await files.write(key, Buffer.from('content'))
  const path = join(staging, 'copy')
  let times = 0
  objectStore.troubleWith((call) => {
    if (!call.includes('GetObject')) return undefined
    times += 1
    return (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('half', () => response.socket?.end())
    }
  })

  await expect(files.copyOut(key, path)).rejects.toMatchObject(unavailable)

  expect(times).toBe(3)
  objectStore.troubleWith(undefined)
  expect(await files.copyOut(key, path)).toBe('copied')
})

test.each([
  ['an unknown key', { accessKeyId: 'nobody' }, 'S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong'],
  ['a wrong secret', { secretAccessKey: 'wrong' }, 'S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong'],
  ['a bucket that is not there', { bucket: 'not-there' }, 'There is no bucket not-there at http'],
  [
    'an address where nothing listens',
    { endpoint: 'http://127.0.0.1:9' },
    'S3_ENDPOINT (http://127.0.0.1:9)',
  ],
])('%s ends the start with a message that says so', async (_, place, message) => {
  const opening = openWith(place)

  await expect(opening).rejects.toThrow(StartRefused)
  await expect(opening).rejects.toThrow(message)
})

test('a store that forbids what the hub needs ends the start, and the message names it', async () => {
  objectStore.troubleWith((call) => (call.startsWith('POST') ? failsWith(403, 'AccessDenied') : undefined))

  await expect(openWith()).rejects.toThrow('may not delete from the bucket hub-files (AccessDenied)')
})
