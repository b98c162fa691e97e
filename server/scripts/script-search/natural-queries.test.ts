import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import { runJob, runQueued } from '#test-support/analyses.ts'
import { insertTestScript, type TestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { reindexScripts } from './index-scripts.ts'

const app = await startTestApp()
const author = await app.createUser()

type Row = Partial<TestScript> & { attributes?: string[]; needs?: string[] }

async function insert({ attributes = [], needs = [], ...script }: Row): Promise<number> {
  const id = await insertTestScript(app, { author, ...script })
  await app.db.execute(sql`update scripts set attributes = ${sql.param(attributes)} where id = ${id}`)
  for (const name of needs) await app.db.execute(sql`insert into script_needs values (${name}, ${id})`)
  await runJob(app, reindexScripts, { ids: [id] })
  return id
}

const qbcore = ['framework:qbcore', 'game:gta5']
const esx = ['framework:esx', 'game:gta5']

beforeAll(async () => {
  await insert({
    name: 'Parked Up',
    tags: ['garage', 'impound'],
    description: 'Store vehicles in a garage and get them back with their fuel.',
    attributes: qbcore,
    needs: ['qb-core', 'ox_lib'],
  })
  await insert({
    name: 'Depot',
    tags: ['garage', 'vehicles'],
    description: 'A parking deck for companies.',
    attributes: esx,
    needs: ['es_extended', 'oxmysql'],
  })
  await insert({
    name: 'Till and Ledger',
    tags: ['banking', 'money'],
    description: 'Accounts, cards and a loan desk. The library of forms is included.',
    attributes: qbcore,
    needs: ['qb-core', 'ox_inventory'],
    downloads: 900,
  })
  await insert({
    name: 'Precinct',
    tags: ['police', 'dispatch'],
    description: 'Reports, warrants and calls on one screen.',
    attributes: ['framework:ox', 'game:rdr3'],
    needs: ['ox_core', 'ox_lib'],
  })
  await insert({
    name: 'Salt Water',
    tags: ['fishing'],
    description: 'Cast a line, sell what bites.',
    attributes: ['framework:standalone', 'game:gta5', 'open'],
  })
  await insert({
    name: 'Speedometer Classic',
    tags: ['hud'],
    description: 'A round gauge for every vehicle.',
    attributes: ['framework:standalone', 'escrowed'],
  })
})

type Found = { name: string; isPartialMatch?: true }

const named = (scripts: readonly Found[]) => scripts.map(({ name }) => name)

/** Suggestions and list: the scripts with all words, and those that follow. */
async function findAll(q: string): Promise<{ names: string[]; more: string[] }> {
  const [response, list] = await Promise.all([
    app.request(null, 'GET', `/api/scripts/search?q=${encodeURIComponent(q)}`),
    app.request(null, 'GET', `/api/scripts?q=${encodeURIComponent(q)}`),
  ])
  expect([response.status, list.status]).toEqual([200, 200])
  const suggestions: Found[] = response.body
  const { scripts, more = [], isPartialMatch = false } = list.body
  expect(named(suggestions)).toEqual(named([...scripts, ...more]))
  const isMarked = (script: Found) => script.isPartialMatch ?? false
  expect(suggestions.map(isMarked)).toEqual([...scripts.map(() => isPartialMatch), ...more.map(() => true)])
  return { names: isPartialMatch ? ['most words:', ...named(scripts)] : named(scripts), more: named(more) }
}

const find = async (q: string) => (await findAll(q)).names

test.each([
  ['a word and a framework', 'garage qbcore', ['Parked Up']],
  ['a framework with a hyphen', 'qb-core garage', ['Parked Up']],
  ['a framework in two words', 'garage qb core', ['Parked Up']],
  ['a short form of a framework', 'qb garage', ['Parked Up']],
  ['the resource of a framework', 'es_extended garage', ['Depot']],
  ['a library', 'ox_lib', ['Precinct', 'Parked Up']],
  ['a library in two words', 'ox lib', ['Precinct', 'Parked Up']],
  ['a library while it is typed', 'ox_li', ['Precinct', 'Parked Up']],
  ['a resource that is needed', 'oxmysql', ['Depot']],
  ['another game', 'redm police', ['Precinct']],
  ['no framework', 'standalone fishing', ['Salt Water']],
  ['readable code', 'open source fishing script', ['Salt Water']],
  ['a sentence', 'I am looking for a garage script for QBCore with ox_lib please', ['Parked Up']],
  ['the name of the game', 'fivem banking', ['Till and Ledger']],
  ['a plural', 'garages', ['Parked Up', 'Depot']],
  ['another form of a word', 'fish', ['Salt Water']],
  ['another word for it', 'cop reports', ['Precinct']],
  ['a word for what is meant in the plural', 'automobile garage', ['Parked Up', 'Depot']],
  ['a part of a word apart', 'speedo meter', ['Speedometer Classic']],
  ['a typo beside a correct word', 'garage qbcoer', ['Parked Up']],
  ['a typo of another word for it', 'sherif reports', ['Precinct']],
])('a query with %s finds the script: %s', async (_, q, names) => {
  expect((await find(q)).toSorted()).toEqual(names.toSorted())
})

test.each([
  ['one script', 'police warrants', ['Precinct'], []],
  ['one script, and others have most', 'garage impound qbcore', ['Parked Up'], ['Depot']],
  ['two scripts', 'garage store', ['Parked Up'], ['Depot']],
  ['one script in another spelling', 'garage impuond', ['Parked Up'], ['Depot']],
])('scripts with some of the words follow %s that has all: %s', async (_, q, names, more) => {
  expect(await findAll(q)).toEqual({ names, more })
})

test('filters apply to the scripts that follow, and the second page has none', async () => {
  const query = 'q=garage%20impound'
  expect(named((await list(query)).more)).toEqual(['Depot'])
  expect((await list(`${query}&includes=qbcore`)).more).toBeUndefined()
  expect((await list(`${query}&page=2`)).more).toBeUndefined()
})

test('the category is a word of its scripts, by its present name and after a move', async () => {
  const admin = await app.createUser('admin.system.access', 'admin.categories.manage')
  const { body: made } = await app.request(admin, 'POST', '/api/categories', {
    name: 'Boats',
    description: 'On the water.',
    icon: 'Package',
    color: '#336699',
  })
  await insert({ name: 'Dinghy', description: 'Oars and a sail.', category: 'Boats' })
  expect((await findAll('dinghy boat')).names).toEqual(['Dinghy'])
  expect((await findAll('boat volcano')).names).toEqual(['most words:', 'Dinghy'])

  await app.request(admin, 'PUT', `/api/categories/${made.id}`, { name: 'Vessels' })
  expect((await findAll('oars vessel')).names).toEqual(['Dinghy'])
  expect((await findAll('oars boat')).names).toEqual(['most words:', 'Dinghy'])

  const { body: jobs } = await app.request(admin, 'GET', '/api/categories')
  const target = jobs.find(({ name }: { name: string }) => name === 'Jobs')
  const moved = await app.request(admin, 'POST', `/api/categories/${made.id}/move-scripts`, { to: target.id })
  expect(moved.status).toBe(200)
  await runQueued(app, reindexScripts)
  expect((await findAll('dinghy job')).names).toEqual(['Dinghy'])
})

test('a word that no script has is read as two words', async () => {
  await insert({ name: 'Wash and Wax', tags: ['car', 'wash'], description: 'Foam, brushes and a queue.' })
  expect((await findAll('carwash')).names).toEqual(['Wash and Wax'])
  expect((await findAll('carwash esx')).names).toEqual(['most words:', 'Wash and Wax'])
})

test('a word counts more than a synonym of it, and more than a similar word', async () => {
  await insert({
    name: 'Heat Map',
    tags: ['staff'],
    description: 'Where players spend time.',
    downloads: 500,
  })
  await insert({ name: 'Wardens Desk', tags: ['admin'], description: 'Reports and notes.' })
  expect((await findAll('admin umbrella')).names).toEqual(['most words:', 'Wardens Desk', 'Heat Map'])
})

test('words that say nothing are searched when there are no others', async () => {
  await insert({ name: 'The Script', description: 'Nothing more to say about it here.' })

  expect((await find('the script'))[0]).toBe('The Script')
})

test('without a script that has all words, those with most of them follow, the rare words first', async () => {
  expect(await find('warrants for a parking deck')).toEqual(['most words:', 'Depot'])
  expect(await find('fishing dispatch')).toEqual(['most words:', 'Salt Water', 'Precinct'])
  expect(await find('garage submarine')).toEqual(['most words:', 'Depot', 'Parked Up'])
})

test('a script whose name and tags have a rare word is not hidden by others that mention more words', async () => {
  const quiet = 'The vehicle is drawn with a minimal pixel font.'
  await insert({ name: 'Dashboard', tags: ['gauges'], description: quiet, downloads: 900 })
  await insert({ name: 'Tiny Compass', tags: ['compass'], description: 'One line at the top.' })

  expect(await find('minimal pixel compass radar')).toEqual(['most words:', 'Tiny Compass', 'Dashboard'])
})

test('words that exclude something are not searched', async () => {
  expect(await find('fishing without boats, no minigame')).toEqual(await find('fishing boats minigame'))
})

test('a framework alone is not most of a query', async () => {
  expect((await find('garage qbox')).toSorted()).toEqual(['Depot', 'Parked Up', 'most words:'])
  expect(await find('volcano qbcore')).toEqual([])
})

const list = async (query: string) => (await app.request(null, 'GET', `/api/scripts?${query}`)).body

test('filters apply to scripts that have most of the words, and a filter that excludes all is no reason for them', async () => {
  const partial = await list('q=garage%20submarine&sort=newest&tag=impound')
  expect(partial).toMatchObject({ isPartialMatch: true, pagination: { total: 1 } })
  expect(partial.scripts).toMatchObject([{ name: 'Parked Up' }])
  const excluded = await list('q=garage%20qbcore&tag=fishing')
  expect(excluded).toMatchObject({ scripts: [], pagination: { total: 0 } })
  expect(excluded.isPartialMatch).toBeUndefined()
})

test('the number of a facet is the number of scripts that its word finds', async () => {
  const { body: all } = await app.request(null, 'GET', '/api/scripts')
  const { rows } = await app.db.execute<{ name: string; count: number }>(sql`
    select name, count(*)::int as count from script_needs group by name`)
  const counts = new Map<string, number>(rows.map(({ name, count }) => [name, count]))
  for (const { name, count } of all.facets.needs) expect(count).toBe(counts.get(name) ?? 0)

  const words = { esx: 1, qbcore: 2, ox_core: 1, standalone: 2 }
  for (const [q, count] of [...Object.entries(words), ...counts]) {
    const { body } = await app.request(null, 'GET', `/api/scripts?q=${q}`)
    expect({ q, total: body.pagination.total }).toEqual({ q, total: count })
  }
})

test('the word of a filter that no script has finds nothing, and is no misspelled word', async () => {
  await insert({ name: 'Ballot Box', tags: ['vote'], description: 'Elections with a secret ballot.' })
  await insert({ name: 'Lantern Target', tags: ['target', 'poly', 'zone'], description: 'Look at a thing.' })

  for (const q of ['qbox', 'qb-target', 'ox_target', 'PolyZone']) expect(await find(q)).toEqual([])
  expect((await find('ballot qbox'))[1]).toBe('Ballot Box')
})

test('a word as it is typed is more than names and tags with words that are similar to others', async () => {
  await insert({ name: 'Town Crier', tags: ['chat', 'staff'], description: 'Timed announcements.' })

  expect((await findAll('cheat admin menu')).names.slice(0, 2)).toEqual(['most words:', 'Wardens Desk'])
})

test('a word for the form of a release is not searched, and the police and its lights have short names', async () => {
  const needles = 'Twelve clusters that read true, for cars that only had a picture of one.'
  await insert({ name: 'Analogue Dash Pack', tags: ['dashboard'], description: needles, downloads: 900 })
  await insert({ name: 'Night Heron', tags: ['police', 'emergency'], description: 'A car without a livery.' })
  await insert({ name: 'Union Street', tags: ['police', 'interior'], description: 'Cells and a desk.' })
  await insert({ name: 'Vineyard', tags: ['farm', 'interior'], description: 'Rows of vines.' })

  expect((await findAll('lspd car pack els')).names).toEqual(['Night Heron'])
  expect((await findAll('mission row pd mlo')).names[1]).toBe('Union Street')
})

test('a name with the typed word comes before names with another word for it', async () => {
  const texts = { tags: ['medical'], description: 'For those who save lives.' }
  await insert({ name: 'Saint Marion Hospital', ...texts, downloads: 900 })
  await insert({ name: 'Clearwater Ambulance', ...texts })

  expect((await find('ambulance')).slice(0, 2)).toEqual(['Clearwater Ambulance', 'Saint Marion Hospital'])
  expect((await find('hospital')).slice(0, 2)).toEqual(['Saint Marion Hospital', 'Clearwater Ambulance'])
})
