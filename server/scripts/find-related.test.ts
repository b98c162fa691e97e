import { expect, test } from 'vitest'

import { startTestHub } from '#server/testing.ts'

import { insertTestScript } from './testing.ts'

const hub = await startTestHub()
const author = await hub.person('scripts.upload')
const other = await hub.person('scripts.upload')

async function relatedTo(id: number): Promise<string[]> {
  const { body } = await hub.as(null, 'GET', `/api/scripts/${id}/related`)
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
