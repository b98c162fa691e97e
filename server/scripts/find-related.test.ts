import { expect, test, vi } from 'vitest'

import { startTestHub } from '#server/testing.ts'

import { insertTestScript } from './testing.ts'

const hub = await startTestHub()
const author = await hub.person('scripts.upload')
const other = await hub.person('scripts.upload')

const related = (id: number) => `/api/scripts/${id}/related`

async function relatedTo(id: number): Promise<string[]> {
  const { body } = await hub.as(null, 'GET', related(id))
  return body.map(({ name }: { name: string }) => name)
}

test('shared tags lead, then the author, then the category; four at most, and never the script itself', async () => {
  const tags = ['towing', 'police']
  const id = await insertTestScript(hub, { author, name: 'Towing', category: 'Jobs', tags })
  const add = (name: string, more: object) =>
    insertTestScript(hub, { author: other, category: 'Jobs', name, ...more })
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
    'Same author elsewhere',
    'Popular in the category',
  ])
})

test('a script that is deleted goes, and leaves the others', async () => {
  const [keeper, fisher] = [await hub.person('scripts.upload'), await hub.person('scripts.upload')]
  const id = await insertTestScript(hub, { author: keeper, name: 'Lighthouse', category: 'Clothes' })
  expect(await relatedTo(id)).toEqual([])
  const pier = await insertTestScript(hub, { author: fisher, name: 'Pier', category: 'Clothes' })
  await insertTestScript(hub, { author: fisher, name: 'Jetty', category: 'Clothes' })
  expect(await relatedTo(id)).toEqual(['Jetty', 'Pier'])

  expect((await hub.as(fisher, 'DELETE', `/api/scripts/${pier}`)).status).toBe(204)

  expect(await relatedTo(id)).toEqual(['Jetty'])
  expect((await hub.as(null, 'GET', `/api/scripts/${pier}/related`)).status).toBe(404)
})

async function change(id: number, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  expect((await hub.as(author, 'PUT', `/api/scripts/${id}`, form)).status).toBe(200)
}

test('who comes, leaves or gets other tags is seen among the related at once', async () => {
  const writer = await hub.person('scripts.upload')
  const id = await insertTestScript(hub, { author: writer, category: 'Cars', tags: ['boats'] })
  expect(await relatedTo(id)).toEqual([])

  const ferry = await insertTestScript(hub, { author, name: 'Ferry', category: 'Cars' })
  const raft = await insertTestScript(hub, { author, name: 'Raft', category: 'Cars', downloads: 9 })
  expect(await relatedTo(id)).toEqual(['Raft', 'Ferry'])

  await change(ferry, { tags: 'boats' })
  expect(await relatedTo(id)).toEqual(['Ferry', 'Raft'])

  await change(raft, { category: 'Housing' })
  expect(await relatedTo(id)).toEqual(['Ferry'])

  // By the same author it is related wherever it is.
  await insertTestScript(hub, { author: writer, name: 'Harbour', category: 'Housing' })
  expect(await relatedTo(id)).toEqual(['Ferry', 'Harbour'])
})

test('a new name is on the pages and lists that show it at once, and all others stay kept', async () => {
  const stranger = await hub.person('scripts.upload')
  const boats = { author, category: 'Mapping' }
  const [renamed, neighbour] = [
    await insertTestScript(hub, { ...boats, name: 'Lagoon' }),
    await insertTestScript(hub, { ...boats, name: 'Marina' }),
  ]
  const far = await insertTestScript(hub, { author: stranger, name: 'Rifle', category: 'Weapons' })
  const showing = [`/scripts/${renamed}`, related(neighbour), '/scripts?category=Mapping', '/']
  const others = [
    related(far),
    `/scripts/${far}`,
    `/scripts/${neighbour}`,
    '/scripts?category=Weapons',
    `/user/${stranger.username}`,
  ]
  const keys = new Map(
    [neighbour, far].map((id) => [related(id), `/api/scripts/:id/related {"id":${id}} []`]),
  )
  const isKept = (path: string) => hub.hub.cache.find(keys.get(path) ?? `page ${path}`) !== undefined
  const readAll = async () => {
    for (const path of [...showing, ...others]) await hub.as(null, 'GET', path)
    expect([...showing, ...others].filter((path) => !isKept(path))).toEqual([])
  }
  // The notices of what was written above may still be on their way, and each drops some of them once more.
  await vi.waitFor(readAll, { timeout: 5_000, interval: 20 })

  await change(renamed, { name: 'Blue lagoon' })

  expect(showing.filter(isKept)).toEqual([])
  expect(others.filter(isKept)).toEqual(others)
  for (const path of showing)
    expect(JSON.stringify((await hub.as(null, 'GET', path)).body)).toContain('Blue lagoon')
})

test('of equals the one that is downloaded more comes first, at once after a quiet time', async () => {
  const [writer, fan] = [await hub.person('scripts.upload'), await hub.person('scripts.download')]
  const add = (name: string) => insertTestScript(hub, { author: writer, name, category: 'Other' })
  const [id, known] = [await add('Lamp'), await add('Candle')]
  await add('Torch')
  expect(await relatedTo(id)).toEqual(['Torch', 'Candle'])

  expect((await hub.as(fan, 'GET', `/api/scripts/${known}/download`)).status).toBe(200)
  expect((await hub.as(fan, 'POST', `/api/scripts/${known}/download`)).status).toBe(200)

  expect(await relatedTo(id)).toEqual(['Candle', 'Torch'])
})
