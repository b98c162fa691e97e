import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { startTestHub, type Person } from '#server/testing.ts'

import { insertTestScript } from './testing.ts'

const hub = await startTestHub()
const read = (path: string, etag?: string) =>
  hub.as(null, 'GET', path, undefined, etag === undefined ? {} : { 'if-none-match': etag })
const etagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? ''
const countOf = async (path: string, id: number) =>
  (await read(path)).body.scripts.find((script: { id: number }) => script.id === id)

async function rename(someone: Person, username: string) {
  const answer = await hub.as(someone, 'PUT', '/api/auth/profile', { username })
  expect(answer.status).toBe(200)
}

test.each([
  '/api/scripts',
  '/api/scripts?sort=views&page=2',
  '/api/stats',
  '/api/partners',
  '/api/categories',
])('%s is kept: its ETag gets 304', async (path) => {
  const first = await read(path)
  const again = await read(path, etagOf(first))

  expect(first.status).toBe(200)
  expect(again.status).toBe(304)
  expect(again.body).toBe('')
})

test('a text that somebody looks for has an ETag and is not kept', async () => {
  await insertTestScript(hub, { author: await hub.person(), name: 'Lighthouse' })
  const paths = ['/api/scripts?q=lighthouse', '/api/scripts/search?q=lighthouse']
  const before = hub.hub.cache.size().entries

  for (const path of paths) {
    const first = await read(path)
    expect((await read(path, etagOf(first))).status).toBe(304)
    expect(etagOf(first)).toMatch(/^".+"$/)
  }

  expect(hub.hub.cache.size().entries).toBe(before)
})

test('who changes a script sees it changed wherever it is shown, at the next look', async () => {
  const author = await hub.person()
  const category = async () =>
    (await read('/api/categories')).body.find(({ name }: { name: string }) => name === 'Housing')
      ?.script_count
  const list = await read('/api/scripts')
  const { totalScripts } = (await read('/api/stats')).body
  expect(await category()).toBe(0)

  const id = await insertTestScript(hub, { author, name: 'Cottage', category: 'Housing' })
  const withIt = await read('/api/scripts', etagOf(list))
  expect(withIt.status).toBe(200)
  expect(withIt.body.scripts[0]).toMatchObject({ id, name: 'Cottage' })
  expect((await read(`/api/scripts/${id}`)).body).toMatchObject({ name: 'Cottage' })
  expect((await read('/api/stats')).body.totalScripts).toBe(totalScripts + 1)
  expect(await category()).toBe(1)

  const form = new FormData()
  form.set('name', 'Castle')
  form.set('category', 'Mapping')
  expect((await hub.as(author, 'PUT', `/api/scripts/${id}`, form)).status).toBe(200)
  expect((await read('/api/scripts')).body.scripts[0]).toMatchObject({
    id,
    name: 'Castle',
    category: 'Mapping',
  })
  expect((await read(`/api/scripts/${id}`)).body).toMatchObject({ name: 'Castle', category: 'Mapping' })
  expect(await category()).toBe(0)

  expect((await hub.as(author, 'DELETE', `/api/scripts/${id}`)).status).toBe(204)
  expect((await read(`/api/scripts/${id}`)).status).toBe(404)
  expect(await countOf('/api/scripts', id)).toBeUndefined()
  expect((await read('/api/stats')).body.totalScripts).toBe(totalScripts)
})

test('a new name of an author is in every list at once, and the old one leads nowhere', async () => {
  const author = await hub.person()
  const id = await insertTestScript(hub, { author })
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

test('the page of a script shows a counter at once, lists and totals 5 seconds later at most', async () => {
  const author = await hub.person()
  const [fan, other] = [await hub.person(), await hub.person()]
  const id = await insertTestScript(hub, { author })
  const detail = async () => (await read(`/api/scripts/${id}`)).body
  expect(await detail()).toMatchObject({ likes: 0, views: 0, downloads: 0 })
  const { totalDownloads } = (await read('/api/stats')).body

  // Any of these may be the first after a quiet time, that lists hear of at once.
  await hub.as(fan, 'POST', `/api/scripts/${id}/like`)
  expect(await countOf('/api/scripts', id)).toMatchObject({ likes: 1 })
  expect(await detail()).toMatchObject({ likes: 1 })
  await hub.as(other, 'POST', `/api/scripts/${id}/like`)
  await hub.as(fan, 'POST', `/api/scripts/${id}/view`)
  await hub.as(fan, 'GET', `/api/scripts/${id}/download`)
  await hub.as(fan, 'POST', `/api/scripts/${id}/download`)

  expect(await detail()).toMatchObject({ likes: 2, views: 1, downloads: 1 })
  expect((await hub.as(null, 'GET', `/api/scripts/${id}/like-status`)).body.likeCount).toBe(2)
  await vi.waitFor(
    async () => {
      expect(await countOf('/api/scripts', id)).toMatchObject({ likes: 2, views: 1, downloads: 1 })
      expect((await read('/api/stats')).body.totalDownloads).toBe(totalDownloads + 1)
    },
    { timeout: 6_000, interval: 50 },
  )
})

test('what is waiting to be told and written is done before a hub ends', async () => {
  const ending = await startTestHub()
  const author = await ending.person()
  const fans = await Promise.all(Array.from({ length: 20 }, () => ending.person()))
  const id = await insertTestScript(ending, { author })

  const answers = await Promise.all(fans.map((fan) => ending.as(fan, 'POST', `/api/scripts/${id}/like`)))
  const drop = vi.spyOn(ending.hub.cache, 'drop')
  await ending.as(fans[0] ?? author, 'POST', `/api/scripts/${id}/unlike`)
  await ending.close()

  expect(answers.map(({ status }) => status)).toEqual(fans.map(() => 200))
  expect(drop.mock.calls.flatMap(([tags]) => tags)).toContain('counters')
})

test('no public answer tells what is nobody’s business', async () => {
  const author = await hub.person()
  await hub.db.execute(sql`
    update users set phone_number = '+49 555 CANARY', notes = 'NOTE-CANARY', registration_ip = '203.0.113.77',
      last_login_ip = '203.0.113.77' where id = ${author.id}`)
  const id = await insertTestScript(hub, { author, name: 'Canary cage' })

  const answers = await Promise.all(
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

  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toMatch(/@|CANARY|203\.0\.113\.77|archives\/|publication|session/)
  }
})
