import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as openRequest, type ClientRequest } from 'node:http'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'

import { day } from '#platform/clock.ts'
import { zipOf } from '#platform/testing-archives/zip.ts'
import { scriptForm } from '#server/scripts/testing-forms.ts'
import { startTestHub, type Person } from '#server/testing.ts'

import { uploadLifetime } from './give-upload-address.ts'
import { sweepUploads } from './sweep-uploads.ts'

let time = Date.parse('2026-11-20T12:00:00Z')
const hub = await startTestHub({ clock: { now: () => new Date(time) } })
const author = await hub.person('scripts.upload')

const archive = zipOf([{ name: 'towing/flatbed.yft', content: randomBytes(2_000_000) }])
const tus = { 'tus-resumable': '1.0.0' }

async function open(someone: Person = author, fileSize = archive.length) {
  const wanted = { fileName: 'towing.zip', fileType: 'application/zip', folder: 'scripts', fileSize }
  const { body } = await hub.as(someone, 'POST', '/api/scripts/upload-url', wanted)
  return { url: String(body.uploadUrl), fileKey: String(body.fileKey) }
}

async function offsetOf(url: string, address = hub.address) {
  const { status, headers } = await fetch(new URL(url, address), { method: 'HEAD', headers: tus })
  return { status, offset: Number(headers.get('upload-offset')), length: headers.get('upload-length') }
}

const patchHeaders = (offset: number) => ({
  ...tus,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})

async function patch(url: string, offset: number, bytes: Buffer) {
  return hub.as(null, 'PATCH', url, new Uint8Array(bytes), patchHeaders(offset))
}

/** A PATCH that announces all the rest and has only sent so much of it. */
async function beginPatch(url: string, offset: number, count: number): Promise<ClientRequest> {
  const headers = { ...patchHeaders(offset), 'content-length': archive.length - offset }
  const sending = openRequest(new URL(url, hub.address), { method: 'PATCH', headers })
  sending.on('error', () => undefined)
  sending.write(archive.subarray(offset, offset + count))
  await expect.poll(async () => (await staged()).at(-1)).toBeGreaterThanOrEqual(offset + count)
  return sending
}

/** The sizes of the files that wait in staging, smallest first. */
async function staged(): Promise<number[]> {
  const folder = join(hub.dataDir, 'files', 'tmp')
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size)
  return (await Promise.all(sizes)).sort((one, other) => one - other)
}

async function submit(fileKey: string) {
  const fields = { fileKey, fileSize: String(archive.length) }
  return hub.as(author, 'POST', '/api/scripts', await scriptForm(fields, { archive: null }))
}

async function downloaded(id: number): Promise<Buffer> {
  const { body } = await hub.as(author, 'GET', `/api/scripts/${id}/download`)
  return Buffer.from(await (await fetch(new URL(body.downloadUrl, hub.address))).arrayBuffer())
}

afterEach(async () => {
  await hub.db.execute(sql`update uploads set consumed_at = now()`)
  const folder = join(hub.dataDir, 'files', 'tmp')
  for (const name of await readdir(folder)) await rm(join(folder, name))
})

describe('an upload that broke off', () => {
  test('goes on where it stopped, and is the same archive byte for byte', async () => {
    const { url, fileKey } = await open()
    expect(await offsetOf(url)).toEqual({ status: 200, offset: 0, length: String(archive.length) })

    const sending = await beginPatch(url, 0, 700_000)
    sending.destroy()
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

  test('is told its place even while the hub still believes in the lost connection', async () => {
    const { url } = await open()
    const lost = await beginPatch(url, 0, 300_000)

    const { offset } = await offsetOf(url)

    await expect.poll(() => lost.destroyed).toBe(true)
    expect(offset).toBe(300_000)
    expect((await patch(url, offset, archive.subarray(offset))).status).toBe(204)
  })

  test('that the hub did not live to note as whole is whole all the same', async () => {
    const { url, fileKey } = await open()
    await patch(url, 0, archive)
    await hub.db.execute(sql`update uploads set completed_at = null, sha256 = null where key = ${fileKey}`)

    expect((await offsetOf(url)).offset).toBe(archive.length)

    expect((await submit(fileKey)).status).toBe(201)
  })

  test('keeps what arrived through a restart of the hub', async () => {
    const { url, fileKey } = await open()
    await patch(url, 0, archive.subarray(0, 500_000))
    const next = await hub.anotherNode()

    expect((await offsetOf(url, next.address)).offset).toBe(500_000)
    const rest = new Uint8Array(archive.subarray(500_000))
    const sent = { method: 'PATCH', headers: patchHeaders(500_000), body: rest }
    expect((await fetch(new URL(url, next.address), sent)).status).toBe(204)

    const { body } = await submit(fileKey)
    expect(body.sha256).toBe(createHash('sha256').update(archive).digest('hex'))
  })
})

describe('a resumable upload refuses', () => {
  test('another place than the one where it stopped, and keeps what it has', async () => {
    const { url } = await open()
    await patch(url, 0, archive.subarray(0, 1000))

    for (const offset of [0, 999, 1001])
      expect((await patch(url, offset, archive.subarray(0, 10))).status).toBe(409)

    expect((await offsetOf(url)).offset).toBe(1000)
  })

  test('a second writer: one of two wins', async () => {
    const { url } = await open()
    const first = await beginPatch(url, 0, 100_000)

    expect((await patch(url, 0, archive)).status).toBe(409)
    const answered = once(first, 'response')
    first.end(archive.subarray(100_000))

    const [answer] = await answered
    expect(answer.statusCode).toBe(204)
    expect((await offsetOf(url)).offset).toBe(archive.length)
  })

  test('a forged address, one of another purpose, and one that is over, with 404', async () => {
    const { url } = await open()
    const undeclared = await hub.as(author, 'POST', '/api/scripts/upload-url', { fileName: 'a.zip' })
    const over = (await open()).url
    await hub.as(null, 'DELETE', over, undefined, tus)

    for (const address of [`${url}x`, '/files/upload/nothing', undeclared.body.uploadUrl, over]) {
      expect((await offsetOf(address)).status).toBe(404)
      expect((await patch(address, 0, archive)).status).toBe(404)
      expect((await hub.as(null, 'DELETE', address, undefined, tus)).status).toBe(404)
    }
    expect((await offsetOf(url)).status).toBe(200)
  })

  test('more bytes than were announced, with 413 and the product’s words', async () => {
    const { url } = await open(author, 1000)

    const answer = await patch(url, 0, archive.subarray(0, 1001))

    expect(answer).toMatchObject({
      status: 413,
      body: { fields: { scriptFile: 'File size must be less than 1000MB' } },
    })
    expect((await offsetOf(url)).offset).toBe(0)
  })

  test('somebody banned since', async () => {
    const soonBanned = await hub.person('scripts.upload')
    const { url } = await open(soonBanned)
    await hub.db.execute(sql`
      insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
      values (${soonBanned.id}, 'spam', true, 'owner', -2)`)

    expect(await patch(url, 0, archive)).toMatchObject({ status: 403, body: { code: 'banned' } })
    expect((await offsetOf(url)).status).toBe(403)
  })

  test('another version of the protocol, another content type, an offset that is none', async () => {
    const { url } = await open()
    const old = await hub.as(null, 'HEAD', url, undefined, { 'tus-resumable': '0.2.2' })
    const headers = patchHeaders(0)

    expect(old.status).toBe(412)
    expect(old.headers.get('tus-version')).toBe('1.0.0')
    const typed = await hub.as(null, 'PATCH', url, 'x', { ...headers, 'content-type': 'application/zip' })
    expect(typed.status).toBe(415)
    const astray = await hub.as(null, 'PATCH', url, 'x', { ...headers, 'upload-offset': '-1' })
    expect(astray.status).toBe(400)
  })
})

describe('a resumable upload leaves nothing', () => {
  test('when it is ended', async () => {
    const { url } = await open()
    await patch(url, 0, archive.subarray(0, 1000))

    const ended = await hub.as(null, 'DELETE', url, undefined, tus)

    expect(ended.status).toBe(204)
    await expect.poll(staged).toEqual([])
  })

  test('when an archive in one piece took its place', async () => {
    const { url, fileKey } = await open()
    const lost = await beginPatch(url, 0, 1000)

    const put = await hub.as(null, 'PUT', url, new Uint8Array(archive))

    expect(put.status).toBe(200)
    await expect.poll(staged).toEqual([archive.length])
    lost.destroy()
    expect((await submit(fileKey)).status).toBe(201)
    expect(await staged()).toEqual([])
  })

  test('when its day is over', async () => {
    const { url, fileKey } = await open()
    await patch(url, 0, archive.subarray(0, 1000))

    time += uploadLifetime + 1
    expect((await offsetOf(url)).status).toBe(404)
    expect((await patch(url, 1000, archive.subarray(1000))).status).toBe(404)
    time = Date.now() + 2 * day
    await sweepUploads(hub.hub)

    expect(await staged()).toEqual([])
    const found = await hub.db.execute(sql`select key from uploads where key = ${fileKey}`)
    expect(found.rows).toEqual([])
  })
})

test('an upload is opened by the protocol alone, by whoever may upload', async () => {
  const newcomer = await hub.person('scripts.upload')
  const metadata = `filename ${Buffer.from('towing.zip').toString('base64')},filetype YQ==`
  const headers = { ...tus, 'upload-length': String(archive.length), 'upload-metadata': metadata }

  const visitor = await hub.as(null, 'POST', '/files/upload', undefined, headers)
  const unfit = { ...headers, 'upload-metadata': 'filename YS5leGU=' }
  const wrongName = await hub.as(newcomer, 'POST', '/files/upload', undefined, unfit)
  const tooLarge = { ...headers, 'upload-length': '1048576001' }
  const wrongSize = await hub.as(newcomer, 'POST', '/files/upload', undefined, tooLarge)
  const opened = await hub.as(newcomer, 'POST', '/files/upload', undefined, headers)
  const options = await hub.as(null, 'OPTIONS', '/files/upload')

  expect([visitor.status, wrongName.status, wrongSize.status, opened.status]).toEqual([401, 400, 400, 201])
  expect(opened.headers.get('location')).toBe(opened.body.uploadUrl)
  expect((await offsetOf(opened.body.uploadUrl)).offset).toBe(0)
  expect(options.headers.get('tus-extension')).toBe('creation,expiration,termination')
})

test('what was uploaded and thrown away counts for the day', async () => {
  const eager = await hub.person('scripts.upload')
  for (let count = 0; count < 2; count += 1) {
    const { url, fileKey } = await open(eager)
    await patch(url, 0, archive.subarray(0, 1000))
    await hub.db.execute(sql`update uploads set size = 6e9 where key = ${fileKey}`)
    await hub.as(null, 'DELETE', url, undefined, tus)
  }

  const third = await hub.as(eager, 'POST', '/api/scripts/upload-url', { fileName: 'a.zip' })

  expect(third.status).toBe(429)
})
