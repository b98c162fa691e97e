import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as openRequest, type ClientRequest } from 'node:http'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'

import { day } from '#platform/clock.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { uploadLifetime, sweepUploads } from './uploads.ts'

let time = Date.parse('2026-11-20T12:00:00Z')
const app = await startTestApp({ clock: { now: () => new Date(time) } })
const author = await app.createUser('scripts.upload')

const archive = zipOf([{ name: 'towing/flatbed.yft', content: randomBytes(2_000_000) }])
const tus = { 'tus-resumable': '1.0.0' }

async function open(user: TestUser = author, fileSize = archive.length) {
  const input = { fileName: 'towing.zip', fileType: 'application/zip', folder: 'scripts', fileSize }
  const { body } = await app.request(user, 'POST', '/api/scripts/upload-url', input)
  return { url: String(body.uploadUrl), fileKey: String(body.fileKey) }
}

async function offsetOf(url: string, nodeUrl = app.url) {
  const { status, headers } = await fetch(new URL(url, nodeUrl), { method: 'HEAD', headers: tus })
  return { status, offset: Number(headers.get('upload-offset')), length: headers.get('upload-length') }
}

const patchHeaders = (offset: number) => ({
  ...tus,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})

async function patch(url: string, offset: number, bytes: Buffer) {
  return app.request(null, 'PATCH', url, new Uint8Array(bytes), patchHeaders(offset))
}

/** Starts a PATCH that announces the whole rest and sends only `count` bytes. */
async function beginPatch(url: string, offset: number, count: number): Promise<ClientRequest> {
  const headers = { ...patchHeaders(offset), 'content-length': archive.length - offset }
  const request = openRequest(new URL(url, app.url), { method: 'PATCH', headers })
  request.on('error', () => undefined)
  request.write(archive.subarray(offset, offset + count))
  await expect.poll(async () => (await staged()).at(-1)).toBeGreaterThanOrEqual(offset + count)
  return request
}

/** The sizes of the staged files, smallest first. */
async function staged(): Promise<number[]> {
  const folder = join(app.dataDir, 'files', 'tmp')
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size)
  return (await Promise.all(sizes)).sort((one, other) => one - other)
}

async function submit(fileKey: string) {
  const fields = { fileKey, fileSize: String(archive.length) }
  return app.request(author, 'POST', '/api/scripts', await scriptForm(fields, { archive: null }))
}

async function downloaded(id: number): Promise<Buffer> {
  const { body } = await app.request(author, 'GET', `/api/scripts/${id}/download`)
  return Buffer.from(await (await fetch(new URL(body.downloadUrl, app.url))).arrayBuffer())
}

afterEach(async () => {
  await app.db.execute(sql`update uploads set consumed_at = now()`)
  const folder = join(app.dataDir, 'files', 'tmp')
  for (const name of await readdir(folder)) await rm(join(folder, name))
})

describe('an interrupted upload', () => {
  test('continues at its offset, and the archive is complete and unchanged', async () => {
    const { url, fileKey } = await open()
    expect(await offsetOf(url)).toEqual({ status: 200, offset: 0, length: String(archive.length) })

    const interrupted = await beginPatch(url, 0, 700_000)
    interrupted.destroy()
    const { offset } = await offsetOf(url)
    expect(offset).toBe(700_000)
    expect((await submit(fileKey)).body.fields.scriptFile).toContain('Please upload it again')
    const rest = await patch(url, offset, archive.subarray(offset))

    expect(rest.status).toBe(204)
    expect(rest.headers.get('upload-offset')).toBe(String(archive.length))
    const { status, body } = await submit(fileKey)
    expect(status).toBe(201)
    expect(body.sha256).toBe(createHash('sha256').update(archive).digest('hex'))
    expect((await downloaded(body.id)).equals(archive)).toBe(true)
    expect(await staged()).toEqual([])
  })

  test('reports its offset while the server still considers the lost connection open', async () => {
    const { url } = await open()
    const lost = await beginPatch(url, 0, 300_000)

    const { offset } = await offsetOf(url)

    await expect.poll(() => lost.destroyed).toBe(true)
    expect(offset).toBe(300_000)
    expect((await patch(url, offset, archive.subarray(offset))).status).toBe(204)
  })

  test('that was complete before the process ended is usable after the next HEAD', async () => {
    const { url, fileKey } = await open()
    await patch(url, 0, archive)
    await app.db.execute(sql`update uploads set completed_at = null, sha256 = null where key = ${fileKey}`)

    expect((await offsetOf(url)).offset).toBe(archive.length)

    expect((await submit(fileKey)).status).toBe(201)
  })

  test('keeps the received bytes when the app restarts', async () => {
    const { url, fileKey } = await open()
    await patch(url, 0, archive.subarray(0, 500_000))
    const next = await app.startNode()

    expect((await offsetOf(url, next.url)).offset).toBe(500_000)
    const rest = new Uint8Array(archive.subarray(500_000))
    const sent = { method: 'PATCH', headers: patchHeaders(500_000), body: rest }
    expect((await fetch(new URL(url, next.url), sent)).status).toBe(204)

    const { body } = await submit(fileKey)
    expect(body.sha256).toBe(createHash('sha256').update(archive).digest('hex'))
  })
})

describe('a resumable upload rejects', () => {
  test('another offset than its own, and keeps its bytes', async () => {
    const { url } = await open()
    await patch(url, 0, archive.subarray(0, 1000))

    for (const offset of [0, 999, 1001])
      expect((await patch(url, offset, archive.subarray(0, 10))).status).toBe(409)

    expect((await offsetOf(url)).offset).toBe(1000)
  })

  test('a second writer while the first one continues', async () => {
    const { url } = await open()
    const first = await beginPatch(url, 0, 100_000)

    expect((await patch(url, 0, archive)).status).toBe(409)
    const responded = once(first, 'response')
    first.end(archive.subarray(100_000))

    const [response] = await responded
    expect(response.statusCode).toBe(204)
    expect((await offsetOf(url)).offset).toBe(archive.length)
  })

  test('a forged URL, one of an upload that is not resumable, and one of a terminated upload, with 404', async () => {
    const { url } = await open()
    const withoutSize = await app.request(author, 'POST', '/api/scripts/upload-url', { fileName: 'a.zip' })
    const terminated = (await open()).url
    await app.request(null, 'DELETE', terminated, undefined, tus)

    for (const wrong of [`${url}x`, '/files/upload/nothing', withoutSize.body.uploadUrl, terminated]) {
      expect((await offsetOf(wrong)).status).toBe(404)
      expect((await patch(wrong, 0, archive)).status).toBe(404)
      expect((await app.request(null, 'DELETE', wrong, undefined, tus)).status).toBe(404)
    }
    expect((await offsetOf(url)).status).toBe(200)
  })

  test('more bytes than were announced, with 413 and the announced length', async () => {
    const { url } = await open(author, 1000)

    const response = await patch(url, 0, archive.subarray(0, 1001))

    expect(response).toMatchObject({
      status: 413,
      body: { fields: { scriptFile: 'The upload is longer than its announced length of 1000 bytes' } },
    })
    expect((await offsetOf(url)).offset).toBe(0)
  })

  test('a user who was banned after it started', async () => {
    const soonBanned = await app.createUser('scripts.upload')
    const { url } = await open(soonBanned)
    await app.db.execute(sql`
      insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
      values (${soonBanned.id}, 'spam', true, 'owner', -2)`)

    expect(await patch(url, 0, archive)).toMatchObject({ status: 403, body: { code: 'banned' } })
    expect((await offsetOf(url)).status).toBe(403)
  })

  test('another protocol version, another content type and an invalid offset', async () => {
    const { url } = await open()
    const old = await app.request(null, 'HEAD', url, undefined, { 'tus-resumable': '0.2.2' })
    const headers = patchHeaders(0)

    expect(old.status).toBe(412)
    expect(old.headers.get('tus-version')).toBe('1.0.0')
    const wrongType = await app.request(null, 'PATCH', url, 'x', {
      ...headers,
      'content-type': 'application/zip',
    })
    expect(wrongType.status).toBe(415)
    const wrongOffset = await app.request(null, 'PATCH', url, 'x', { ...headers, 'upload-offset': '-1' })
    expect(wrongOffset.status).toBe(400)
  })
})

describe('a resumable upload leaves no file', () => {
  test('when it is terminated', async () => {
    const { url } = await open()
    await patch(url, 0, archive.subarray(0, 1000))

    const ended = await app.request(null, 'DELETE', url, undefined, tus)

    expect(ended.status).toBe(204)
    await expect.poll(staged).toEqual([])
  })

  test('when a PUT of the whole archive replaces it', async () => {
    const { url, fileKey } = await open()
    const lost = await beginPatch(url, 0, 1000)

    const put = await app.request(null, 'PUT', url, new Uint8Array(archive))

    expect(put.status).toBe(200)
    await expect.poll(staged).toEqual([archive.length])
    lost.destroy()
    expect((await submit(fileKey)).status).toBe(201)
    expect(await staged()).toEqual([])
  })

  test('when it has expired', async () => {
    const { url, fileKey } = await open()
    await patch(url, 0, archive.subarray(0, 1000))

    time += uploadLifetime + 1
    expect((await offsetOf(url)).status).toBe(404)
    expect((await patch(url, 1000, archive.subarray(1000))).status).toBe(404)
    time = Date.now() + 2 * day
    await sweepUploads(app.app)

    expect(await staged()).toEqual([])
    const found = await app.db.execute(sql`select key from uploads where key = ${fileKey}`)
    expect(found.rows).toEqual([])
  })
})

test('an upload can be created by the tus protocol alone, by users who may upload', async () => {
  const uploader = await app.createUser('scripts.upload')
  const metadata = `filename ${Buffer.from('towing.zip').toString('base64')},filetype YQ==`
  const headers = { ...tus, 'upload-length': String(archive.length), 'upload-metadata': metadata }

  const visitor = await app.request(null, 'POST', '/files/upload', undefined, headers)
  const wrongMetadata = { ...headers, 'upload-metadata': 'filename YS5leGU=' }
  const wrongName = await app.request(uploader, 'POST', '/files/upload', undefined, wrongMetadata)
  const tooLarge = { ...headers, 'upload-length': '1048576001' }
  const wrongSize = await app.request(uploader, 'POST', '/files/upload', undefined, tooLarge)
  const partial = await app.request(uploader, 'POST', '/files/upload', undefined, {
    ...headers,
    'upload-concat': 'partial',
  })
  const opened = await app.request(uploader, 'POST', '/files/upload', undefined, headers)
  const options = await app.request(null, 'OPTIONS', '/files/upload')

  expect([visitor.status, wrongName.status, wrongSize.status, opened.status]).toEqual([401, 400, 400, 201])
  expect(partial).toMatchObject({ status: 400, body: { error: expect.stringContaining('concatenated') } })
  expect(opened.headers.get('location')).toBe(opened.body.uploadUrl)
  expect((await offsetOf(opened.body.uploadUrl)).offset).toBe(0)
  expect(options.headers.get('tus-extension')).toBe('creation,expiration,termination')
})

test('a client that can only send POST overrides the method', async () => {
  const { url } = await open(author, 10)
  const post = (method: string, headers: Record<string, string> = tus, body?: Uint8Array<ArrayBuffer>) =>
    app.request(null, 'POST', url, body, { ...headers, 'x-http-method-override': method })

  const appended = await post('PATCH', patchHeaders(0), new Uint8Array(4))
  const progress = await post('HEAD')
  const unknown = await post('PUT')
  const terminated = await post('DELETE')

  expect([appended.status, appended.headers.get('upload-offset')]).toEqual([204, '4'])
  expect([progress.status, progress.headers.get('upload-offset')]).toEqual([200, '4'])
  expect(unknown.status).toBe(404)
  expect(terminated.status).toBe(204)
  expect((await offsetOf(url)).status).toBe(404)
})

test('terminated uploads count towards the daily limit', async () => {
  const heavyUploader = await app.createUser('scripts.upload')
  for (let count = 0; count < 2; count += 1) {
    const { url, fileKey } = await open(heavyUploader)
    await patch(url, 0, archive.subarray(0, 1000))
    await app.db.execute(sql`update uploads set size = 6e9 where key = ${fileKey}`)
    await app.request(null, 'DELETE', url, undefined, tus)
  }

  const third = await app.request(heavyUploader, 'POST', '/api/scripts/upload-url', { fileName: 'a.zip' })

  expect(third.status).toBe(429)
})
