import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { fixedCategories } from '#contract/categories.ts'
import { startTestHub, type Person } from '#server/testing.ts'

import { changeForm } from './testing-forms.ts'
import { insertTestScript, type TestScript } from './testing.ts'

const hub = await startTestHub()

type Seen = { id: number; name: string; downloads: number }
type Facet = { name: string; count: number }
type List = {
  scripts: Seen[]
  pagination: { page: number; limit: number; total: number; totalPages: number }
  facets: { categories: Facet[]; statuses: Facet[] }
}

async function browse(query: Record<string, string | number> = {}): Promise<List> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const answer = await hub.as(null, 'GET', `/api/scripts?${search.toString()}`)
  expect(answer.status).toBe(200)
  return answer.body
}

const names = ({ scripts }: List) => scripts.map(({ name }) => name)
const ids = ({ scripts }: List) => scripts.map(({ id }) => id)

let authors: [Person, Person, Person]
beforeAll(async () => {
  authors = [await hub.person(), await hub.person(), await hub.person()]
})

beforeEach(async () => {
  await hub.db.execute(sql`delete from scripts`)
  await hub.db.execute(sql`update script_counts set count = 0`)
  await hub.db.execute(sql`update categories set script_count = 0`)
  await hub.db.execute(sql`update users set scripts_uploaded = 0, total_downloads = 0, reputation = 0`)
  await hub.db.execute(sql`update site_totals set scripts = 0, downloads = 0`)
  hub.hub.cache.clear()
})

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const insert = (script: Partial<TestScript>) => insertTestScript(hub, { author: authors[0], ...script })

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

test('a card tells everything but what only the page shows, and no more of a description than it has room for', async () => {
  const description = `${'Ä'.repeat(250)} and more`
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
    },
  ])
})

test('the newest come first; popular and downloads are the same order; equal ones go by id', async () => {
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

test('category, status and author are found in any case, a tag as it stands', async () => {
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
  ['author', 'nobody-of-that-name'],
  ['tag', 'no such tag'],
  ['tag', `'); drop table scripts; --`],
  ['author', '%'],
  ['category', '_ars'],
  ['q', 'zzzzzzzzzz'],
  ['q', '!!!'],
])('a %s that nothing has makes an empty list, not an error: %s', async (filter, value) => {
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
])('a list that cannot be is refused by name: %s', async (query, field) => {
  const answer = await hub.as(null, 'GET', `/api/scripts?${query}`)

  expect(answer).toMatchObject({ status: 400, body: { code: 'validation' } })
  expect(Object.keys(answer.body.fields)).toEqual([field])
})

test('NUL in a filter is refused, and a page beyond the end is empty but knows the total', async () => {
  await insert({})

  const withNul = await hub.as(null, 'GET', '/api/scripts?tag=a%00b')
  const beyond = await browse({ page: 1_000_000_000, limit: 100 })
  const beyondSearch = await browse({ page: 1_000_000_000, limit: 100, q: 'garage' })

  expect(withNul.status).toBe(400)
  expect(beyond).toMatchObject({ scripts: [], pagination: { total: 1, totalPages: 1 } })
  expect(beyondSearch).toMatchObject({ scripts: [], pagination: { total: 1, totalPages: 1 } })
})

test('the pages of a list together are the list, from either end and with equal counts', async () => {
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

test('a crowd that asks for different pages at once gets each its own, with what was just written', async () => {
  for (let n = 0; n < 20; n++) await insert({ name: `Script ${n}`, createdAt: at(n) })
  const pages = Array.from({ length: 10 }, (_, n) => n + 1)
  const crowd = () => Promise.all(pages.map((page) => browse({ page, limit: 2 })))
  const whole = ids(await browse({ limit: 20 }))

  const lists = await crowd()
  await hub.as(authors[0], 'PUT', `/api/scripts/${whole[0]}`, changeForm({ name: 'Renamed' }))
  const after = await crowd()

  expect(lists.map(ids)).toEqual(pages.map((page) => whole.slice(page * 2 - 2, page * 2)))
  expect(after.map(ids)).toEqual(lists.map(ids))
  expect(after[0]?.scripts[0]?.name).toBe('Renamed')
})

test('what awaits review is in no list, no count and no answer but its author’s', async () => {
  const moderator = await hub.person('admin.system.access', 'admin.scripts.moderate')
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
  expect((await hub.as(null, 'GET', '/api/scripts/search?q=hidden')).body).toEqual([])
  expect((await hub.as(null, 'GET', `/api/scripts/${id}`)).status).toBe(404)
  expect((await hub.as(authors[1], 'GET', `/api/scripts/${id}`)).status).toBe(404)
  expect((await hub.as(authors[1], 'GET', '/api/scripts/my-scripts')).body.scripts).toEqual([])
  expect((await hub.as(authors[0], 'GET', `/api/scripts/${id}`)).body).toMatchObject({
    id,
    name: 'Hidden gem',
  })
  expect((await hub.as(moderator, 'GET', `/api/scripts/${id}`)).body).toMatchObject({ id })
  expect((await hub.as(authors[0], 'GET', '/api/scripts/my-scripts')).body).toMatchObject({
    scripts: [{ id }],
    pagination: { total: 1 },
  })
})

test('the own scripts are for who is signed in, newest first and in pages', async () => {
  for (const n of [1, 2, 3]) await insert({ name: `Mine ${n}`, createdAt: at(n) })
  await insert({ name: 'Theirs', author: authors[1] })

  const signedOut = await hub.as(null, 'GET', '/api/scripts/my-scripts')
  const first = await hub.as(authors[0], 'GET', '/api/scripts/my-scripts?limit=2')
  const second = await hub.as(authors[0], 'GET', '/api/scripts/my-scripts?limit=2&page=2')

  expect(signedOut.status).toBe(401)
  expect(names(first.body)).toEqual(['Mine 3', 'Mine 2'])
  expect(names(second.body)).toEqual(['Mine 1'])
  expect(second.body.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 })
})
