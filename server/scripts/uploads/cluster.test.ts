import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as openRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { Upload } from 'tus-js-client'
import { afterAll, afterEach, describe, expect, test } from 'vitest'

import { day, minute } from '#platform/clock.ts'
import { closeConnection, respondWithError, startObjectStore, neverRespond } from '#test-support/s3-server.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestApp } from '#test-support/test-app.ts'

import { sweepUploads } from './uploads.ts'

// Two nodes with the same database, bucket and secret, each with its own DATA_DIR.
let time = Date.now()
const clock = { now: () => new Date(time) }
const store = await startObjectStore()
const first = await startTestApp({
  clock,
  config: { s3: store.s3, tokenSecret: 'the secret that both nodes share' },
})
const secondDir = await mkdtemp(join(tmpdir(), 'scripthaven-second-'))
const second = await first.startNode({ dataDir: secondDir })
afterAll(async () => {
  await rm(secondDir, { recursive: true, force: true })
  await store.close()
})
afterEach(() => {
  store.injectFault(undefined)
  time = Date.now()
})

const author = await first.createUser('scripts.upload', 'scripts.download')
// Two parts of 5 MiB and a third one.
const large = zipOf([{ name: 'towing/flatbed.yft', content: randomBytes(11_000_000) }])
const small = zipOf([{ name: 'towing/readme.txt', content: Buffer.from('A tow truck.') }])
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const tus = { 'tus-resumable': '1.0.0' }

type Node = { url: string }

/** A request of the author to one of the nodes. */
function at(
  node: Node,
  method: string,
  path: string,
  body?: Parameters<TestApp['request']>[3],
  headers = {},
) {
  return first.request(author, method, new URL(path, node.url).href, body, headers)
}

async function openUpload(node: Node, fileSize: number) {
  const input = { fileName: 'towing.zip', fileType: 'application/zip', folder: 'scripts', fileSize }
  const { body } = await at(node, 'POST', '/api/scripts/upload-url', input)
  return { uploadUrl: String(body.uploadUrl), fileKey: String(body.fileKey) }
}

async function offsetAt(node: Node, url: string): Promise<number> {
  return Number((await at(node, 'HEAD', url, undefined, tus)).headers.get('upload-offset'))
}

const patchHeaders = (offset: number) => ({
  ...tus,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})

async function patchAt(node: Node, url: string, offset: number, bytes: Buffer): Promise<number> {
  return (await at(node, 'PATCH', url, new Uint8Array(bytes), patchHeaders(offset))).status
}

async function submitAt(node: Node, fileKey: string, size: number) {
  const fields = { fileKey, fileSize: String(size) }
  return at(node, 'POST', '/api/scripts', await scriptForm(fields, { archive: null }))
}

async function submitWith(content: Buffer) {
  return at(first, 'POST', '/api/scripts', await scriptForm({}, { archive: { fileName: 'a.zip', content } }))
}

async function linkTo(id: number): Promise<string> {
  return String((await at(first, 'GET', `/api/scripts/${id}/download`)).body.downloadUrl)
}

async function downloadedAt(node: Node, id: number): Promise<Buffer> {
  const response = await fetch(new URL(await linkTo(id), node.url))
  return Buffer.from(await response.arrayBuffer())
}

/** The redirect of the second node for a download, and the response at its target. */
async function follow(link: string, method = 'GET', headers = {}) {
  const redirect = await at(second, method, link)
  const url = redirect.headers.get('location') ?? ''
  return { redirect, url, response: await fetch(url, { method, headers }) }
}

async function countScripts(): Promise<number> {
  const { rows } = await first.db.execute<{ count: number }>(sql`select count(*)::int as count from scripts`)
  return rows[0]?.count ?? 0
}

const uploadChunks = async () => (await store.objects()).filter((name) => name.startsWith('incoming/'))

describe('an archive that is uploaded to one node', () => {
  test('by PUT can be submitted at the other, and is downloaded unchanged', async () => {
    const { uploadUrl, fileKey } = await openUpload(first, large.length)

    const put = await at(first, 'PUT', uploadUrl, new Uint8Array(large), {
      'content-type': 'application/zip',
    })
    expect(put.status).toBe(200)
    expect(put.body).toEqual({ fileKey, fileSize: large.length, sha256: sha256(large) })
    const { status, body } = await submitAt(second, fileKey, large.length)

    expect(status).toBe(201)
    expect(body.sha256).toBe(sha256(large))
    expect((await downloadedAt(first, body.id)).equals(large)).toBe(true)
    expect(await uploadChunks()).toEqual([])
  })

  test('and interrupted continues at the other from the acknowledged offset', async () => {
    const { uploadUrl, fileKey } = await openUpload(first, large.length)

    expect(await patchAt(first, uploadUrl, 0, large.subarray(0, 7_000_000))).toBe(204)
    expect(await offsetAt(second, uploadUrl)).toBe(7_000_000)
    expect(await patchAt(second, uploadUrl, 7_000_000, large.subarray(7_000_000, 7_100_000))).toBe(204)
    expect(await offsetAt(first, uploadUrl)).toBe(7_100_000)
    expect(await patchAt(first, uploadUrl, 7_000_000, large.subarray(7_000_000))).toBe(409)
    expect(await patchAt(first, uploadUrl, 7_100_000, large.subarray(7_100_000))).toBe(204)
    const { status, body } = await submitAt(second, fileKey, large.length)

    expect(status).toBe(201)
    expect((await downloadedAt(second, body.id)).equals(large)).toBe(true)
    expect(await uploadChunks()).toEqual([])
  })

  test('keeps the bytes received before the connection broke', async () => {
    const { uploadUrl } = await openUpload(first, large.length)
    const headers = { ...patchHeaders(0), 'content-length': large.length }
    const request = openRequest(new URL(uploadUrl, first.url), { method: 'PATCH', headers })
    request.on('error', () => undefined)
    request.write(large.subarray(0, 6_000_000))
    await expect.poll(uploadChunks).toHaveLength(1)
    request.destroy()

    expect(await offsetAt(first, uploadUrl)).toBe(6_000_000)
    await at(first, 'DELETE', uploadUrl, undefined, tus)
    expect(await uploadChunks()).toEqual([])
  })

  test('by tus-js-client can be submitted at the other', async () => {
    const { uploadUrl, fileKey } = await openUpload(first, large.length)

    await new Promise<void>((resolve, reject) => {
      const url = new URL(uploadUrl, first.url).href
      const callbacks = { onSuccess: () => resolve(), onError: reject }
      new Upload(large, { uploadUrl: url, storeFingerprintForResuming: false, ...callbacks }).start()
    })

    expect((await submitAt(second, fileKey, large.length)).body.sha256).toBe(sha256(large))
  })

  test('with the form is available at the other at once, and so are its images', async () => {
    const { body } = await submitWith(small)

    expect((await downloadedAt(second, body.id)).equals(small)).toBe(true)
    const url = new URL(body.image, second.url)
    const image = await fetch(url)
    expect(image.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const part = await fetch(url, { headers: { range: 'bytes=4-7' } })
    expect(part.status).toBe(206)
    const whole = Buffer.from(await image.arrayBuffer())
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(4, 8))
  })
})

test('an image is served from memory for a minute, then read from the bucket again', async () => {
  const { image } = (await submitWith(small)).body
  const show = async () => (await fetch(new URL(image, second.url))).status
  const countReads = () =>
    store.calls.filter((call) => call.includes('images/') && call.startsWith('GET')).length
  const before = countReads()

  expect(await Promise.all([show(), show(), show()])).toEqual([200, 200, 200])
  expect(countReads()).toBe(before + 1)
  store.injectFault(() => respondWithError(500))
  expect(await show()).toBe(200)
  time += minute
  expect(await show()).toBe(503)
  store.injectFault(undefined)
  expect(await show()).toBe(200)
})

describe('a download', () => {
  test('is redirected to a URL of the bucket that expires in a minute and supports ranges', async () => {
    const link = await linkTo((await submitWith(small)).body.id)

    const { redirect, url, response } = await follow(link, 'GET', { range: 'bytes=10-19' })

    expect(redirect.status).toBe(302)
    expect(redirect.headers.get('cache-control')).toBe('private, no-store')
    expect(new URL(url).origin).toBe(store.s3.endpoint)
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60')
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes 10-19/${small.length}`)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="Garage 1.0.0.zip"')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(small.subarray(10, 20))
    const head = await follow(link, 'HEAD')
    expect(head.response.headers.get('content-length')).toBe(String(small.length))
  })

  test('is denied by the bucket for another file, and by the app for a user who was banned', async () => {
    const link = await linkTo((await submitWith(small)).body.id)
    const { url } = await follow(link)
    const urlOfOther = url.replace(/archives\/[\da-f]{4}/, 'archives/0000')

    expect((await fetch(urlOfOther)).status).toBe(403)
    await first.db.execute(sql`
      insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
      values (${author.id}, 'spam', true, 'owner', -2)`)
    expect((await at(second, 'GET', link)).status).toBe(403)
    await first.db.execute(sql`delete from bans`)
  })

  test('of a file that is missing in the bucket is a 404', async () => {
    const { id } = (await submitWith(small)).body
    const link = await linkTo(id)
    const { rows } = await first.db.execute<{ key: string }>(
      sql`select key from script_files where script_id = ${id}`,
    )
    await first.app.files.remove(rows.map(({ key }) => key))

    expect((await at(first, 'GET', link)).status).toBe(404)
  })
})

test.each([
  ['is down', closeConnection],
  ['responds with errors', respondWithError(500)],
])(
  'while the object store %s uploads and downloads fail with 503, other reads work, and all recovers',
  async (_, storeResponse) => {
    const { uploadUrl, fileKey } = await openUpload(first, small.length)
    await patchAt(first, uploadUrl, 0, small.subarray(0, 100))
    const { id, image } = (await submitWith(small)).body
    const link = await linkTo(id)
    const putUrl = (await openUpload(first, small.length)).uploadUrl
    const before = await countScripts()
    store.injectFault(() => storeResponse)

    const rejected = await Promise.all([
      submitWith(small),
      at(first, 'PUT', putUrl, new Uint8Array(small)),
      at(second, 'PATCH', uploadUrl, new Uint8Array(small.subarray(100)), patchHeaders(100)),
      at(first, 'GET', link),
      at(second, 'GET', '/api/health'),
    ])
    expect(rejected.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    expect(rejected[0].body).toMatchObject({ code: 'unavailable' })
    expect(rejected[4].body).toMatchObject({ error: 'The storage is down' })
    const head = await fetch(new URL(uploadUrl, first.url), { method: 'HEAD', headers: tus })
    expect(head.status).toBe(503)
    expect((await at(first, 'GET', `/api/scripts/${id}`)).status).toBe(200)
    expect(await countScripts()).toBe(before)

    store.injectFault(undefined)
    expect((await at(second, 'GET', '/api/health')).status).toBe(200)
    expect((await at(second, 'GET', image)).status).toBe(200)
    expect(await offsetAt(first, uploadUrl)).toBe(100)
    expect(await patchAt(second, uploadUrl, 100, small.subarray(100))).toBe(204)
    expect((await submitAt(first, fileKey, small.length)).status).toBe(201)
  },
)

test('an upload whose import failed can be submitted again later', async () => {
  const { uploadUrl, fileKey } = await openUpload(first, large.length)
  await at(first, 'PUT', uploadUrl, new Uint8Array(large))
  store.injectFault((call) => (call.includes('partNumber=') ? respondWithError(500) : undefined))

  expect((await submitAt(first, fileKey, large.length)).status).toBe(503)
  expect(await store.openUploads()).toEqual([])

  store.injectFault(undefined)
  expect((await submitAt(second, fileKey, large.length)).status).toBe(201)
})

test('the health check fails without waiting for an object store that does not respond', async () => {
  store.injectFault(() => neverRespond)

  expect((await at(first, 'GET', '/api/health')).status).toBe(503)
})

test('the sweep removes expired uploads and incomplete multipart uploads of the bucket', async () => {
  const { uploadUrl } = await openUpload(first, large.length)
  await patchAt(first, uploadUrl, 0, large.subarray(0, 6_000_000))
  const partsAndAborts = /^(?:PUT|DELETE).*uploadId=/
  store.injectFault((call) => (partsAndAborts.test(call) ? respondWithError(500) : undefined))
  await submitWith(large)
  store.injectFault(undefined)
  await sweepUploads(first.app)
  expect(await store.openUploads()).toHaveLength(1)
  expect((await uploadChunks()).length).toBeGreaterThanOrEqual(2)

  time = Date.now() + 2 * day
  // The cleanup of the rejected submission may still be running, so the sweep is repeated.
  const chunksAfterSweep = async () => {
    await sweepUploads(first.app)
    return uploadChunks()
  }

  await expect.poll(chunksAfterSweep).toEqual([])
  expect(await store.openUploads()).toEqual([])
})
