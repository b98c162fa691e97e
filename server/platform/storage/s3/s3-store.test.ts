import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { afterAll, afterEach, expect, test } from 'vitest'

import { prepareStaging } from '#platform/storage/staging.ts'
import { respondWithError, startObjectStore } from '#test-support/s3-server.ts'
import { temporaryFolder } from '#test-support/files.ts'
import { createLog } from '#platform/log.ts'
import { StartupError } from '#postgres-launcher/startup-error.ts'

import { openS3Storage } from './open-s3-storage.ts'

const objectStore = await startObjectStore()
const logged: string[] = []
const log = createLog('error', (text) => logged.push(text))
afterAll(() => objectStore.close())
afterEach(() => objectStore.injectFault(undefined))

async function openWith(config = {}) {
  return openS3Storage({ ...objectStore.s3, ...config }, await prepareStaging(await temporaryFolder()), log)
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const unavailable = { code: 'unavailable', message: expect.stringContaining('file storage'), retryAfter: 5 }

test('a large file is imported in parts without a change', async () => {
  const { files, staging } = await openWith()
  const content = randomBytes(12_345_678)
  const staged = join(staging, 'upload.part')
  await writeFile(staged, content)
  const key = files.createKey('archives', 'zip')

  await files.importFile(staged, key)

  const { stream, size } = await files.open(key)
  expect(size).toBe(content.length)
  expect(sha256(await buffer(stream))).toBe(sha256(content))
  expect(await objectStore.openUploads()).toEqual([])
  expect(objectStore.calls.filter((call) => call.includes('partNumber='))).toHaveLength(3)
})

test('a large import with a failed part leaves nothing in the bucket, and the staged file stays', async () => {
  const { files, staging } = await openWith()
  const staged = join(staging, 'upload.part')
  await writeFile(staged, randomBytes(11_000_000))
  const key = files.createKey('archives', 'zip')
  objectStore.injectFault((call) => (call.includes('partNumber=2') ? respondWithError(500) : undefined))

  await expect(files.importFile(staged, key)).rejects.toMatchObject(unavailable)

  objectStore.injectFault(undefined)
  expect(await files.stat(key)).toBeUndefined()
  expect(await objectStore.openUploads()).toEqual([])
  await files.importFile(staged, key)
  expect(await files.stat(key)).toEqual({ size: 11_000_000 })
})

test('a failed call is retried up to three times', async () => {
  const { files } = await openWith()
  const key = files.createKey('archives', 'zip')
  let failures = 0
  objectStore.injectFault(() => (failures++ < 3 ? respondWithError(503) : undefined))

  await files.write(key, Buffer.from('x'))

  expect(failures).toBe(4)
  expect(await files.stat(key)).toEqual({ size: 1 })
})

test('an error of the store is logged; the client sees only that the storage is unavailable', async () => {
  const { files } = await openWith()
  objectStore.injectFault(() => respondWithError(500))

  await expect(files.stat(files.createKey('archives', 'zip'))).rejects.toMatchObject(unavailable)

  expect(logged.join('')).toContain('The object store failed')
})

test('an interrupted export leaves no file', async () => {
  const { files, staging } = await openWith()
  const key = files.createKey('archives', 'zip')
  await files.write(key, Buffer.from('content'))
  const path = join(staging, 'copy')
  let downloads = 0
  objectStore.injectFault((call) => {
    if (!call.includes('GetObject')) return undefined
    downloads += 1
    return (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('half', () => response.socket?.end())
    }
  })

  await expect(files.exportFile(key, path)).rejects.toMatchObject(unavailable)

  expect(downloads).toBe(3)
  objectStore.injectFault(undefined)
  expect(await files.exportFile(key, path)).toBe('copied')
})

test.each([
  ['an unknown access key', { accessKeyId: 'nobody' }, 'S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong'],
  ['a wrong secret', { secretAccessKey: 'wrong' }, 'S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong'],
  ['a missing bucket', { bucket: 'not-there' }, 'There is no bucket not-there at http'],
  [
    'an endpoint where nothing listens',
    { endpoint: 'http://127.0.0.1:9' },
    'S3_ENDPOINT (http://127.0.0.1:9)',
  ],
])('%s fails the start with a message that names the setting', async (_, config, message) => {
  const opening = openWith(config)

  await expect(opening).rejects.toThrow(StartupError)
  await expect(opening).rejects.toThrow(message)
})

test('a missing permission of the access key fails the start with a message that names it', async () => {
  objectStore.injectFault((call) =>
    call.startsWith('POST') ? respondWithError(403, 'AccessDenied') : undefined,
  )

  await expect(openWith()).rejects.toThrow('may not delete from the bucket hub-files (AccessDenied)')
})
