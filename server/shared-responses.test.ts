import { connect } from 'node:net'

import { Pool } from 'pg'
import { expect, test, vi } from 'vitest'

import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

const bytesMax = 500_000
const app = await startTestApp({ cacheBytesMax: bytesMax })
const visitor = null
const { cache } = app.app

test('a response that only its author may see is never cached, in any order of requests', async () => {
  const author = await app.createUser()
  const other = await app.createUser()
  const id = await insertTestScript(app, { author, name: 'Secret garage', publication: 'review' })
  const path = `/api/scripts/${id}`

  for (let round = 0; round < 3; round++) {
    expect((await app.request(visitor, 'GET', path)).status).toBe(404)
    expect((await app.request(author, 'GET', path)).body).toMatchObject({ name: 'Secret garage' })
    expect((await app.request(other, 'GET', path)).status).toBe(404)
    expect((await app.request(visitor, 'GET', `/scripts/${id}`)).body).not.toContain('Secret garage')
  }
})

test('a cached response is the same for every user, and personal responses are no-store', async () => {
  const author = await app.createUser()
  const id = await insertTestScript(app, { author })
  await app.request(author, 'POST', `/api/scripts/${id}/like`)

  const pages = [
    '/',
    '/scripts',
    `/scripts/${id}`,
    '/submit',
    `/scripts/${id}/edit`,
    `/scripts/${id}/versions/new`,
  ]
  for (const path of [`/api/scripts/${id}`, '/api/scripts', ...pages]) {
    const cookie = { cookie: `auth_token=${author.token}` }
    const [mine, theirs, again] = [
      await app.request(author, 'GET', path, undefined, cookie),
      await app.request(visitor, 'GET', path),
      await app.request(author, 'GET', path),
    ]
    expect(theirs.headers.get('etag')).toBe(mine.headers.get('etag'))
    expect(theirs.headers.get('set-cookie')).toBeNull()
    expect(theirs.body).toEqual(mine.body)
    expect(again.body).toEqual(mine.body)
    expect(JSON.stringify(mine.body)).not.toContain(author.email)
  }
  for (const path of ['/api/users/me', '/api/auth/profile', `/api/scripts/${id}/like-status`]) {
    const { headers } = await app.request(author, 'GET', path)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('etag')).toBeNull()
  }
  expect((await app.request(visitor, 'GET', `/api/scripts/${id}/like-status`)).body).toMatchObject({
    isLiked: false,
  })
})

test('hundreds of invented URLs do not exceed the size of the cache', async () => {
  await insertTestScript(app, { author: await app.createUser(), name: 'Garage' })
  const urls = Array.from({ length: 150 }, (_, n) => [
    `/api/scripts?tag=invented-${n}`,
    `/api/scripts?page=${n + 1}&limit=1`,
    `/scripts?page=${n + 1}`,
    `/api/categories?x=${n}`,
  ])

  for (const paths of urls) await Promise.all(paths.map((path) => app.request(visitor, 'GET', path)))

  expect(cache.size().bytes).toBeLessThanOrEqual(bytesMax)
  expect(cache.size().entries).toBeGreaterThan(0)
})

test('concurrent requests for a changed list share one computation', async () => {
  const author = await app.createUser()
  const id = await insertTestScript(app, { author, name: 'Old name' })
  await app.request(visitor, 'GET', '/scripts')
  await app.request(visitor, 'GET', `/api/scripts/${id}`)
  const form = new FormData()
  form.set('name', 'New name')
  expect((await app.request(author, 'PUT', `/api/scripts/${id}`, form)).status).toBe(200)
  // A statement outside a transaction takes a connection.
  const queries = vi.spyOn(Pool.prototype, 'connect')

  const one = await app.request(visitor, 'GET', '/api/scripts?sort=views')
  const forOne = queries.mock.calls.length
  queries.mockClear()
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => app.request(visitor, 'GET', '/api/scripts?sort=downloads')),
  )
  const forAll = queries.mock.calls.length
  queries.mockRestore()

  expect(one.status).toBe(200)
  expect(forOne).toBeGreaterThan(0)
  // The notification of the edit also arrives from the database, possibly between these requests.
  expect(forAll).toBeLessThanOrEqual(3 * forOne)
  for (const { body } of responses)
    expect(body.scripts.some(({ name }: { name: string }) => name === 'New name')).toBe(true)
})

test('a slow reader gets complete responses and does not block others', async () => {
  const author = await app.createUser()
  const id = await insertTestScript(app, { author, name: 'Before' })
  const path = `/api/scripts/${id}`
  await app.request(visitor, 'GET', path)
  const requestCount = 200
  const slow = connect(Number(new URL(app.url).port), '127.0.0.1')
  slow.pause()
  slow.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(requestCount - 1))
  slow.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)

  const other = await app.request(visitor, 'GET', path)
  let text = ''
  for await (const part of slow) text += String(part)

  expect(other.body).toMatchObject({ name: 'Before' })
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(requestCount)
  expect(text.split('"name":"Before"')).toHaveLength(requestCount + 1)
})

test.each(['/api/scripts?page=1000000000', '/scripts?page=1000000000', '/api/scripts?page=500&limit=100'])(
  '%s gets the same response as every page beyond the end',
  async (path) => {
    const { status } = await app.request(visitor, 'GET', path)

    expect(status).toBe(200)
  },
)

test.each([
  '/api/scripts?page=1000000001',
  '/api/scripts?page=-1',
  '/api/scripts?page=1e300',
  '/api/scripts?limit=101',
])('%s is rejected and not cached', async (path) => {
  const before = cache.size().entries

  expect((await app.request(visitor, 'GET', path)).status).toBe(400)
  expect(cache.size().entries).toBe(before)
})
