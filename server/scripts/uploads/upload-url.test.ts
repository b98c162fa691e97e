import { readdir } from 'node:fs/promises'
import { request as openRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { day } from '#platform/clock.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { sweepUploads } from './uploads.ts'

let logged = ''
const app = await startTestApp({ onLog: (line) => (logged += line) })
let author: TestUser

beforeEach(async () => {
  author = await app.createUser('scripts.upload')
})

async function open(fileSize?: number) {
  const input = { fileName: 'towing.zip', folder: 'scripts', ...(fileSize !== undefined && { fileSize }) }
  const { body } = await app.request(author, 'POST', '/api/scripts/upload-url', input)
  return { url: String(body.uploadUrl), fileKey: String(body.fileKey) }
}

const put = (url: string, size: number) => app.request(null, 'PUT', url, new Uint8Array(size))

const patchHeaders = {
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
}

/** Sends a body without Content-Length. */
async function sendChunked(method: string, url: string, size: number, headers = {}) {
  const request = openRequest(new URL(url, app.url), { method, headers })
  request.on('error', () => undefined)
  const responded = new Promise<IncomingMessage>((resolve) => request.once('response', resolve))
  request.end(Buffer.alloc(size))
  const response = await responded
  return { status: response.statusCode, body: JSON.parse(await text(response)) }
}

const staged = () => readdir(join(app.dataDir, 'files', 'tmp'))

test('a PUT stores the archive, and a repeated PUT replaces it', async () => {
  const { url, fileKey } = await open()

  const first = await put(url, 1000)
  const again = await put(url, 2000)

  expect(first).toMatchObject({ status: 200, body: { fileKey, fileSize: 1000 } })
  expect(first.headers.get('cache-control')).toBe('no-store')
  expect(again.body.fileSize).toBe(2000)
  await expect.poll(async () => (await staged()).length).toBe(1)
})

test('a forged upload URL is rejected with 403 and a used one with 404', async () => {
  const { url, fileKey } = await open()
  await app.db.execute(sql`update uploads set consumed_at = now() where key = ${fileKey}`)

  expect(await put(`${url}x`, 10)).toMatchObject({
    status: 403,
    body: { error: 'This upload URL is invalid or has expired' },
  })
  expect(await put(url, 10)).toMatchObject({
    status: 404,
    body: { error: 'This upload URL has been used already' },
  })
})

test('an empty archive is rejected and leaves no file', async () => {
  const before = await staged()

  expect(await put((await open()).url, 0)).toMatchObject({
    status: 400,
    body: { error: 'The file is empty' },
  })
  await expect.poll(staged).toEqual(before)
})

test.each([
  ['PUT', {}, 'File size must be less than 1000MB'],
  ['PATCH', patchHeaders, 'The upload is longer than its announced length of 1000 bytes'],
])('%s accepts at most the announced size, also without Content-Length', async (method, headers, message) => {
  const { url } = await open(1000)

  expect(await sendChunked(method, url, 5000, headers)).toMatchObject({
    status: 413,
    body: { fields: { scriptFile: message } },
  })
})

test('a user who lost the permission cannot use an earlier upload URL', async () => {
  const [whole, resumable] = [await open(), await open(10)]
  await app.db.execute(sql`
    delete from group_permissions where permission_key = 'scripts.upload'
    and group_id in (select group_id from memberships where user_id = ${author.id})`)

  const forbidden = { status: 403, body: { error: 'You no longer have the permission for this' } }
  expect(await put(whole.url, 10)).toMatchObject(forbidden)
  expect(await app.request(null, 'PATCH', resumable.url, new Uint8Array(10), patchHeaders)).toMatchObject(
    forbidden,
  )
})

test('a sixth open upload closes the oldest and removes its file', async () => {
  const before = await staged()
  const oldest = await open(10)
  await app.request(null, 'PATCH', oldest.url, new Uint8Array(5), patchHeaders)
  expect((await staged()).length).toBe(before.length + 1)
  await app.db.execute(sql`
    update uploads set created_at = created_at - interval '1 hour' where key = ${oldest.fileKey}`)

  const newer = []
  while (newer.length < 5) newer.push(await open(10))

  await expect.poll(staged).toEqual(before)
  expect(await app.request(null, 'PATCH', oldest.url, new Uint8Array(5), patchHeaders)).toMatchObject({
    status: 404,
    body: { error: 'This upload does not exist or has expired' },
  })
  const [second] = newer
  expect((await app.request(null, 'PATCH', second?.url ?? '', new Uint8Array(10), patchHeaders)).status).toBe(
    204,
  )
})

test('of uploads that are opened at the same time five stay open', async () => {
  await Promise.all(Array.from({ length: 10 }, () => open()))

  const { rows } = await app.db.execute(sql`
    select count(*)::int as count from uploads where user_id = ${author.id} and consumed_at is null`)
  expect(rows).toEqual([{ count: 5 }])
})

test('more than ten gigabytes a day are rejected with 429, and a wrong file name with its field', async () => {
  const { fileKey } = await open()
  await app.db.execute(sql`update uploads set size = 11e9 where key = ${fileKey}`)

  expect(await app.request(author, 'POST', '/api/scripts/upload-url', { fileName: 'a.zip' })).toMatchObject({
    status: 429,
    body: { error: 'You have uploaded 10 GB in the last 24 hours. Please try again in 24 hours.' },
  })
  const wrong = { fileName: 'a.exe', folder: 'scripts' }
  const rejected = await app.request(
    await app.createUser('scripts.upload'),
    'POST',
    '/api/scripts/upload-url',
    wrong,
  )
  expect(Object.keys(rejected.body.fields)).toEqual(['fileName'])
})

test('expired uploads are removed, and their number is logged', async () => {
  const { url } = await open()
  await put(url, 1000)
  const count = (await staged()).length
  logged = ''
  const { app: running } = app

  await sweepUploads({ ...running, clock: { now: () => new Date(Date.now() + 2 * day) } })
  await expect.poll(() => logged).toContain(`"message":"Expired uploads were removed","files":${count}`)
  logged = ''
  await sweepUploads(running)

  await expect.poll(staged).toEqual([])
  await new Promise((resolve) => setImmediate(resolve))
  expect(logged).toBe('')
})

test('tus responses have the headers of the protocol, and errors name the wrong header', async () => {
  const { url } = await open(1000)
  const tus = { 'tus-resumable': '1.0.0' }
  const options = await app.request(null, 'OPTIONS', '/files/upload')
  const head = await fetch(new URL(url, app.url), { method: 'HEAD', headers: tus })
  const ahead = await app.request(null, 'PATCH', url, new Uint8Array(10), {
    ...patchHeaders,
    'upload-offset': '7',
  })
  const wrongType = await app.request(null, 'PATCH', url, 'x', {
    ...patchHeaders,
    'content-type': 'text/plain',
  })
  const wrongOffset = await app.request(null, 'PATCH', url, 'x', { ...patchHeaders, 'upload-offset': 'two' })
  const withoutLength = await app.request(author, 'POST', '/files/upload', undefined, tus)
  const oldVersion = await app.request(null, 'HEAD', url, undefined, { 'tus-resumable': '0.2.2' })

  expect(options.headers.get('tus-max-size')).toBe('1048576000')
  expect(head.headers.get('upload-metadata')).toBe(`filename ${Buffer.from('towing.zip').toString('base64')}`)
  expect(head.headers.get('cache-control')).toBe('no-store')
  expect(ahead).toMatchObject({ status: 409, body: { error: 'This upload goes on at byte 0' } })
  expect(wrongType.body.error).toBe('This call takes application/offset+octet-stream')
  expect(wrongOffset.body.error).toBe('Upload-Offset must be a number of bytes')
  expect(withoutLength).toMatchObject({
    status: 400,
    body: { error: 'Upload-Length must be the size of the file in bytes' },
  })
  expect([oldVersion.headers.get('tus-version'), oldVersion.headers.get('connection')]).toEqual([
    '1.0.0',
    'close',
  ])
})
