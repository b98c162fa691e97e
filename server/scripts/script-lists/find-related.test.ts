import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

import { insertTestScript } from '#test-support/scripts.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const other = await app.createUser('scripts.upload')

const insert = (name: string, category: string, more: object) =>
  insertTestScript(app, { author: other, name, category, ...more })

const related = (id: number) => `/api/scripts/${id}/related`

async function relatedTo(id: number): Promise<string[]> {
  const { body } = await app.request(null, 'GET', related(id))
  return body.map(({ name }: { name: string }) => name)
}

test('related scripts share tags, then category, then author; at most four without the script itself', async () => {
  const tags = ['towing', 'police']
  const id = await insertTestScript(app, { author, name: 'Towing', category: 'Jobs', tags })
  const add = (name: string, more: object) =>
    insertTestScript(app, { author: other, category: 'Jobs', name, ...more })
  await add('Popular in the category', { downloads: 500 })
  await add('Both tags', { tags })
  await add('One tag', { tags: ['police'] })
  await add('Same author elsewhere', { author, category: 'Housing' })
  await add('Less popular in the category', { downloads: 5 })
  await add('Elsewhere altogether', { category: 'Weapons', downloads: 9000 })
  await add('Waiting for review', { tags, publication: 'review' })

  expect(await relatedTo(id)).toEqual([
    'Both tags',
    'One tag',
    'Popular in the category',
    'Less popular in the category',
  ])
})

test('a tag of many scripts says less than the category, a rare one more', async () => {
  const tags = ['taxi', 'business']
  const id = await insertTestScript(app, { author, name: 'Chauffeur', category: 'Weapons', tags })
  await insert('Night shift', 'Weapons', {})
  await insert('Day shift', 'Weapons', { downloads: 5 })
  await insert('Cab office', 'Mapping', { tags: ['taxi'] })
  for (const name of ['Bakery', 'Landlord', 'Offices'])
    await insert(name, 'Housing', { tags: ['business'], downloads: 90 })

  expect(await relatedTo(id)).toEqual(['Cab office', 'Elsewhere altogether', 'Day shift', 'Night shift'])
})

test('related scripts of a garage are garages, in any category and before popular scripts of its own', async () => {
  const add = (name: string, more: object) =>
    insertTestScript(app, { author: other, category: 'Scripts', description: 'For a test.', name, ...more })
  const id = await add('Tidy Garage', {
    tags: ['garage', 'impound'],
    description: 'A garage with an impound.',
  })
  await add('Tidy Desk', { downloads: 900, tags: ['office'], description: 'A desk that is tidy.' })
  await add('Garages of the North', { category: 'Mapping' })
  await add('Parking deck', { category: 'Housing', tags: ['garage'] })
  const qbcore = await add('Impound QB', {})
  const esx = await add('Impound ESX', { downloads: 5 })
  await app.db.execute(sql`update scripts set attributes = '{framework:esx}' where id = ${esx}`)
  await app.db.execute(
    sql`update scripts set attributes = '{framework:qbcore}' where id = any(${sql.param([id, qbcore])}::int[])`,
  )

  expect((await relatedTo(id)).toSorted()).toEqual([
    'Garages of the North',
    'Impound ESX',
    'Impound QB',
    'Parking deck',
  ])
  expect(await relatedTo(id)).toSatisfy(
    (names: string[]) => names.indexOf('Impound QB') < names.indexOf('Impound ESX'),
  )
})

test('a deleted script is removed from related scripts', async () => {
  const [keeper, fisher] = [await app.createUser('scripts.upload'), await app.createUser('scripts.upload')]
  const id = await insertTestScript(app, { author: keeper, name: 'Lighthouse', category: 'Clothes' })
  expect(await relatedTo(id)).toEqual([])
  const pier = await insertTestScript(app, { author: fisher, name: 'Pier', category: 'Clothes' })
  await insertTestScript(app, { author: fisher, name: 'Jetty', category: 'Clothes' })
  expect(await relatedTo(id)).toEqual(['Jetty', 'Pier'])

  expect((await app.request(fisher, 'DELETE', `/api/scripts/${pier}`)).status).toBe(204)

  expect(await relatedTo(id)).toEqual(['Jetty'])
  expect((await app.request(null, 'GET', `/api/scripts/${pier}/related`)).status).toBe(404)
})

async function change(id: number, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  expect((await app.request(author, 'PUT', `/api/scripts/${id}`, form)).status).toBe(200)
}

test('new, deleted and retagged scripts change related scripts at once', async () => {
  const writer = await app.createUser('scripts.upload')
  const id = await insertTestScript(app, { author: writer, category: 'Cars', tags: ['boats'] })
  expect(await relatedTo(id)).toEqual([])

  const ferry = await insertTestScript(app, { author, name: 'Ferry', category: 'Cars' })
  const raft = await insertTestScript(app, { author, name: 'Raft', category: 'Cars', downloads: 9 })
  expect(await relatedTo(id)).toEqual(['Raft', 'Ferry'])

  await change(ferry, { tags: 'boats' })
  expect(await relatedTo(id)).toEqual(['Ferry', 'Raft'])

  await change(raft, { category: 'Housing' })
  expect(await relatedTo(id)).toEqual(['Ferry'])

  // Scripts of the same author are related in any category.
  await insertTestScript(app, { author: writer, name: 'Harbour', category: 'Housing' })
  expect(await relatedTo(id)).toEqual(['Ferry', 'Harbour'])
})

test('a new name invalidates the pages and lists that contain it, and no others', async () => {
  const stranger = await app.createUser('scripts.upload')
  const boats = { author, category: 'Mapping' }
  const [renamed, neighbour] = [
    await insertTestScript(app, { ...boats, name: 'Lagoon' }),
    await insertTestScript(app, { ...boats, name: 'Marina' }),
  ]
  const far = await insertTestScript(app, { author: stranger, name: 'Rifle', category: 'Weapons' })
  const showing = [`/scripts/${renamed}`, related(neighbour), '/scripts?category=Mapping', '/']
  const peers = [
    related(far),
    `/scripts/${far}`,
    `/scripts/${neighbour}`,
    '/scripts?category=Weapons',
    `/user/${stranger.username}`,
  ]
  const keys = new Map(
    [neighbour, far].map((id) => [related(id), `/api/scripts/:id/related {"id":${id}} []`]),
  )
  const isCached = (path: string) => app.app.cache.find(keys.get(path) ?? `page ${path}`) !== undefined
  const readAll = async () => {
    for (const path of [...showing, ...peers]) await app.request(null, 'GET', path)
    return [...showing, ...peers].filter((path) => !isCached(path))
  }
  // Invalidations of the writes above may still arrive.
  await expect.poll(readAll).toEqual([])

  await change(renamed, { name: 'Blue lagoon' })

  expect(showing.filter(isCached)).toEqual([])
  expect(peers.filter(isCached)).toEqual(peers)
  for (const path of showing)
    expect(JSON.stringify((await app.request(null, 'GET', path)).body)).toContain('Blue lagoon')
})

test('ties are sorted by downloads, at once after a quiet time', async () => {
  const [writer, fan] = [await app.createUser('scripts.upload'), await app.createUser('scripts.download')]
  const add = (name: string) => insertTestScript(app, { author: writer, name, category: 'Other' })
  const [id, known] = [await add('Lamp'), await add('Candle')]
  await add('Torch')
  expect(await relatedTo(id)).toEqual(['Torch', 'Candle'])

  expect((await app.request(fan, 'GET', `/api/scripts/${known}/download`)).status).toBe(200)
  expect((await app.request(fan, 'POST', `/api/scripts/${known}/download`)).status).toBe(200)

  expect(await relatedTo(id)).toEqual(['Candle', 'Torch'])
})
