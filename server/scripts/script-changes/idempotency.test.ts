import { randomBytes } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, hour, minute, systemClock } from '#platform/clock.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'
import { sweepUploads } from '#server/scripts/uploads/uploads.ts'

import { editForm, createPng, scriptForm } from '#test-support/script-forms.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
let keys = 0
const createKey = () => `submission-${++keys}`
const content = {
  archive: { fileName: 'upload.zip', content: zipOf([{ name: 'a.lua', content: randomBytes(3000) }]) },
  images: [{ content: await createPng() }],
}
const submit = async (
  key: string,
  fields: Record<string, string>,
  user: TestUser = author,
  request = app.request,
) => request(user, 'POST', '/api/scripts', await scriptForm(fields, content), { 'idempotency-key': key })

async function countNamed(name: string): Promise<number> {
  const { rows } = await app.db.execute<{ count: number }>(
    sql`select count(*)::int as count from scripts where name = ${name}`,
  )
  return rows[0]?.count ?? 0
}

const sweepIn = (milliseconds: number) =>
  sweepUploads({ ...app.app, clock: { now: () => after(systemClock.now(), milliseconds) } })

test('an invalid key and a key of another submission are rejected', async () => {
  const key = createKey()
  await submit(key, { name: 'Harbour' })

  const malformed = await submit('no spaces, please', { name: 'Pier' })
  const reused = await submit(key, { name: 'Pier' })

  expect(malformed).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect(reused).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await countNamed('Pier')).toBe(0)
})

test('a repeated submission, concurrent or later, creates one script and gets the same response', async () => {
  const key = createKey()

  const [first, second] = await Promise.all([
    submit(key, { name: 'Sent twice' }),
    submit(key, { name: 'Sent twice' }),
  ])
  await app.request(author, 'PUT', `/api/scripts/${first.body.id}`, editForm({ version: '2.0.0' }))
  const third = await submit(key, { name: 'Sent twice' })

  expect([first.status, second.status, third.status]).toEqual([201, 201, 201])
  expect([second.body, third.body]).toEqual([first.body, first.body])
  expect(await countNamed('Sent twice')).toBe(1)
})

test('a rejected submission does not use its key, and a deleted script stays deleted', async () => {
  const key = createKey()

  const rejected = await submit(key, { name: 'Bridge', category: 'No such category' })
  const taken = await submit(key, { name: 'Bridge' })
  await app.request(author, 'DELETE', `/api/scripts/${taken.body.id}`)
  const again = await submit(key, { name: 'Bridge' })

  expect(rejected.status).toBe(400)
  expect(taken.status).toBe(201)
  expect(again).toMatchObject({ status: 201, body: { id: taken.body.id } })
  expect(await countNamed('Bridge')).toBe(0)
})

test('equal keys of two users are independent', async () => {
  const other = await app.createUser('scripts.upload')
  const key = createKey()

  const mine = await submit(key, { name: 'Tower' })
  const theirs = await submit(key, { name: 'Tower' }, other)

  expect(theirs.status).toBe(201)
  expect(theirs.body.id).not.toBe(mine.body.id)
})

test('a direct upload is identified by its content, also when it was uploaded again', async () => {
  const key = createKey()
  const archive = zipOf([{ name: 'a.lua', content: randomBytes(3000) }])
  const upload = async () => {
    const wanted = { fileName: 'big.zip', fileType: '', folder: 'scripts' }
    const { body } = await app.request(author, 'POST', '/api/scripts/upload-url', wanted)
    await app.request(null, 'PUT', body.uploadUrl, new Uint8Array(archive))
    return { fileKey: body.fileKey, fileSize: String(archive.length) }
  }
  const submitUpload = async (fields: Record<string, string>) =>
    app.request(author, 'POST', '/api/scripts', await scriptForm(fields, { ...content, archive: null }), {
      'idempotency-key': key,
    })
  const fields = { name: 'Airport', ...(await upload()) }

  const responses = await Promise.all([submitUpload(fields), submitUpload(fields), submitUpload(fields)])
  const uploadedAgain = await submitUpload({ ...fields, ...(await upload()) })

  expect([...responses, uploadedAgain].map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set([...responses, uploadedAgain].map(({ body }) => body.id)).size).toBe(1)
  expect(await countNamed('Airport')).toBe(1)
})

test('another node returns the stored response, and a 409 with Retry-After while the first request is running', async () => {
  const key = createKey()
  const node = await app.startNode()
  await node.app.nodes.tryLock(`submission ${author.id} ${key}`)

  const early = await submit(key, { name: 'Lighthouse' })
  await node.app.nodes.unlock(`submission ${author.id} ${key}`)
  const first = await submit(key, { name: 'Lighthouse' }, author, node.request)
  const again = await submit(key, { name: 'Lighthouse' })

  expect(early).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(early.headers.get('retry-after')).toBe('2')
  expect(first.status).toBe(201)
  expect(again.body).toEqual(first.body)
})

test('a key is stored for a day', async () => {
  const key = createKey()
  const first = await submit(key, { name: 'Museum' })

  await sweepIn(23 * hour)
  const soon = await submit(key, { name: 'Museum' })
  await sweepIn(24 * hour + minute)
  const late = await submit(key, { name: 'Museum' })

  expect(soon.body.id).toBe(first.body.id)
  expect(late.body.id).not.toBe(first.body.id)
})
