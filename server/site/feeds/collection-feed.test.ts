import { expect, test } from 'vitest'

import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser()
const owner = await app.createUser()
const other = await app.createUser()
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')

async function collect(visibility: string) {
  const draft = { title: 'Night & day', visibility }
  const { body } = await app.request(owner, 'POST', '/api/collections', draft)
  const id = Number(body.id)
  for (const name of ['First', 'Second']) {
    const script = await insertTestScript(app, { author, name })
    await app.request(owner, 'PUT', `/api/collections/${id}/scripts/${script}`, { note: `About ${name}` })
  }
  return id
}

async function hide(id: number) {
  const act = { action: 'hide', texts: [{ kind: 'collection', id }], reason: 'Advertising.' }
  const { body } = await app.request(moderator, 'POST', '/api/moderation/texts/bulk', act)
  expect(body).toMatchObject({ results: [{ error: null }] })
  return id
}

const statusOf = async (user: TestUser | null, path: string) => (await app.request(user, 'GET', path)).status

test.each([
  { state: 'private', visitor: 404, other: 404, owner: 200, moderator: 404 },
  { state: 'link', visitor: 404, other: 404, owner: 200, moderator: 404 },
  { state: 'public', visitor: 200, other: 200, owner: 200, moderator: 200 },
  { state: 'hidden', visitor: 404, other: 404, owner: 200, moderator: 200 },
])('a collection that is $state is read by those who may', async ({ state, ...expected }) => {
  const id = await collect(state === 'hidden' ? 'public' : state)
  if (state === 'hidden') await hide(id)
  const users = { visitor: null, other, owner, moderator }

  for (const what of ['', '/install', '/files']) {
    const path = `/api/collections/${id}${what}`
    const statuses = Object.entries(users).map(async ([who, user]) => [who, await statusOf(user, path)])
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual(expected)
  }
  for (const path of [`/feed/collection/${id}.xml`, `/collections/${id}`, `/api/follows/collection/${id}`])
    expect(await statusOf(null, path)).toBe(expected.visitor)
})

test('the feed of a collection has what was added last first, with its notes', async () => {
  const id = await collect('public')

  const { body } = await app.request(null, 'GET', `/feed/collection/${id}.xml`)

  const titles = [...String(body).matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title)
  expect(titles).toEqual(['Scripthaven: Night &amp; day', 'Second', 'First'])
  expect(body).toContain('<summary>About Second</summary>')
  expect((await app.request(null, 'GET', `/collections/${id}`)).body).toContain(
    `href="/feed/collection/${id}.xml"`,
  )
  expect(await statusOf(null, '/feed/collection/1e3.xml')).toBe(404)
})
