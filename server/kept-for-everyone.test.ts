import { connect } from 'node:net'

import { Pool } from 'pg'
import { expect, test, vi } from 'vitest'

import { insertTestScript } from '#server/scripts/testing.ts'
import { startTestHub } from '#server/testing.ts'

const bytesMax = 500_000
const hub = await startTestHub({ cacheBytesMax: bytesMax })
const visitor = null
const { cache } = hub.hub

test('what only its author sees is never kept, whoever asks for the same address before and after', async () => {
  const author = await hub.person()
  const other = await hub.person()
  const id = await insertTestScript(hub, { author, name: 'Secret garage', publication: 'review' })
  const path = `/api/scripts/${id}`

  for (let round = 0; round < 3; round++) {
    expect((await hub.as(visitor, 'GET', path)).status).toBe(404)
    expect((await hub.as(author, 'GET', path)).body).toMatchObject({ name: 'Secret garage' })
    expect((await hub.as(other, 'GET', path)).status).toBe(404)
    expect((await hub.as(visitor, 'GET', `/scripts/${id}`)).body).not.toContain('Secret garage')
  }
})

test('a kept answer is the same for everyone, and an answer about a person is for nobody to keep', async () => {
  const author = await hub.person()
  const id = await insertTestScript(hub, { author })
  await hub.as(author, 'POST', `/api/scripts/${id}/like`)

  for (const path of [`/api/scripts/${id}`, '/api/scripts', `/scripts/${id}`, '/']) {
    const [mine, theirs, again] = [
      await hub.as(author, 'GET', path),
      await hub.as(visitor, 'GET', path),
      await hub.as(author, 'GET', path),
    ]
    expect(theirs.headers.get('etag')).toBe(mine.headers.get('etag'))
    expect(again.body).toEqual(theirs.body)
    expect(JSON.stringify(mine.body)).not.toContain(author.email)
  }
  for (const path of ['/api/users/me', '/api/auth/profile', `/api/scripts/${id}/like-status`]) {
    const { headers } = await hub.as(author, 'GET', path)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('etag')).toBeNull()
  }
  expect((await hub.as(visitor, 'GET', `/api/scripts/${id}/like-status`)).body).toMatchObject({
    isLiked: false,
  })
})

test('addresses that somebody makes up by the hundred take no more room than there is', async () => {
  await insertTestScript(hub, { author: await hub.person(), name: 'Garage' })
  const asked = Array.from({ length: 150 }, (_, n) => [
    `/api/scripts?tag=made-up-${n}`,
    `/api/scripts?page=${n + 1}&limit=1`,
    `/scripts?page=${n + 1}`,
    `/api/categories?x=${n}`,
  ])

  for (const paths of asked) await Promise.all(paths.map((path) => hub.as(visitor, 'GET', path)))

  expect(cache.size().bytes).toBeLessThanOrEqual(bytesMax)
  expect(cache.size().entries).toBeGreaterThan(0)
})

test('a crowd that asks for what has just changed is answered by one look into the database', async () => {
  const author = await hub.person()
  const id = await insertTestScript(hub, { author, name: 'Old name' })
  await hub.as(visitor, 'GET', '/scripts')
  await hub.as(visitor, 'GET', `/api/scripts/${id}`)
  const form = new FormData()
  form.set('name', 'New name')
  expect((await hub.as(author, 'PUT', `/api/scripts/${id}`, form)).status).toBe(200)
  const queries = vi.spyOn(Pool.prototype, 'query')

  const one = await hub.as(visitor, 'GET', '/api/scripts?sort=views')
  const forOne = queries.mock.calls.length
  queries.mockClear()
  const crowd = await Promise.all(
    Array.from({ length: 100 }, () => hub.as(visitor, 'GET', '/api/scripts?sort=downloads')),
  )
  const forAll = queries.mock.calls.length
  queries.mockRestore()

  expect(one.status).toBe(200)
  expect(forOne).toBeGreaterThan(0)
  // The notice of the edit comes back by the database once more, and may do so in the middle of them.
  expect(forAll).toBeLessThanOrEqual(3 * forOne)
  for (const { body } of crowd)
    expect(body.scripts.some(({ name }: { name: string }) => name === 'New name')).toBe(true)
})

test('who reads slowly gets every answer whole, and nobody waits for them', async () => {
  const author = await hub.person()
  const id = await insertTestScript(hub, { author, name: 'Before' })
  const path = `/api/scripts/${id}`
  await hub.as(visitor, 'GET', path)
  const asked = 200
  const slow = connect(Number(new URL(hub.address).port), '127.0.0.1')
  slow.pause()
  slow.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(asked - 1))
  slow.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)

  const beside = await hub.as(visitor, 'GET', path)
  let text = ''
  for await (const part of slow) text += String(part)

  expect(beside.body).toMatchObject({ name: 'Before' })
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(asked)
  expect(text.split('"name":"Before"')).toHaveLength(asked + 1)
})

test.each(['/api/scripts?page=1000000000', '/scripts?page=1000000000', '/api/scripts?page=500&limit=100'])(
  '%s is answered like any page beyond the end',
  async (path) => {
    const { status } = await hub.as(visitor, 'GET', path)

    expect(status).toBe(200)
  },
)

test.each([
  '/api/scripts?page=1000000001',
  '/api/scripts?page=-1',
  '/api/scripts?page=1e300',
  '/api/scripts?limit=101',
])('%s is refused and not kept', async (path) => {
  const before = cache.size().entries

  expect((await hub.as(visitor, 'GET', path)).status).toBe(400)
  expect(cache.size().entries).toBe(before)
})
