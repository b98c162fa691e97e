import { randomBytes } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, hour, minute, systemClock } from '#platform/clock.ts'
import { zipOf } from '#platform/testing-archives/zip.ts'
import { startTestHub, type Person } from '#server/testing.ts'
import { sweepUploads } from '#server/uploads/uploads.public.ts'

import { changeForm, picture, scriptForm } from './testing-forms.ts'

const hub = await startTestHub()
const author = await hub.person('scripts.upload')
let keys = 0
const newKey = () => `submission-${++keys}`
const content = {
  archive: { fileName: 'upload.zip', content: zipOf([{ name: 'a.lua', content: randomBytes(3000) }]) },
  images: [{ content: await picture() }],
}
const submit = async (key: string, fields: Record<string, string>, someone: Person = author, as = hub.as) =>
  as(someone, 'POST', '/api/scripts', await scriptForm(fields, content), { 'idempotency-key': key })

async function countNamed(name: string): Promise<number> {
  const { rows } = await hub.db.execute<{ count: number }>(
    sql`select count(*)::int as count from scripts where name = ${name}`,
  )
  return rows[0]?.count ?? 0
}

const sweepIn = (milliseconds: number) =>
  sweepUploads({ ...hub.hub, clock: { now: () => after(systemClock.now(), milliseconds) } })

test('a key that is none is refused, and so is one that was used for something else', async () => {
  const key = newKey()
  await submit(key, { name: 'Harbour' })

  const malformed = await submit('no spaces, please', { name: 'Pier' })
  const reused = await submit(key, { name: 'Pier' })

  expect(malformed).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect(reused).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await countNamed('Pier')).toBe(0)
})

test('a submission that is sent twice at once or again later makes one script and gets one answer', async () => {
  const key = newKey()

  const [first, second] = await Promise.all([
    submit(key, { name: 'Sent twice' }),
    submit(key, { name: 'Sent twice' }),
  ])
  await hub.as(author, 'PUT', `/api/scripts/${first.body.id}`, changeForm({ version: '2.0.0' }))
  const third = await submit(key, { name: 'Sent twice' })

  expect([first.status, second.status, third.status]).toEqual([201, 201, 201])
  expect([second.body, third.body]).toEqual([first.body, first.body])
  expect(await countNamed('Sent twice')).toBe(1)
})

test('a refused submission leaves its key free, and a deleted script stays deleted', async () => {
  const key = newKey()

  const refused = await submit(key, { name: 'Bridge', category: 'No such category' })
  const taken = await submit(key, { name: 'Bridge' })
  await hub.as(author, 'DELETE', `/api/scripts/${taken.body.id}`)
  const again = await submit(key, { name: 'Bridge' })

  expect(refused.status).toBe(400)
  expect(taken.status).toBe(201)
  expect(again).toMatchObject({ status: 201, body: { id: taken.body.id } })
  expect(await countNamed('Bridge')).toBe(0)
})

test('one key of two people is two keys', async () => {
  const other = await hub.person('scripts.upload')
  const key = newKey()

  const mine = await submit(key, { name: 'Tower' })
  const theirs = await submit(key, { name: 'Tower' }, other)

  expect(theirs.status).toBe(201)
  expect(theirs.body.id).not.toBe(mine.body.id)
})

test('a direct upload is recognised by what it brought, also when it was uploaded again', async () => {
  const key = newKey()
  const archive = zipOf([{ name: 'a.lua', content: randomBytes(3000) }])
  const upload = async () => {
    const wanted = { fileName: 'big.zip', fileType: '', folder: 'scripts' }
    const { body } = await hub.as(author, 'POST', '/api/scripts/upload-url', wanted)
    await hub.as(null, 'PUT', body.uploadUrl, new Uint8Array(archive))
    return { fileKey: body.fileKey, fileSize: String(archive.length) }
  }
  const submitUpload = async (fields: Record<string, string>) =>
    hub.as(author, 'POST', '/api/scripts', await scriptForm(fields, { ...content, archive: null }), {
      'idempotency-key': key,
    })
  const fields = { name: 'Airport', ...(await upload()) }

  const answers = await Promise.all([submitUpload(fields), submitUpload(fields), submitUpload(fields)])
  const uploadedAgain = await submitUpload({ ...fields, ...(await upload()) })

  expect([...answers, uploadedAgain].map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set([...answers, uploadedAgain].map(({ body }) => body.id)).size).toBe(1)
  expect(await countNamed('Airport')).toBe(1)
})

test('another node knows the first answer, and asks to come again while the first one works on it', async () => {
  const key = newKey()
  const node = await hub.anotherNode()
  await node.hub.nodes.tryHold(`submission ${author.id} ${key}`)

  const early = await submit(key, { name: 'Lighthouse' })
  await node.hub.nodes.letGo(`submission ${author.id} ${key}`)
  const first = await submit(key, { name: 'Lighthouse' }, author, node.as)
  const again = await submit(key, { name: 'Lighthouse' })

  expect(early).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(early.headers.get('retry-after')).toBe('2')
  expect(first.status).toBe(201)
  expect(again.body).toEqual(first.body)
})

test('a key is kept for a day', async () => {
  const key = newKey()
  const first = await submit(key, { name: 'Museum' })

  await sweepIn(23 * hour)
  const soon = await submit(key, { name: 'Museum' })
  await sweepIn(24 * hour + minute)
  const late = await submit(key, { name: 'Museum' })

  expect(soon.body.id).toBe(first.body.id)
  expect(late.body.id).not.toBe(first.body.id)
})
