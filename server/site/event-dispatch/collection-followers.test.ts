import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, minute } from '#platform/clock.ts'
import { announceCollection } from '#server/scripts/scripts.public.ts'
import { runQueued } from '#test-support/analyses.ts'
import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let time = new Date('2026-06-15T12:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })
const { db } = app
const author = await app.createUser()

type Body = Record<string, unknown>
const follow = (user: TestUser | null, id: number, method = 'PUT') =>
  app.request(user, method, `/api/follows/collection/${id}`, method === 'PUT' ? {} : undefined)
const statusOf = (user: TestUser | null, id: number) =>
  app.request(user, 'GET', `/api/follows/collection/${id}`)
const edit = (user: TestUser, id: number, body: Body) =>
  app.request(user, 'PUT', `/api/collections/${id}`, { title: 'Roleplay', visibility: 'public', ...body })
const put = (user: TestUser, id: number, script: number, body: Body = {}) =>
  app.request(user, 'PUT', `/api/collections/${id}/scripts/${script}`, body)
const replace = (user: TestUser, id: number, entries: Body[]) =>
  app.request(user, 'PUT', `/api/collections/${id}/entries`, { entries })
const createScript = (name: string) => insertTestScript(app, { author, name })

async function createCollection(visibility = 'public') {
  const owner = await app.createUser()
  const { body } = await app.request(owner, 'POST', '/api/collections', { title: 'Roleplay', visibility })
  return { owner, id: Number(body.id) }
}

async function createFollower(id: number) {
  const user = await app.createUser()
  expect((await follow(user, id)).status).toBe(200)
  return user
}

/** Runs what waits, ten minutes later. */
async function announce() {
  time = after(time, 11 * minute)
  await runQueued(app, announceCollection)
  await dispatchAll(app)
}

const newsOf = async (user: TestUser) => {
  const { body } = await app.request(user, 'GET', '/api/notifications')
  return body.notifications.map(({ text, path }: { text: string; path: string }) => ({ text, path }))
}

test('a collection is followed by others while it is public, and counts them', async () => {
  const { owner, id } = await createCollection()
  const hidden = await createCollection('link')
  const [first, second] = [await app.createUser(), await app.createUser()]

  expect((await follow(null, id)).status).toBe(401)
  expect((await follow(first, 999_999)).status).toBe(404)
  expect((await follow(first, hidden.id)).status).toBe(404)
  expect((await statusOf(null, hidden.id)).status).toBe(404)
  expect(await follow(owner, id)).toMatchObject({
    status: 409,
    body: { error: 'You cannot follow your own collection' },
  })
  expect((await statusOf(null, id)).body).toMatchObject({ followers: 0 })

  expect((await follow(first, id)).body).toMatchObject({ isFollowing: true, followers: 1 })
  expect((await follow(first, id)).body).toMatchObject({ followers: 1 })
  await follow(second, id)
  expect((await app.request(null, 'GET', `/api/collections/${id}`)).body.followers).toBe(2)
  const listed = async (query: string) =>
    (await app.request(null, 'GET', `/api/collections?${query}`)).body.collections[0]
  expect(await listed('sort=followers')).toMatchObject({ id, followers: 2 })
  expect((await follow(second, id, 'DELETE')).body).toMatchObject({ isFollowing: false, followers: 1 })
  await db.execute(sql`delete from users where id = ${first.id}`)
  expect((await statusOf(second, id)).body).toMatchObject({ isFollowing: false, followers: 0 })
})

test('the list of follows has its title and owner, and nothing of a collection that others cannot see', async () => {
  const { owner, id } = await createCollection()
  const user = await createFollower(id)
  const listOf = async () => (await app.request(user, 'GET', '/api/follows?kind=collection')).body.follows
  const shown = { kind: 'collection', id, followers: 1 }

  expect(await listOf()).toMatchObject([
    { ...shown, name: 'Roleplay', author: owner.username, isPublic: true },
  ])
  await edit(owner, id, { visibility: 'private' })
  expect(await listOf()).toMatchObject([{ ...shown, name: '', author: null, isPublic: false }])
  expect((await follow(user, id, 'DELETE')).status).toBe(200)
  expect(await listOf()).toEqual([])
})

test('what was added within minutes is one notification for each follower, with its names', async () => {
  const { owner, id } = await createCollection()
  const old = await createScript('Old one')
  await put(owner, id, old)
  const [follower, former] = [await createFollower(id), await createFollower(id)]
  await follow(former, id, 'DELETE')
  time = after(time, minute)
  const scripts = await Promise.all(
    ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => createScript(`S ${name}`)),
  )

  for (const script of scripts.slice(0, 2)) await put(owner, id, script)
  await replace(
    owner,
    id,
    [old, ...scripts].map((scriptId) => ({ scriptId })),
  )
  await announce()

  const added = { text: `${owner.username} added S A, S B, S C, S D, S E and 2 more to Roleplay.` }
  expect(await newsOf(follower)).toEqual([{ ...added, path: `/collections/${id}` }])
  expect(await newsOf(former)).toEqual([])
  expect(await newsOf(owner)).toEqual([])
  await announce()
  expect(await newsOf(follower)).toHaveLength(1)
})

test('who follows after the last change is not notified of it', async () => {
  const { owner, id } = await createCollection()
  const follower = await createFollower(id)
  time = after(time, minute)
  await put(owner, id, await createScript('S A'))
  time = after(time, minute)
  const late = await createFollower(id)
  await announce()

  expect(await newsOf(follower)).toHaveLength(1)
  expect(await newsOf(late)).toEqual([])
})

test('an order, a note, and changes of what is not public are no news; a removal is', async () => {
  const { owner, id } = await createCollection()
  const [a, b] = [await createScript('S A'), await createScript('S B')]
  await put(owner, id, a)
  await put(owner, id, b)
  const follower = await createFollower(id)

  await replace(owner, id, [{ scriptId: b }, { scriptId: a, note: 'Better.' }])
  await put(owner, id, a, { note: 'Best.' })
  await announce()
  expect(await newsOf(follower)).toEqual([])

  await app.request(owner, 'DELETE', `/api/collections/${id}/scripts/${a}`)
  await edit(owner, id, { visibility: 'private' })
  await put(owner, id, await createScript('S C'))
  await announce()
  expect(await newsOf(follower)).toEqual([])

  await edit(owner, id, {})
  await app.request(owner, 'DELETE', `/api/collections/${id}/scripts/${b}`)
  await announce()
  expect(await newsOf(follower)).toMatchObject([{ text: `${owner.username} added S C to Roleplay.` }])
})

test('followers choose the channel with what they follow', async () => {
  const { owner, id } = await createCollection()
  const follower = await createFollower(id)
  const { body } = await app.request(follower, 'GET', '/api/notifications/settings')
  const topics = { ...body.topics, followed: { bell: false, email: 'off' } }
  await app.request(follower, 'PUT', '/api/notifications/settings', { ...body, topics })

  await put(owner, id, await createScript('S A'))
  await announce()

  expect(await newsOf(follower)).toEqual([])
})

test('a moderator who hides a collection sends its owner to its page', async () => {
  const { owner, id } = await createCollection()
  const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
  const act = { action: 'hide', texts: [{ kind: 'collection', id }], reason: 'Advertising.' }

  expect((await app.request(moderator, 'POST', '/api/moderation/texts/bulk', act)).status).toBeLessThan(300)
  await dispatchAll(app)

  expect(await newsOf(owner)).toMatchObject([{ path: `/collections/${id}` }])
})
