import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as openRequest, type ClientRequest } from 'node:http'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { zipOf } from '#platform/testing-archives/zip.ts'
import { scriptForm } from '#server/scripts/testing-forms.ts'
import { startTestHub } from '#server/testing.ts'

// Two nodes of one hub, which share where uploads grow.
const one = await startTestHub()
const two = await one.anotherNode()
const author = await one.person('scripts.upload', 'scripts.download')

type Node = { address: string }

const archive = zipOf([{ name: 'towing/flatbed.yft', content: randomBytes(2_000_000) }])
const sha256 = createHash('sha256').update(archive).digest('hex')
const tus = { 'tus-resumable': '1.0.0' }
const patchHeaders = (offset: number) => ({
  ...tus,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})

async function open() {
  const wanted = { fileName: 'towing.zip', fileType: 'application/zip', folder: 'scripts' }
  const sent = { ...wanted, fileSize: archive.length }
  const { body } = await one.as(author, 'POST', '/api/scripts/upload-url', sent)
  return { url: String(body.uploadUrl), fileKey: String(body.fileKey) }
}

/** A request that announces all the rest and has only sent so much of it, and what becomes of it. */
function begin(node: Node, method: 'PATCH' | 'PUT', url: string, offset: number, count: number) {
  const extra = method === 'PATCH' ? patchHeaders(offset) : {}
  const headers = { ...extra, 'content-length': archive.length - offset }
  const sending: ClientRequest = openRequest(new URL(url, node.address), { method, headers })
  const brokenOff = once(sending, 'error')
  sending.write(archive.subarray(offset, offset + count))
  return { sending, brokenOff }
}

/** How many names of uploads the nodes hold. */
async function held(): Promise<number> {
  const { rows } = await one.db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`)
  return rows[0]?.count ?? -1
}

async function beginHeld(...args: Parameters<typeof begin>) {
  const begun = begin(...args)
  await expect.poll(held).toBe(1)
  return begun
}

async function patch(node: Node, url: string, offset: number, end = archive.length) {
  const body = new Uint8Array(archive.subarray(offset, end))
  return fetch(new URL(url, node.address), { method: 'PATCH', headers: patchHeaders(offset), body })
}

async function offsetAt(node: Node, url: string): Promise<number> {
  const { headers } = await fetch(new URL(url, node.address), { method: 'HEAD', headers: tus })
  return Number(headers.get('upload-offset'))
}

/** The archive as somebody gets it from the script that took the upload. */
async function submitted(fileKey: string): Promise<string> {
  const fields = { fileKey, fileSize: String(archive.length) }
  const { body: script } = await two.as(
    author,
    'POST',
    '/api/scripts',
    await scriptForm(fields, { archive: null }),
  )
  const { body } = await one.as(author, 'GET', `/api/scripts/${script.id}/download`)
  const bytes = await (await fetch(new URL(body.downloadUrl, two.address))).arrayBuffer()
  return createHash('sha256').update(Buffer.from(bytes)).digest('hex')
}

test('a second request at another node is refused while the first one writes', async () => {
  const { url } = await open()
  const { sending, brokenOff } = await beginHeld(one, 'PATCH', url, 0, 500_000)

  const refused = await patch(two, url, 0)

  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ error: 'This upload is being written by another request' })
  sending.destroy(new Error('given up'))
  await brokenOff
  await expect.poll(held).toBe(0)
})

test('who asks another node how far it is breaks the first request off and goes on there', async () => {
  const { url, fileKey } = await open()
  const { brokenOff } = await beginHeld(one, 'PATCH', url, 0, 700_000)

  const offset = await offsetAt(two, url)

  await brokenOff
  expect(offset).toBeGreaterThan(0)
  expect((await patch(two, url, offset)).status).toBe(204)
  expect(await held()).toBe(0)
  expect(await submitted(fileKey)).toBe(sha256)
})

test('an upload that changes its node again and again arrives byte for byte', async () => {
  const { url, fileKey } = await open()
  const nodes = [one, two]
  for (let turn = 0; turn < 6; turn++) {
    const [writing, asking] = turn % 2 ? nodes : nodes.toReversed()
    if (!writing || !asking) throw new Error('There are two nodes')
    const offset = await offsetAt(writing, url)
    const { brokenOff } = await beginHeld(writing, 'PATCH', url, offset, 250_000)
    expect(await offsetAt(asking, url)).toBeGreaterThanOrEqual(offset)
    await brokenOff
  }

  const offset = await offsetAt(one, url)
  expect((await patch(one, url, offset)).status).toBe(204)
  expect(await submitted(fileKey)).toBe(sha256)
})

test('an archive that is sent once more to another node takes the place of the first', async () => {
  const { url, fileKey } = await open()
  const { brokenOff } = await beginHeld(one, 'PUT', url, 0, 700_000)

  const answer = await fetch(new URL(url, two.address), { method: 'PUT', body: new Uint8Array(archive) })

  await brokenOff
  expect(await answer.json()).toMatchObject({ fileSize: archive.length, sha256 })
  expect(await submitted(fileKey)).toBe(sha256)
})

test('a node that lost its hold breaks off what it writes, and another one goes on', async () => {
  const { url, fileKey } = await open()
  const { brokenOff } = await beginHeld(one, 'PATCH', url, 0, 700_000)

  await one.db.execute(sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`)

  await brokenOff
  expect((await patch(two, url, await offsetAt(two, url))).status).toBe(204)
  expect(await submitted(fileKey)).toBe(sha256)
})
