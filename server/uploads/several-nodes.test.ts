import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as openRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { Upload } from 'tus-js-client'
import { afterAll, afterEach, describe, expect, test } from 'vitest'

import { day, minute } from '#platform/clock.ts'
import { cutsOff, failsWith, startObjectStore, staysSilent } from '#platform/files/testing-s3.ts'
import { zipOf } from '#platform/testing-archives/zip.ts'
import { scriptForm } from '#server/scripts/testing-forms.ts'
import { startTestHub, type TestHub } from '#server/testing.ts'

import { sweepUploads } from './sweep-uploads.ts'

// Two nodes of one hub: the same database, bucket and secret, and each a folder of its own.
let time = Date.now()
const clock = { now: () => new Date(time) }
const store = await startObjectStore()
const first = await startTestHub({
  clock,
  config: { s3: store.s3, tokenSecret: 'the secret that both nodes share' },
})
const secondDir = await mkdtemp(join(tmpdir(), 'scripthaven-second-'))
const second = await first.anotherNode({ dataDir: secondDir })
afterAll(async () => {
  await rm(secondDir, { recursive: true, force: true })
  await store.close()
})
afterEach(() => {
  store.troubleWith(undefined)
  time = Date.now()
})

const author = await first.person('scripts.upload', 'scripts.download')
// Two parts of an object and a bit.
const large = zipOf([{ name: 'towing/flatbed.yft', content: randomBytes(11_000_000) }])
const small = zipOf([{ name: 'towing/readme.txt', content: Buffer.from('A tow truck.') }])
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const tus = { 'tus-resumable': '1.0.0' }

type Node = { address: string }

/** A call at one of the nodes, on behalf of the author. */
function at(node: Node, method: string, path: string, body?: Parameters<TestHub['as']>[3], headers = {}) {
  return first.as(author, method, new URL(path, node.address).href, body, headers)
}

async function openUpload(node: Node, fileSize: number) {
  const wanted = { fileName: 'towing.zip', fileType: 'application/zip', folder: 'scripts', fileSize }
  const { body } = await at(node, 'POST', '/api/scripts/upload-url', wanted)
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
  const answer = await fetch(new URL(await linkTo(id), node.address))
  return Buffer.from(await answer.arrayBuffer())
}

/** Where the second node leads a download to, and what is there. */
async function follow(link: string, method = 'GET', headers = {}) {
  const moved = await at(second, method, link)
  const address = moved.headers.get('location') ?? ''
  return { moved, address, answer: await fetch(address, { method, headers }) }
}

async function countScripts(): Promise<number> {
  const { rows } = await first.db.execute<{ count: number }>(sql`select count(*)::int as count from scripts`)
  return rows[0]?.count ?? 0
}

const incoming = async () => (await store.objects()).filter((name) => name.startsWith('incoming/'))

describe('an archive that arrives at one node', () => {
  test('in one piece is submitted at the other, and comes back byte for byte', async () => {
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
    expect(await incoming()).toEqual([])
  })

  test('and breaks off goes on at the other from the byte that was acknowledged', async () => {
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
    expect(await incoming()).toEqual([])
  })

  test('keeps what came before its line was cut', async () => {
    const { uploadUrl } = await openUpload(first, large.length)
    const headers = { ...patchHeaders(0), 'content-length': large.length }
    const sending = openRequest(new URL(uploadUrl, first.address), { method: 'PATCH', headers })
    sending.on('error', () => undefined)
    sending.write(large.subarray(0, 6_000_000))
    await expect.poll(incoming).toHaveLength(1)
    sending.destroy()

    expect(await offsetAt(first, uploadUrl)).toBe(6_000_000)
    await at(first, 'DELETE', uploadUrl, undefined, tus)
    expect(await incoming()).toEqual([])
  })

  test('by the client of the web app is submitted at the other', async () => {
    const { uploadUrl, fileKey } = await openUpload(first, large.length)

    await new Promise<void>((resolve, reject) => {
      const address = new URL(uploadUrl, first.address).href
      const answered = { onSuccess: () => resolve(), onError: reject }
      new Upload(large, { uploadUrl: address, storeFingerprintForResuming: false, ...answered }).start()
    })

    expect((await submitAt(second, fileKey, large.length)).body.sha256).toBe(sha256(large))
  })

  test('with the form is there at the other at once, its pictures as well', async () => {
    const { body } = await submitWith(small)

    expect((await downloadedAt(second, body.id)).equals(small)).toBe(true)
    const address = new URL(body.image, second.address)
    const picture = await fetch(address)
    expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const part = await fetch(address, { headers: { range: 'bytes=4-7' } })
    expect(part.status).toBe(206)
    const whole = Buffer.from(await picture.arrayBuffer())
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(4, 8))
  })
})

test('a picture that was just shown is shown again without asking the store, and a minute later asked for again', async () => {
  const { image } = (await submitWith(small)).body
  const show = async () => (await fetch(new URL(image, second.address))).status
  const asked = () => store.calls.filter((call) => call.includes('images/') && call.startsWith('GET')).length
  const before = asked()

  expect(await Promise.all([show(), show(), show()])).toEqual([200, 200, 200])
  expect(asked()).toBe(before + 1)
  store.troubleWith(() => failsWith(500))
  expect(await show()).toBe(200)
  time += minute
  expect(await show()).toBe(503)
  store.troubleWith(undefined)
  expect(await show()).toBe(200)
})

describe('a download', () => {
  test('comes from the store, for a minute, as an attachment of no type, in ranges too', async () => {
    const link = await linkTo((await submitWith(small)).body.id)

    const { moved, address, answer } = await follow(link, 'GET', { range: 'bytes=10-19' })

    expect(moved.status).toBe(302)
    expect(moved.headers.get('cache-control')).toBe('private, no-store')
    expect(new URL(address).origin).toBe(store.s3.endpoint)
    expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('60')
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes 10-19/${small.length}`)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=Garage.zip')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(small.subarray(10, 20))
    const asked = await follow(link, 'HEAD')
    expect(asked.answer.headers.get('content-length')).toBe(String(small.length))
  })

  test('is refused by the store for another file, and by the hub to somebody banned since', async () => {
    const link = await linkTo((await submitWith(small)).body.id)
    const { address } = await follow(link)
    const foreign = address.replace(/archives\/[\da-f]{4}/, 'archives/0000')

    expect((await fetch(foreign)).status).toBe(403)
    await first.db.execute(sql`
      insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
      values (${author.id}, 'spam', true, 'owner', -2)`)
    expect((await at(second, 'GET', link)).status).toBe(403)
    await first.db.execute(sql`delete from bans`)
  })

  test('of a file that the store has lost is a clear 404', async () => {
    const { id } = (await submitWith(small)).body
    const link = await linkTo(id)
    const { rows } = await first.db.execute<{ key: string }>(
      sql`select key from script_files where script_id = ${id}`,
    )
    await first.hub.files.remove(rows.map(({ key }) => key))

    expect((await at(first, 'GET', link)).status).toBe(404)
  })
})

test.each([
  ['is down', cutsOff],
  ['answers nothing but errors', failsWith(500)],
])(
  'while the store %s nothing is taken in or given out, reading goes on, and all recovers',
  async (_, answer) => {
    const { uploadUrl, fileKey } = await openUpload(first, small.length)
    await patchAt(first, uploadUrl, 0, small.subarray(0, 100))
    const { id, image } = (await submitWith(small)).body
    const link = await linkTo(id)
    const whole = (await openUpload(first, small.length)).uploadUrl
    const before = await countScripts()
    store.troubleWith(() => answer)

    const refused = await Promise.all([
      submitWith(small),
      at(first, 'PUT', whole, new Uint8Array(small)),
      at(second, 'PATCH', uploadUrl, new Uint8Array(small.subarray(100)), patchHeaders(100)),
      at(first, 'GET', link),
      at(second, 'GET', '/api/health'),
    ])
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    expect(refused[0].body).toMatchObject({ code: 'unavailable' })
    expect(refused[4].body).toMatchObject({ error: 'The storage is down' })
    const asked = await fetch(new URL(uploadUrl, first.address), { method: 'HEAD', headers: tus })
    expect(asked.status).toBe(503)
    expect((await at(first, 'GET', `/api/scripts/${id}`)).status).toBe(200)
    expect(await countScripts()).toBe(before)

    store.troubleWith(undefined)
    expect((await at(second, 'GET', '/api/health')).status).toBe(200)
    expect((await at(second, 'GET', image)).status).toBe(200)
    expect(await offsetAt(first, uploadUrl)).toBe(100)
    expect(await patchAt(second, uploadUrl, 100, small.subarray(100))).toBe(204)
    expect((await submitAt(first, fileKey, small.length)).status).toBe(201)
  },
)

test('a script that the store cannot take now is taken later, without another upload', async () => {
  const { uploadUrl, fileKey } = await openUpload(first, large.length)
  await at(first, 'PUT', uploadUrl, new Uint8Array(large))
  store.troubleWith((call) => (call.includes('partNumber=') ? failsWith(500) : undefined))

  expect((await submitAt(first, fileKey, large.length)).status).toBe(503)
  expect(await store.openUploads()).toEqual([])

  store.troubleWith(undefined)
  expect((await submitAt(second, fileKey, large.length)).status).toBe(201)
})

test('a store that stays silent is not waited for by the health call', async () => {
  store.troubleWith(() => staysSilent)

  expect((await at(first, 'GET', '/api/health')).status).toBe(503)
})

test('what nobody took within its day is swept, and parts that were never put together', async () => {
  const { uploadUrl } = await openUpload(first, large.length)
  await patchAt(first, uploadUrl, 0, large.subarray(0, 6_000_000))
  const killedHalfWay = /^(?:PUT|DELETE).*uploadId=/
  store.troubleWith((call) => (killedHalfWay.test(call) ? failsWith(500) : undefined))
  await submitWith(large)
  store.troubleWith(undefined)
  await sweepUploads(first.hub)
  expect(await store.openUploads()).toHaveLength(1)
  expect((await incoming()).length).toBeGreaterThanOrEqual(2)

  time = Date.now() + 2 * day
  // What the refused submission still tidies up may be gone before the sweep comes to it: the next one finds the rest.
  const leftBySweep = async () => {
    await sweepUploads(first.hub)
    return incoming()
  }

  await expect.poll(leftBySweep, { timeout: 10_000 }).toEqual([])
  expect(await store.openUploads()).toEqual([])
})
