import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { fixedCategories } from '#contract/scripts/categories.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { editForm } from '#test-support/script-forms.ts'
import { insertTestScript, type TestScript } from '#test-support/scripts.ts'

const app = await startTestApp()

type Seen = { id: number; name: string; downloads: number }
type Facet = { name: string; count: number }
type List = {
  scripts: Seen[]
  pagination: { page: number; limit: number; total: number; totalPages: number }
  facets: { categories: Facet[]; statuses: Facet[] }
}

async function browse(query: Record<string, string | number> = {}): Promise<List> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const response = await app.request(null, 'GET', `/api/scripts?${search.toString()}`)
  expect(response.status).toBe(200)
  return response.body
}

const names = ({ scripts }: List) => scripts.map(({ name }) => name)
const ids = ({ scripts }: List) => scripts.map(({ id }) => id)

let authors: [TestUser, TestUser, TestUser]
beforeAll(async () => {
  authors = [await app.createUser(), await app.createUser(), await app.createUser()]
})

beforeEach(async () => {
  await app.db.execute(sql`delete from scripts`)
  await app.db.execute(sql`update script_counts set count = 0`)
  await app.db.execute(sql`update categories set script_count = 0`)
  await app.db.execute(sql`update users set scripts_uploaded = 0, total_downloads = 0, reputation = 0`)
  await app.db.execute(sql`update site_totals set scripts = 0, downloads = 0`)
  app.app.cache.clear()
})

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const insert = (script: Partial<TestScript>) => insertTestScript(app, { author: authors[0], ...script })

test('an empty site has an empty list, with every category and status at 0', async () => {
  const list = await browse()

  expect(list.scripts).toEqual([])
  expect(list.pagination).toEqual({ page: 1, limit: 12, total: 0, totalPages: 0 })
  expect(list.facets.categories).toEqual(fixedCategories.map((name) => ({ name, count: 0 })))
  expect(list.facets.statuses).toEqual([
    { name: 'Readable', count: 0 },
    { name: 'Decrypted', count: 0 },
  ])
})

test('a card has all fields except those of the page, and a shortened description', async () => {
  const description = `${'Ä'.repeat(250)} and more`
  await app.db.execute(sql`update users set avatar = 'avatars/abc-256.webp' where id = ${authors[0].id}`)
  const id = await insert({ name: 'Garage', description, tags: ['esx', 'cars'], downloads: 4, views: 9 })

  const { scripts } = await browse()

  expect(scripts).toEqual([
    {
      id,
      name: 'Garage',
      description: 'Ä'.repeat(200),
      image: expect.stringMatching(/^\/files\/images\/.+-960\.webp$/),
      category: 'Scripts',
      author: authors[0].username,
      authorAvatar: '/files/avatars/abc-256.webp',
      version: '1.0.0',
      tags: ['esx', 'cars'],
      script_status: 'Readable',
      downloads: 4,
      views: 9,
      likes: 0,
      uploadDate: expect.stringMatching(/^\d{4}-.+Z$/),
      createdAt: expect.stringMatching(/^\d{4}-.+Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-.+Z$/),
      userId: authors[0].id,
      fileSize: 1234,
      frameworks: [],
    },
  ])
})

test('the newest come first, popular equals downloads, and ties are sorted by id', async () => {
  await insert({ name: 'old', createdAt: at(1), downloads: 5, views: 1 })
  await insert({ name: 'new', createdAt: at(3), downloads: 1, views: 2 })
  await insert({ name: 'twin a', createdAt: at(2), downloads: 5, views: 2 })
  await insert({ name: 'twin b', createdAt: at(2), downloads: 5, views: 2 })

  expect(names(await browse())).toEqual(['new', 'twin b', 'twin a', 'old'])
  expect(names(await browse({ sort: 'newest' }))).toEqual(['new', 'twin b', 'twin a', 'old'])
  expect(names(await browse({ sort: 'popular' }))).toEqual(['twin b', 'twin a', 'old', 'new'])
  expect(names(await browse({ sort: 'downloads' }))).toEqual(['twin b', 'twin a', 'old', 'new'])
  expect(names(await browse({ sort: 'views' }))).toEqual(['twin b', 'twin a', 'new', 'old'])
})

test('a search is sorted by best match by default; another list has none and begins with the newest', async () => {
  await insert({ name: 'Described', description: 'A garage for all.', createdAt: at(3), downloads: 9 })
  await insert({ name: 'Garage', createdAt: at(1), downloads: 1 })
  await insert({ name: 'Tagged', tags: ['garage'], createdAt: at(2), category: 'Cars' })

  const best = ['Garage', 'Tagged', 'Described']
  const suggested = await app.request(null, 'GET', '/api/scripts/search?q=garage')
  expect(suggested.body.map(({ name }: Seen) => name)).toEqual(best)
  expect(names(await browse({ q: 'garage' }))).toEqual(best)
  expect(names(await browse({ q: 'garage', sort: 'best' }))).toEqual(best)
  expect(names(await browse({ q: 'garge' }))).toEqual(best)
  expect(names(await browse({ q: 'garage', limit: 2, page: 2 }))).toEqual(['Described'])
  expect(names(await browse({ q: 'garage', category: 'Cars' }))).toEqual(['Tagged'])
  expect(names(await browse({ q: 'garage', author: authors[0].username }))).toEqual(best)
  expect(names(await browse({ q: 'garage', sort: 'newest' }))).toEqual(['Described', 'Tagged', 'Garage'])
  expect(names(await browse({ sort: 'best' }))).toEqual(['Described', 'Tagged', 'Garage'])
})

test('category, status and author match in any case, a tag exactly', async () => {
  await insert({ name: 'a', category: 'Cars', status: 'Decrypted', tags: ['ESX'] })
  await insert({ name: 'b', author: authors[1], tags: ['esx'] })

  expect(names(await browse({ category: 'cARS' }))).toEqual(['a'])
  expect(names(await browse({ status: 'decrypted' }))).toEqual(['a'])
  expect(names(await browse({ author: authors[1].username.toUpperCase() }))).toEqual(['b'])
  expect(names(await browse({ tag: 'esx' }))).toEqual(['b'])
})

test.each([
  ['category', 'Boats'],
  ['status', 'Broken'],
  ['author', 'unknown-user'],
  ['tag', 'no such tag'],
  ['tag', `'); drop table scripts; --`],
  ['author', '%'],
  ['category', '_ars'],
  ['q', 'zzzzzzzzzz'],
  ['q', '!!!'],
])('an unknown %s gives an empty list: %s', async (filter, value) => {
  await insert({ category: 'Cars' })

  const list = await browse({ [filter]: value })

  expect(list.scripts).toEqual([])
  expect(list.pagination).toMatchObject({ total: 0, totalPages: 0 })
  expect(list.facets.categories).toHaveLength(8)
  expect(list.facets.statuses).toHaveLength(2)
})

test.each([
  ['sort=oldest', 'sort'],
  ['page=0', 'page'],
  ['page=1.5', 'page'],
  ['page=abc', 'page'],
  ['page=99999999999', 'page'],
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  [`q=${'x'.repeat(101)}`, 'q'],
  [`tag=${'x'.repeat(101)}`, 'tag'],
])('an invalid query is rejected by name: %s', async (query, field) => {
  const response = await app.request(null, 'GET', `/api/scripts?${query}`)

  expect(response).toMatchObject({ status: 400, body: { code: 'validation' } })
  expect(Object.keys(response.body.fields)).toEqual([field])
})

test('NUL in a filter is rejected, and a page beyond the end is empty with the total', async () => {
  await insert({})

  const withNul = await app.request(null, 'GET', '/api/scripts?tag=a%00b')
  const beyond = await browse({ page: 1_000_000_000, limit: 100 })
  const beyondSearch = await browse({ page: 1_000_000_000, limit: 100, q: 'garage' })

  expect(withNul.status).toBe(400)
  expect(beyond).toMatchObject({ scripts: [], pagination: { total: 1, totalPages: 1 } })
  expect(beyondSearch).toMatchObject({ scripts: [], pagination: { total: 1, totalPages: 1 } })
})

test('pages together are the whole list, in both directions and with equal counts', async () => {
  for (let n = 0; n < 25; n++)
    await insert({ downloads: n % 3, createdAt: at(n % 4), category: n % 2 ? 'Cars' : 'Jobs' })

  for (const query of [
    {},
    { sort: 'downloads' },
    { sort: 'views' },
    { category: 'cars' },
    { status: 'Readable' },
    { q: 'garage' },
    { author: authors[0].username },
  ]) {
    const whole = ids(await browse({ ...query, limit: 100 }))
    const parts: number[] = []
    for (let page = 1; page <= 9; page++) parts.push(...ids(await browse({ ...query, page, limit: 3 })))

    expect(parts).toEqual(whole)
    expect(new Set(whole).size).toBe(whole.length)
    expect(whole.length).toBe('category' in query ? 12 : 25)
  }
})

test('concurrent requests of different pages get their own page, including recent writes', async () => {
  for (let n = 0; n < 20; n++) await insert({ name: `Script ${n}`, createdAt: at(n) })
  const pages = Array.from({ length: 10 }, (_, n) => n + 1)
  const readAll = () => Promise.all(pages.map((page) => browse({ page, limit: 2 })))
  const whole = ids(await browse({ limit: 20 }))

  const lists = await readAll()
  await app.request(authors[0], 'PUT', `/api/scripts/${whole[0]}`, editForm({ name: 'Renamed' }))
  const after = await readAll()

  expect(lists.map(ids)).toEqual(pages.map((page) => whole.slice(page * 2 - 2, page * 2)))
  expect(after.map(ids)).toEqual(lists.map(ids))
  expect(after[0]?.scripts[0]?.name).toBe('Renamed')
})

test('a script in review is in no list, count or response except for its author', async () => {
  const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
  const id = await insert({ name: 'Hidden gem', publication: 'review', tags: ['secret'], category: 'Cars' })

  for (const query of [
    {},
    { q: 'hidden' },
    { tag: 'secret' },
    { author: authors[0].username },
    { category: 'Cars' },
  ]) {
    const list = await browse(query)
    expect(list.scripts).toEqual([])
    expect(list.facets.categories.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  }
  expect((await app.request(null, 'GET', '/api/scripts/search?q=hidden')).body).toEqual([])
  expect((await app.request(null, 'GET', `/api/scripts/${id}`)).status).toBe(404)
  expect((await app.request(authors[1], 'GET', `/api/scripts/${id}`)).status).toBe(404)
  expect((await app.request(authors[1], 'GET', '/api/scripts/my-scripts')).body.scripts).toEqual([])
  expect((await app.request(authors[0], 'GET', `/api/scripts/${id}`)).body).toMatchObject({
    id,
    name: 'Hidden gem',
  })
  expect((await app.request(moderator, 'GET', `/api/scripts/${id}`)).body).toMatchObject({ id })
  expect((await app.request(authors[0], 'GET', '/api/scripts/my-scripts')).body).toMatchObject({
    scripts: [{ id }],
    pagination: { total: 1 },
  })
})

test('the own scripts need a session, newest first and in pages', async () => {
  for (const n of [1, 2, 3]) await insert({ name: `Mine ${n}`, createdAt: at(n) })
  await insert({ name: 'Theirs', author: authors[1] })

  const signedOut = await app.request(null, 'GET', '/api/scripts/my-scripts')
  const first = await app.request(authors[0], 'GET', '/api/scripts/my-scripts?limit=2')
  const second = await app.request(authors[0], 'GET', '/api/scripts/my-scripts?limit=2&page=2')

  expect(signedOut.status).toBe(401)
  expect(names(first.body)).toEqual(['Mine 3', 'Mine 2'])
  expect(names(second.body)).toEqual(['Mine 1'])
  expect(second.body.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 })
})
