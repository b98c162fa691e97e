import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()

const create = (user: TestUser, body: Record<string, unknown>) =>
  app.request(user, 'POST', '/api/collections', { visibility: 'public', ...body })

test('the list finds words or their beginnings, filters by member and sorts, without private and hidden ones', async () => {
  const word = 'zephyrlist'
  const search = async (query: string) =>
    (await app.request(null, 'GET', `/api/collections?${query}`)).body.collections.map(
      ({ title }: { title: string }) => title,
    )
  const owner = await app.createUser()
  for (const [title, visibility] of [
    [`${word} drift`, 'public'],
    ['Harbour', 'public'],
    [`${word} secret`, 'private'],
    [`${word} shared`, 'link'],
  ] as const)
    await create(owner, { title, visibility, text: title === 'Harbour' ? `Like ${word} at night.` : '' })
  const { body: other } = await create(await app.createUser(), { title: `${word} town` })

  expect((await app.request(null, 'GET', '/api/collections?sort=best')).status).toBe(400)
  expect((await app.request(null, 'GET', `/api/collections?q=${'x'.repeat(101)}`)).status).toBe(400)
  expect(await search(`q=${encodeURIComponent(`!&|:*()'`)}`)).toEqual([])
  expect(await search('author=unknown-member')).toEqual([])
  expect(await search('q=zephyr')).toEqual([`${word} town`, 'Harbour', `${word} drift`])
  expect(await search('q=zephyr%20NIGHT')).toEqual(['Harbour'])
  expect(await search(`q=zephyr&author=${owner.username.toUpperCase()}`)).toEqual([
    'Harbour',
    `${word} drift`,
  ])
  const script = await insertTestScript(app, { author: owner })
  const first = (await app.request(null, 'GET', `/api/collections?q=${word}%20drift`)).body.collections[0]
  await app.request(owner, 'PUT', `/api/collections/${first.id}/scripts/${script}`, {})
  expect(await search('q=zephyr&sort=updated')).toEqual([`${word} drift`, `${word} town`, 'Harbour'])
  await app.db.execute(sql`update collections set removed_at = now() where id = ${other.id}`)
  expect(await search('q=zephyr&sort=followers')).toEqual(['Harbour', `${word} drift`])
})

test.each([
  'Harbour-40981862',
  'Harbour-954e6b90',
  'Town 2.0',
  'Bay/Pier',
  'pier.example.com',
  '<b>Mole</b>',
  'Größe-7',
])('a collection is found by its title %s', async (title) => {
  await create(await app.createUser(), { title })

  const { body } = await app.request(null, 'GET', `/api/collections?q=${encodeURIComponent(title)}`)
  expect(body.collections).toMatchObject([{ title }])
})
