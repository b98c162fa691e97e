import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { insertTestScript } from '#test-support/scripts.ts'

const app = await startTestApp()
const read = (path: string, etag?: string) =>
  app.request(null, 'GET', path, undefined, etag === undefined ? {} : { 'if-none-match': etag })
const etagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? ''
const countOf = async (path: string, id: number) =>
  (await read(path)).body.scripts.find((script: { id: number }) => script.id === id)

async function rename(user: TestUser, username: string) {
  const response = await app.request(user, 'PUT', '/api/auth/profile', { username })
  expect(response.status).toBe(200)
}

test.each([
  '/api/scripts',
  '/api/scripts?sort=views&page=2',
  '/api/stats',
  '/api/partners',
  '/api/categories',
])('%s is cached: its ETag gets 304', async (path) => {
  const first = await read(path)
  const again = await read(path, etagOf(first))

  expect(first.status).toBe(200)
  expect(again.status).toBe(304)
  expect(again.body).toBe('')
})

test('a search has an ETag and is not cached', async () => {
  await insertTestScript(app, { author: await app.createUser(), name: 'Lighthouse' })
  const paths = ['/api/scripts?q=lighthouse', '/api/scripts/search?q=lighthouse']
  const before = app.app.cache.size().entries

  for (const path of paths) {
    const first = await read(path)
    expect((await read(path, etagOf(first))).status).toBe(304)
    expect(etagOf(first)).toMatch(/^".+"$/)
  }

  expect(app.app.cache.size().entries).toBe(before)
})

test('a change of a script is visible everywhere with the next request', async () => {
  const author = await app.createUser()
  const category = async () =>
    (await read('/api/categories')).body.find(({ name }: { name: string }) => name === 'Housing')
      ?.script_count
  const list = await read('/api/scripts')
  const { totalScripts } = (await read('/api/stats')).body
  expect(await category()).toBe(0)

  const id = await insertTestScript(app, { author, name: 'Cottage', category: 'Housing' })
  const withIt = await read('/api/scripts', etagOf(list))
  expect(withIt.status).toBe(200)
  expect(withIt.body.scripts[0]).toMatchObject({ id, name: 'Cottage' })
  expect((await read(`/api/scripts/${id}`)).body).toMatchObject({ name: 'Cottage' })
  expect((await read('/api/stats')).body.totalScripts).toBe(totalScripts + 1)
  expect(await category()).toBe(1)

  const form = new FormData()
  form.set('name', 'Castle')
  form.set('category', 'Mapping')
  expect((await app.request(author, 'PUT', `/api/scripts/${id}`, form)).status).toBe(200)
  expect((await read('/api/scripts')).body.scripts[0]).toMatchObject({
    id,
    name: 'Castle',
    category: 'Mapping',
  })
  expect((await read(`/api/scripts/${id}`)).body).toMatchObject({ name: 'Castle', category: 'Mapping' })
  expect(await category()).toBe(0)

  expect((await app.request(author, 'DELETE', `/api/scripts/${id}`)).status).toBe(204)
  expect((await read(`/api/scripts/${id}`)).status).toBe(404)
  expect(await countOf('/api/scripts', id)).toBeUndefined()
  expect((await read('/api/stats')).body.totalScripts).toBe(totalScripts)
})

test('a new name of an author is in all lists at once, and the old one is not found', async () => {
  const author = await app.createUser()
  const id = await insertTestScript(app, { author })
  await read('/api/scripts')
  await read(`/api/scripts/${id}`)
  await read(`/api/scripts?author=${author.username}`)
  expect((await read('/api/scripts?author=marvin')).body.scripts).toEqual([])

  await rename(author, 'Marvin')

  expect(await countOf('/api/scripts', id)).toMatchObject({ author: 'Marvin' })
  expect((await read(`/api/scripts/${id}`)).body.author).toBe('Marvin')
  expect((await read(`/api/scripts?author=${author.username}`)).body.scripts).toEqual([])
  expect(await countOf('/api/scripts?author=marvin', id)).toMatchObject({ author: 'Marvin' })
})

test('the page of a script has a counter at once, lists and totals within 5 seconds', async () => {
  const author = await app.createUser()
  const [fan, other] = [await app.createUser(), await app.createUser()]
  const id = await insertTestScript(app, { author })
  const detail = async () => (await read(`/api/scripts/${id}`)).body
  expect(await detail()).toMatchObject({ likes: 0, views: 0, downloads: 0 })
  const { totalDownloads } = (await read('/api/stats')).body

  // The first change after a quiet time invalidates lists at once; any of these can be the first.
  await app.request(fan, 'POST', `/api/scripts/${id}/like`)
  expect(await countOf('/api/scripts', id)).toMatchObject({ likes: 1 })
  expect(await detail()).toMatchObject({ likes: 1 })
  await app.request(other, 'POST', `/api/scripts/${id}/like`)
  await app.request(fan, 'POST', `/api/scripts/${id}/view`)
  await app.request(fan, 'GET', `/api/scripts/${id}/download`)
  await app.request(fan, 'POST', `/api/scripts/${id}/download`)

  expect(await detail()).toMatchObject({ likes: 2, views: 1, downloads: 1 })
  expect((await app.request(null, 'GET', `/api/scripts/${id}/like-status`)).body.likeCount).toBe(2)
  await expect.poll(() => countOf('/api/scripts', id)).toMatchObject({ likes: 2, views: 1, downloads: 1 })
  await expect.poll(async () => (await read('/api/stats')).body.totalDownloads).toBe(totalDownloads + 1)
})

test('a shutdown waits for pending writes and invalidations', async () => {
  const ending = await startTestApp()
  const author = await ending.createUser()
  const fans = await Promise.all(Array.from({ length: 20 }, () => ending.createUser()))
  const id = await insertTestScript(ending, { author })

  const responses = await Promise.all(
    fans.map((fan) => ending.request(fan, 'POST', `/api/scripts/${id}/like`)),
  )
  const drop = vi.spyOn(ending.app.cache, 'invalidateTags')
  await ending.request(fans[0] ?? author, 'POST', `/api/scripts/${id}/unlike`)
  await ending.close()

  expect(responses.map(({ status }) => status)).toEqual(fans.map(() => 200))
  expect(drop.mock.calls.flatMap(([tags]) => tags)).toContain('counters')
})

test('public responses contain no private data', async () => {
  const author = await app.createUser()
  await app.db.execute(sql`
    update users set phone_number = '+49 555 CANARY', notes = 'NOTE-CANARY', registration_ip = '203.0.113.77',
      last_login_ip = '203.0.113.77' where id = ${author.id}`)
  const id = await insertTestScript(app, { author, name: 'Canary cage' })

  const responses = await Promise.all(
    [
      '/api/scripts',
      `/api/scripts?author=${author.username}`,
      '/api/scripts?q=canary',
      '/api/scripts/search?q=canary',
      `/api/scripts/${id}`,
      `/api/scripts/${id}/like-status`,
      '/api/stats',
      '/api/partners',
      '/api/categories',
    ].map((path) => read(path)),
  )

  for (const { status, body } of responses) {
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toMatch(/@|CANARY|203\.0\.113\.77|archives\/|publication|session/)
  }
})
