import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { startTestHub } from '#server/testing.ts'

import { insertTestScript, type TestScript } from './testing.ts'

const hub = await startTestHub()
const author = await hub.person()

beforeEach(async () => {
  await hub.db.execute(sql`delete from scripts`)
  await hub.db.execute(sql`delete from script_words`)
  hub.hub.cache.clear()
})

const insert = (script: Partial<TestScript>) => insertTestScript(hub, { author, ...script })

/** The names that a text finds, best first, in the search and in the list alike. */
async function find(q: string, limit = 20): Promise<string[]> {
  const answer = await hub.as(null, 'GET', `/api/scripts/search?q=${encodeURIComponent(q)}&limit=${limit}`)
  expect(answer.status).toBe(200)
  return answer.body.map(({ name }: { name: string }) => name)
}

async function findInList(q: string): Promise<string[]> {
  const answer = await hub.as(null, 'GET', `/api/scripts?q=${encodeURIComponent(q)}&sort=downloads`)
  expect(answer.status).toBe(200)
  return answer.body.scripts.map(({ name }: { name: string }) => name)
}

test('a name comes before a tag and a tag before a description, however often they were downloaded', async () => {
  await insert({
    name: 'Told of',
    description: 'A garage for the garage of a garage, with garage doors.',
    downloads: 900,
  })
  await insert({ name: 'Tagged', tags: ['garage'], downloads: 50 })
  await insert({ name: 'Big garage of the town', downloads: 3 })
  await insert({ name: 'Garage', downloads: 1 })
  await insert({ name: 'Something else', downloads: 5000 })

  expect(await find('garage')).toEqual(['Garage', 'Big garage of the town', 'Tagged', 'Told of'])
  expect(await find('garage', 2)).toEqual(['Garage', 'Big garage of the town'])
  expect(await findInList('garage')).toEqual(['Told of', 'Tagged', 'Big garage of the town', 'Garage'])
})

test('words that are all in tags come before words of which one is only in the description', async () => {
  await insert({ name: 'Door door door', description: 'It has a garage, garage, garage.', downloads: 90 })
  await insert({ name: 'Tagged', tags: ['garage', 'far', 'away', 'from', 'door'] })

  expect(await find('garage door')).toEqual(['Tagged', 'Door door door'])
})

test('all words have to be there, wherever they are, and the last may be a beginning', async () => {
  await insert({ name: 'Police garage', description: 'Opens a door for those who hold a badge.' })
  await insert({ name: 'Police station', description: 'A place with a door.' })

  expect(await find('police door')).toHaveLength(2)
  expect(await find('garage police')).toEqual(['Police garage'])
  expect(await find('police gar')).toEqual(['Police garage'])
  expect(await find('bad')).toEqual(['Police garage'])
  expect(await find('pol garage')).toEqual([])
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
  ['a slip in what is not written out', 'invetor'],
  ['two letters of a short word swapped', 'txai'],
  ['a letter of a short word missing', 'txi'],
  ['a slip in a tag', 'ecconomy'],
  ['a slip in the description', 'reailstic'],
  ['a slip in a short word', 'taxy'],
  ['two slips in a long word', 'inventery managment'],
  ['one word right, one wrong', 'realistic garge'],
])('%s still finds the script: %s', async (_, q) => {
  await insert({
    name: 'Garage and taxi, inventory management',
    tags: ['economy'],
    description: 'A realistic system.',
  })
  await insert({ name: 'Weather control', description: 'Makes it rain when you want it to.' })

  expect(await find(q)).toEqual(['Garage and taxi, inventory management'])
  expect(await findInList(q)).toEqual(['Garage and taxi, inventory management'])
})

test('what is written right is not taken for a slip, and what is near to nothing finds nothing', async () => {
  await insert({ name: 'Cars' })
  await insert({ name: 'Cards' })

  expect(await find('cars')).toEqual(['Cars'])
  expect(await find('cards')).toEqual(['Cards'])
  expect(await find('xylophone')).toEqual([])
  expect(await find('zz')).toEqual([])
})

test('a slip is looked for in letters of any script', async () => {
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
  `g_rage`,
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
])('a text is a text, whatever it means to a database: %s', async (q) => {
  await insert({ name: 'Garage' })
  const plain = q.replaceAll(/[^a-z]+/g, ' ').trim()

  const found = await find(q)

  expect(found).toEqual(plain === 'garage' ? ['Garage'] : [])
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
])('a search that says nothing or too much is refused: %s', async (query, field) => {
  const answer = await hub.as(null, 'GET', `/api/scripts/search?${query}`)

  expect(answer).toMatchObject({ status: 400, body: { code: 'validation' } })
  expect(Object.keys(answer.body.fields)).toEqual([field])
})

test('half a character in an address is refused or finds nothing, and the hub goes on', async () => {
  await insert({ name: 'Garage' })

  const broken = await hub.as(null, 'GET', '/api/scripts/search?q=%ED%A0%80')
  const nul = await hub.as(null, 'GET', '/api/scripts/search?q=a%00b')

  expect([200, 400, 404]).toContain(broken.status)
  expect(nul.status).toBe(400)
  expect(await find('garage')).toEqual(['Garage'])
})

test('a changed script is found by what it is now, a deleted one by nothing', async () => {
  const id = await insert({ name: 'Garage' })
  const form = new FormData()
  form.set('name', 'Harbour')
  await hub.as(author, 'PUT', `/api/scripts/${id}`, form)

  expect(await find('garage')).toEqual([])
  expect(await find('harbour')).toEqual(['Harbour'])

  await hub.as(author, 'DELETE', `/api/scripts/${id}`)
  expect(await find('harbour')).toEqual([])
  expect(await find('harbuor')).toEqual([])
})

test('a search answers with twenty scripts unless another limit is asked for', async () => {
  for (let n = 0; n < 21; n++) await insert({ name: `Garage ${n}` })

  const answer = await hub.as(null, 'GET', '/api/scripts/search?q=garage')

  expect(answer.body).toHaveLength(20)
  expect(await find('garage', 3)).toHaveLength(3)
})

test('search is limited by address, and says when to come again', async () => {
  const limited = await startTestHub({ config: { rateLimits: true } })

  const answers = await Promise.all(
    Array.from({ length: 30 }, () => limited.as(null, 'GET', '/api/scripts/search?q=garage')),
  )

  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(5)
  expect(refused.length).toBeLessThanOrEqual(10)
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
})
