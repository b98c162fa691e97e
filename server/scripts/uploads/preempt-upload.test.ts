import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { request as openRequest, type ClientRequest } from 'node:http'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

// Two nodes with the same upload store.
const one = await startTestApp()
const two = await one.startNode()
const author = await one.createUser('scripts.upload', 'scripts.download')

type Node = { url: string }

const archive = zipOf([{ name: 'towing/flatbed.yft', content: randomBytes(2_000_000) }])
const sha256 = createHash('sha256').update(archive).digest('hex')
const tus = { 'tus-resumable': '1.0.0' }
const patchHeaders = (offset: number) => ({
  ...tus,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})

async function open() {
  const input = {
    fileName: 'towing.zip',
    fileType: 'application/zip',
    folder: 'scripts',
    fileSize: archive.length,
  }
  const { body } = await one.request(author, 'POST', '/api/scripts/upload-url', input)
  return { url: String(body.uploadUrl), fileKey: String(body.fileKey) }
}

/** Starts a request that announces the whole rest and sends only `count` bytes. `aborted` resolves when it breaks. */
function begin(node: Node, method: 'PATCH' | 'PUT', url: string, offset: number, count: number) {
  const extra = method === 'PATCH' ? patchHeaders(offset) : {}
  const headers = { ...extra, 'content-length': archive.length - offset }
  const request: ClientRequest = openRequest(new URL(url, node.url), { method, headers })
  const aborted = once(request, 'error')
  request.write(archive.subarray(offset, offset + count))
  return { request, aborted }
}

/** The number of advisory locks that the nodes hold. */
async function countLocks(): Promise<number> {
  const { rows } = await one.db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`)
  return rows[0]?.count ?? -1
}

/** In the files of all uploads that are not complete. */
async function storedBytes(): Promise<number> {
  const folder = join(one.dataDir, 'files', 'tmp')
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function beginLocked(...args: Parameters<typeof begin>) {
  const begun = begin(...args)
  await expect.poll(countLocks).toBe(1)
  return begun
}

async function patch(node: Node, url: string, offset: number, end = archive.length) {
  const body = new Uint8Array(archive.subarray(offset, end))
  return fetch(new URL(url, node.url), { method: 'PATCH', headers: patchHeaders(offset), body })
}

async function offsetAt(node: Node, url: string): Promise<number> {
  const { headers } = await fetch(new URL(url, node.url), { method: 'HEAD', headers: tus })
  return Number(headers.get('upload-offset'))
}

/** Submits a script with the upload and returns the hash of its download. */
async function submitAndDownload(fileKey: string): Promise<string> {
  const fields = { fileKey, fileSize: String(archive.length) }
  const { body: script } = await two.request(
    author,
    'POST',
    '/api/scripts',
    await scriptForm(fields, { archive: null }),
  )
  const { body } = await one.request(author, 'GET', `/api/scripts/${script.id}/download`)
  const bytes = await (await fetch(new URL(body.downloadUrl, two.url))).arrayBuffer()
  return createHash('sha256').update(Buffer.from(bytes)).digest('hex')
}

test('a second request at another node is rejected while the first one writes', async () => {
  const { url } = await open()
  const { request, aborted } = await beginLocked(one, 'PATCH', url, 0, 500_000)

  const rejected = await patch(two, url, 0)

  expect(rejected.status).toBe(409)
  expect(await rejected.json()).toMatchObject({ error: 'This upload is being written by another request' })
  request.destroy(new Error('canceled'))
  await aborted
  await expect.poll(countLocks).toBe(0)
})

test('a HEAD at another node aborts the first request, and the upload continues there', async () => {
  const { url, fileKey } = await open()
  const before = await storedBytes()
  const { aborted } = await beginLocked(one, 'PATCH', url, 0, 700_000)
  // The lock comes before the first byte.
  await expect.poll(storedBytes).toBeGreaterThan(before)

  const offset = await offsetAt(two, url)

  await aborted
  expect(offset).toBeGreaterThan(0)
  expect((await patch(two, url, offset)).status).toBe(204)
  expect(await countLocks()).toBe(0)
  expect(await submitAndDownload(fileKey)).toBe(sha256)
})

test('an upload that changes its node repeatedly arrives unchanged', async () => {
  const { url, fileKey } = await open()
  const nodes = [one, two]
  for (let round = 0; round < 6; round++) {
    const [writing, preempting] = round % 2 ? nodes : nodes.toReversed()
    if (!writing || !preempting) throw new Error('There are two nodes')
    const offset = await offsetAt(writing, url)
    const { aborted } = await beginLocked(writing, 'PATCH', url, offset, 250_000)
    expect(await offsetAt(preempting, url)).toBeGreaterThanOrEqual(offset)
    await aborted
  }

  const offset = await offsetAt(one, url)
  expect((await patch(one, url, offset)).status).toBe(204)
  expect(await submitAndDownload(fileKey)).toBe(sha256)
})

test('a PUT to another node replaces the PUT that is in progress', async () => {
  const { url, fileKey } = await open()
  const { aborted } = await beginLocked(one, 'PUT', url, 0, 700_000)

  const response = await fetch(new URL(url, two.url), { method: 'PUT', body: new Uint8Array(archive) })

  await aborted
  expect(await response.json()).toMatchObject({ fileSize: archive.length, sha256 })
  expect(await submitAndDownload(fileKey)).toBe(sha256)
})

test('a node that lost its lock aborts its writer, and another node continues', async () => {
  const { url, fileKey } = await open()
  const { aborted } = await beginLocked(one, 'PATCH', url, 0, 700_000)

  await one.db.execute(sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`)

  await aborted
  expect((await patch(two, url, await offsetAt(two, url))).status).toBe(204)
  expect(await submitAndDownload(fileKey)).toBe(sha256)
})
