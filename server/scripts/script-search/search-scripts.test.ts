import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import type { FoundScript } from '#contract/scripts/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { insertTestScript, type TestScript } from '#test-support/scripts.ts'

import { indexScripts, reindexAuthor } from './index-scripts.ts'
import { documentMark } from './words.rules.ts'

const app = await startTestApp()
const author = await app.createUser()

beforeEach(async () => {
  await app.db.execute(sql`delete from scripts`)
  await app.db.execute(sql`delete from script_words`)
  app.app.cache.clear()
})

const insert = (script: Partial<TestScript>) => insertTestScript(app, { author, ...script })

/** The names of the scripts with all words, or else with most of them, best first, in the search. */
async function find(q: string, limit = 20): Promise<string[]> {
  const path = `/api/scripts/search?q=${encodeURIComponent(q)}&limit=${limit}`
  const response = await app.request(null, 'GET', path)
  expect(response.status).toBe(200)
  const scripts: FoundScript[] = response.body
  const matches = scripts.filter(({ isPartialMatch }) => isPartialMatch === scripts[0]?.isPartialMatch)
  return matches.map(({ name }) => name)
}

async function findInList(q: string, sort = 'downloads'): Promise<string[]> {
  const response = await app.request(null, 'GET', `/api/scripts?q=${encodeURIComponent(q)}&sort=${sort}`)
  expect(response.status).toBe(200)
  return response.body.scripts.map(({ name }: { name: string }) => name)
}

test('a match in a name ranks before a tag and a tag before a description, whatever the downloads are', async () => {
  await insert({
    name: 'Described',
    description: 'A garage for the garage of a garage, with garage doors.',
    downloads: 900,
  })
  await insert({ name: 'Tagged', tags: ['garage'], downloads: 50 })
  await insert({ name: 'Big garage of the town', downloads: 3 })
  await insert({ name: 'Garage', downloads: 1 })
  await insert({ name: 'Something else', downloads: 5000 })

  expect(await find('garage')).toEqual(['Garage', 'Big garage of the town', 'Tagged', 'Described'])
  expect(await find('garage', 2)).toEqual(['Garage', 'Big garage of the town'])
  expect(await findInList('garage', 'best')).toEqual(await find('garage'))
  expect(await findInList('garage')).toEqual(['Described', 'Tagged', 'Big garage of the town', 'Garage'])
})

test('all words in tags rank before words of which one is only in the description', async () => {
  await insert({ name: 'Door door door', description: 'It has a garage, garage, garage.', downloads: 90 })
  await insert({ name: 'Tagged', tags: ['garage', 'far', 'away', 'from', 'door'] })

  expect(await find('garage door')).toEqual(['Tagged', 'Door door door'])
})

test('all words match in any field, and the last may be a prefix', async () => {
  await insert({ name: 'Police garage', description: 'Opens a door for those who hold a badge.' })
  await insert({ name: 'Police station', description: 'A place with a door.' })

  expect(await find('police door')).toHaveLength(2)
  expect(await find('garage police')).toEqual(['Police garage'])
  expect(await find('police gar')).toEqual(['Police garage'])
  expect(await find('bad')).toEqual(['Police garage'])
})

test('case, accents, width and punctuation make no difference', async () => {
  await insert({ name: 'Café-Système „Élan“ ２', tags: ['Los Santos'] })

  for (const q of ['cafe', 'CAFÉ', 'systeme élan', 'cafe systeme elan 2', 'los-santos', 'SANTOS'])
    expect({ q, found: await find(q) }).toEqual({ q, found: ['Café-Système „Élan“ ２'] })
})

test.each([
  ['a letter missing', 'garge'],
  ['a letter missing', 'grage'],
  ['a letter too many', 'garrage'],
  ['a wrong letter', 'gerage'],
  ['a wrong first letter', 'karage'],
  ['a wrong last letter', 'garagw'],
  ['two letters swapped', 'gaarge'],
  ['a typo in a prefix', 'invetor'],
  ['two letters of a short word swapped', 'txai'],
  ['a missing letter in a short word', 'txi'],
  ['a typo in a tag', 'ecconomy'],
  ['a typo in the description', 'reailstic'],
  ['a typo in a short word', 'taxy'],
  ['two typos in a long text', 'inventery managment'],
  ['one word right, one wrong', 'realistic garge'],
])('%s finds the script: %s', async (_, q) => {
  await insert({
    name: 'Garage and taxi, inventory management',
    tags: ['economy'],
    description: 'A realistic system.',
  })
  await insert({ name: 'Weather control', description: 'Makes it rain when you want it to.' })

  expect(await find(q)).toEqual(['Garage and taxi, inventory management'])
  expect(await findInList(q)).toEqual(['Garage and taxi, inventory management'])
})

test('a correct word is not treated as a typo, and a word without similar ones finds nothing', async () => {
  await insert({ name: 'Cars' })
  await insert({ name: 'Cards' })

  expect(await find('cars')).toEqual(['Cars'])
  expect(await find('cards')).toEqual(['Cards'])
  expect(await find('xylophone')).toEqual([])
  expect(await find('zz')).toEqual([])
})

test('typos are found in any alphabet', async () => {
  await insert({ name: '𓆠𑋊𒆢𝕘 garage' })

  expect(await find('𓆠𑋊𒆢𝕘')).toHaveLength(1)
  expect(await find('𓆠𒆢𑋊')).toEqual([])
})

test.each([
  `' or 1=1 --`,
  `'); drop table scripts; --`,
  `garage:*`,
  `garage & !door`,
  `!garage`,
  `(garage | door`,
  `garage <-> door`,
  `"garage"`,
  `gar%ge`,
  `ga_ge`,
  `\\garage\\`,
  `garage\\' | '`,
  `$1 $2 {0}`,
  `=garage`,
  `==garage`,
  `#garage`,
  `%`,
  `_`,
  `\\`,
  `'`,
  `:*`,
  `🚗`,
  `\u202Egarage`,
  'b '.repeat(50).trim(),
  'ﷺ'.repeat(100),
  'x'.repeat(100),
])('special characters of SQL and text search are literal: %s', async (q) => {
  await insert({ name: 'Garage' })
  const hasWord = /(?<![a-z])garage(?![a-z])/.test(q)

  const found = await find(q)

  expect(found).toEqual(hasWord ? ['Garage'] : [])
  expect(await findInList(q)).toEqual(found)
  expect(await find('garage')).toEqual(['Garage'])
})

test.each([
  ['', 'q'],
  ['q=', 'q'],
  ['q=%20%20', 'q'],
  [`q=${'x'.repeat(101)}`, 'q'],
  ['q=a&limit=0', 'limit'],
  ['q=a&limit=101', 'limit'],
])('an empty or too long search is rejected: %s', async (query, field) => {
  const response = await app.request(null, 'GET', `/api/scripts/search?${query}`)

  expect(response).toMatchObject({ status: 400, body: { code: 'validation' } })
  expect(Object.keys(response.body.fields)).toEqual([field])
})

test('invalid UTF-8 in a URL is rejected or finds nothing', async () => {
  await insert({ name: 'Garage' })

  const broken = await app.request(null, 'GET', '/api/scripts/search?q=%ED%A0%80')
  const nul = await app.request(null, 'GET', '/api/scripts/search?q=a%00b')

  expect([200, 400, 404]).toContain(broken.status)
  expect(nul.status).toBe(400)
  expect(await find('garage')).toEqual(['Garage'])
})

test('a changed script is found by its new text, a deleted one is not found', async () => {
  const id = await insert({ name: 'Garage' })
  const form = new FormData()
  form.set('name', 'Harbour')
  await app.request(author, 'PUT', `/api/scripts/${id}`, form)

  expect(await find('garage')).toEqual([])
  expect(await find('harbour')).toEqual(['Harbour'])

  await app.request(author, 'DELETE', `/api/scripts/${id}`)
  expect(await find('harbour')).toEqual([])
  expect(await find('harbuor')).toEqual([])
})

test('the name of the author is a match after tags and before the description, alone or with other words', async () => {
  const nordlys = await createAuthor('nord-lys_22')
  await insert({ name: 'Described', description: 'Made for the nord of the lys, 22 times.', downloads: 90 })
  await insert({ author: nordlys, name: 'Harbour', downloads: 1 })
  await insert({ author: nordlys, name: 'Garage', downloads: 2 })
  await insert({ name: 'Tagged', tags: ['nord', 'lys', '22'] })

  expect(await find('nord-lys_22')).toEqual(['Tagged', 'Garage', 'Harbour', 'Described'])
  expect(await findInList('nord lys 22')).toEqual(['Described', 'Garage', 'Harbour', 'Tagged'])
  expect(await find('harbour nord')).toEqual(['Harbour'])
  expect(await findInList('harbour nord')).toEqual(['Harbour'])
})

test('a typo of an author name finds the scripts', async () => {
  await insert({ author: await createAuthor('petrichor'), name: 'Harbour' })

  expect(await find('petrihcor')).toEqual(['Harbour'])
})

test('scripts are found by the new name of their author, not by the old one, and still by their words', async () => {
  const renamed = await createAuthor('before')
  const admin = await app.createOwner()
  await insert({ author: renamed, name: 'Harbour', tags: ['docks'] })

  const form = new FormData()
  form.set('username', 'between')
  const own = await app.request(renamed, 'PUT', '/api/users/me', form)
  expect(own.status).toBe(200)
  await runReindexJob()
  expect([await find('before'), await find('between')]).toEqual([[], ['Harbour']])

  const edited = await app.request(admin, 'PUT', `/api/users/admin/users/${renamed.id}`, {
    username: 'after',
  })
  expect(edited.status).toBe(200)
  await runReindexJob()
  expect([await find('between'), await find('after'), await find('docks')]).toEqual([
    [],
    ['Harbour'],
    ['Harbour'],
  ])
  expect(await findInList('after')).toEqual(['Harbour'])
})

test('documents and needs of an earlier release are completed', async () => {
  const old = await createAuthor('longhaul')
  await insert({ author: old, name: 'Harbour' })
  await insert({ author: old, name: 'Docks' })
  for (const table of ['script_docs', 'search_shortlist'])
    await app.db.execute(sql`
      update ${sql.identifier(table)} set document = ts_delete(document, array['longhaul', ${documentMark}])`)
  await app.db.execute(sql`update scripts set attributes = '{report:none}'`)
  expect(await find('longhaul')).toEqual([])

  await indexScripts.run(app.app, {}, new AbortController().signal)
  const { rows } = await app.db.execute(sql`select distinct attributes from scripts`)
  expect(rows).toEqual([{ attributes: ['report:waiting'] }])

  expect(await find('longhaul')).toEqual(['Docks', 'Harbour'])
  expect(await find('harbour')).toEqual(['Harbour'])
})

async function createAuthor(username: string): Promise<TestUser> {
  const user = await app.createUser('scripts.upload')
  await app.db.execute(sql`
    update users set username = ${username}, username_key = ${username} where id = ${user.id}`)
  return { ...user, username }
}

/** Runs the queued jobs, which this app does not. */
async function runReindexJob() {
  const { rows } = await app.db.execute<{ payload: unknown }>(sql`
    delete from graphile_worker._private_jobs using graphile_worker._private_tasks t
    where task_id = t.id and t.identifier = ${reindexAuthor.name} returning payload`)
  expect(rows).toHaveLength(1)
  for (const { payload } of rows) await reindexAuthor.run(app.app, payload, new AbortController().signal)
}

test('a search returns twenty scripts by default', async () => {
  for (let n = 0; n < 21; n++) await insert({ name: `Garage ${n}` })

  const response = await app.request(null, 'GET', '/api/scripts/search?q=garage')

  expect(response.body).toHaveLength(20)
  expect(await find('garage', 3)).toHaveLength(3)
})

test('search is rate limited per IP, with Retry-After', async () => {
  const limited = await startTestApp({ config: { rateLimits: true } })

  const responses = await Promise.all(
    Array.from({ length: 30 }, () => limited.request(null, 'GET', '/api/scripts/search?q=garage')),
  )

  const rejected = responses.filter(({ status }) => status === 429)
  expect(rejected.length).toBeGreaterThanOrEqual(5)
  expect(rejected.length).toBeLessThanOrEqual(10)
  expect(rejected[0]?.headers.get('retry-after')).toBe('1')
})
