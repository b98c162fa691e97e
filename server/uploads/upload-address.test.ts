import { readdir } from 'node:fs/promises'
import { request as openRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { day } from '#platform/clock.ts'
import { startTestHub, type Person } from '#server/testing.ts'

import { sweepUploads } from './sweep-uploads.ts'

let said = ''
const hub = await startTestHub({ logsTo: (line) => (said += line) })
let author: Person

beforeEach(async () => {
  author = await hub.person('scripts.upload')
})

async function open(fileSize?: number) {
  const wanted = { fileName: 'towing.zip', folder: 'scripts', ...(fileSize !== undefined && { fileSize }) }
  const { body } = await hub.as(author, 'POST', '/api/scripts/upload-url', wanted)
  return { url: String(body.uploadUrl), fileKey: String(body.fileKey) }
}

const put = (url: string, size: number) => hub.as(null, 'PUT', url, new Uint8Array(size))

const patchHeaders = {
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
}

/** Without saying beforehand how much it will be. */
async function sendUnannounced(method: string, url: string, size: number, headers = {}) {
  const sending = openRequest(new URL(url, hub.address), { method, headers })
  sending.on('error', () => undefined)
  const answered = new Promise<IncomingMessage>((resolve) => sending.once('response', resolve))
  sending.end(Buffer.alloc(size))
  const answer = await answered
  return { status: answer.statusCode, body: JSON.parse(await text(answer)) }
}

const staged = () => readdir(join(hub.dataDir, 'files', 'tmp'))

test('an archive in one piece is taken at its address, and so is the same one again', async () => {
  const { url, fileKey } = await open()

  const first = await put(url, 1000)
  const again = await put(url, 2000)

  expect(first).toMatchObject({ status: 200, body: { fileKey, fileSize: 1000 } })
  expect(first.headers.get('cache-control')).toBe('no-store')
  expect(again.body.fileSize).toBe(2000)
  await expect.poll(async () => (await staged()).length).toBe(1)
})

test('an address that is forged, and one that has served, say so', async () => {
  const { url, fileKey } = await open()
  await hub.db.execute(sql`update uploads set consumed_at = now() where key = ${fileKey}`)

  expect(await put(`${url}x`, 10)).toMatchObject({
    status: 403,
    body: { error: 'This upload address is invalid or has expired' },
  })
  expect(await put(url, 10)).toMatchObject({
    status: 404,
    body: { error: 'This upload address has been used already' },
  })
})

test('an empty archive is refused and leaves nothing', async () => {
  const before = await staged()

  expect(await put((await open()).url, 0)).toMatchObject({
    status: 400,
    body: { error: 'The file is empty' },
  })
  await expect.poll(staged).toEqual(before)
})

test.each([
  ['PUT', {}],
  ['PATCH', patchHeaders],
])('%s takes no more than its address is for, unannounced as well', async (method, headers) => {
  const { url } = await open(1000)

  expect(await sendUnannounced(method, url, 5000, headers)).toMatchObject({
    status: 413,
    body: { fields: { scriptFile: 'File size must be less than 1000MB' } },
  })
})

test('who may not upload any more cannot use what was given out before', async () => {
  const [whole, resumable] = [await open(), await open(10)]
  await hub.db.execute(sql`
    delete from group_permissions where permission_key = 'scripts.upload'
    and group_id in (select group_id from memberships where user_id = ${author.id})`)

  const refusal = { status: 403, body: { error: 'You no longer have the permission for this' } }
  expect(await put(whole.url, 10)).toMatchObject(refusal)
  expect(await hub.as(null, 'PATCH', resumable.url, new Uint8Array(10), patchHeaders)).toMatchObject(refusal)
})

test('a sixth upload ends the oldest, with what that has brought', async () => {
  const before = await staged()
  const oldest = await open(10)
  await hub.as(null, 'PATCH', oldest.url, new Uint8Array(5), patchHeaders)
  expect((await staged()).length).toBe(before.length + 1)
  await hub.db.execute(sql`
    update uploads set created_at = created_at - interval '1 hour' where key = ${oldest.fileKey}`)

  const newer = []
  while (newer.length < 5) newer.push(await open(10))

  await expect.poll(staged).toEqual(before)
  expect(await hub.as(null, 'PATCH', oldest.url, new Uint8Array(5), patchHeaders)).toMatchObject({
    status: 404,
    body: { error: 'This upload does not exist or has expired' },
  })
  const [second] = newer
  expect((await hub.as(null, 'PATCH', second?.url ?? '', new Uint8Array(10), patchHeaders)).status).toBe(204)
})

test('ten gigabytes a day are told as the reason, and in which field a name is wrong', async () => {
  const { fileKey } = await open()
  await hub.db.execute(sql`update uploads set size = 11e9 where key = ${fileKey}`)

  expect(await hub.as(author, 'POST', '/api/scripts/upload-url', { fileName: 'a.zip' })).toMatchObject({
    status: 429,
    body: { error: 'You have uploaded 10 GB in the last 24 hours. Please go on tomorrow.' },
  })
  const wrong = { fileName: 'a.exe', folder: 'scripts' }
  const refused = await hub.as(await hub.person('scripts.upload'), 'POST', '/api/scripts/upload-url', wrong)
  expect(Object.keys(refused.body.fields)).toEqual(['fileName'])
})

test('what no script took in its day is removed, and the log tells how much it was', async () => {
  const { url } = await open()
  await put(url, 1000)
  const count = (await staged()).length
  said = ''
  const { hub: running } = hub

  await sweepUploads({ ...running, clock: { now: () => new Date(Date.now() + 2 * day) } })
  await expect
    .poll(() => said)
    .toContain(`"message":"Uploads that no script took were removed","files":${count}`)
  said = ''
  await sweepUploads(running)

  await expect.poll(staged).toEqual([])
  await new Promise((resolve) => setImmediate(resolve))
  expect(said).toBe('')
})

test('the protocol of resumable uploads is told, and what is wrong with a call in it', async () => {
  const { url } = await open(1000)
  const spoken = { 'tus-resumable': '1.0.0' }
  const options = await hub.as(null, 'OPTIONS', '/files/upload')
  const known = await fetch(new URL(url, hub.address), { method: 'HEAD', headers: spoken })
  const ahead = await hub.as(null, 'PATCH', url, new Uint8Array(10), {
    ...patchHeaders,
    'upload-offset': '7',
  })
  const typed = await hub.as(null, 'PATCH', url, 'x', { ...patchHeaders, 'content-type': 'text/plain' })
  const astray = await hub.as(null, 'PATCH', url, 'x', { ...patchHeaders, 'upload-offset': 'two' })
  const unsized = await hub.as(author, 'POST', '/files/upload', undefined, spoken)
  const old = await hub.as(null, 'HEAD', url, undefined, { 'tus-resumable': '0.2.2' })

  expect(options.headers.get('tus-max-size')).toBe('1048576000')
  expect(known.headers.get('upload-metadata')).toBe(
    `filename ${Buffer.from('towing.zip').toString('base64')}`,
  )
  expect(known.headers.get('cache-control')).toBe('no-store')
  expect(ahead).toMatchObject({ status: 409, body: { error: 'This upload goes on at byte 0' } })
  expect(typed.body.error).toBe('This call takes application/offset+octet-stream')
  expect(astray.body.error).toBe('Upload-Offset must be a number of bytes')
  expect(unsized).toMatchObject({
    status: 400,
    body: { error: 'Upload-Length must be the size of the file in bytes' },
  })
  expect([old.headers.get('tus-version'), old.headers.get('connection')]).toEqual(['1.0.0', 'close'])
})
