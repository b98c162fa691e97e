import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()

const follow = (user: TestUser | null, kind: string, id: number, body: Record<string, unknown> = {}) =>
  app.request(user, 'PUT', `/api/follows/${kind}/${id}`, body)
const unfollow = (user: TestUser, kind: string, id: number) =>
  app.request(user, 'DELETE', `/api/follows/${kind}/${id}`)
const statusOf = async (user: TestUser | null, kind: string, id: number) =>
  (await app.request(user, 'GET', `/api/follows/${kind}/${id}`)).body
const listOf = async (user: TestUser, query = '') =>
  (await app.request(user, 'GET', `/api/follows${query}`)).body

const everything = { news: 'all', framework: null, game: null }

async function createScript() {
  const author = await app.createUser()
  return { author, id: await insertTestScript(app, { author, name: 'Garage' }) }
}

describe('following is rejected for', () => {
  test.each([
    ['an unknown script', () => ({ kind: 'script', id: 999_999 }), 404],
    ['an unknown author', () => ({ kind: 'author', id: 999_999 }), 404],
    ['an unknown kind', (id: number) => ({ kind: 'category', id }), 404],
  ])('%s', async (_, targetOf, status) => {
    const user = await app.createUser()
    const { kind, id } = targetOf(user.id)

    expect((await follow(user, kind, id)).status).toBe(status)
    expect(await listOf(user)).toMatchObject({ follows: [] })
  })

  test('oneself and a script of one’s own', async () => {
    const { author, id } = await createScript()

    expect(await follow(author, 'author', author.id)).toMatchObject({
      status: 409,
      body: { error: 'You cannot follow yourself' },
    })
    expect(await follow(author, 'script', id)).toMatchObject({
      status: 409,
      body: { error: 'You cannot follow your own script' },
    })
    expect(await listOf(author)).toMatchObject({ follows: [] })
  })

  test('a script that waits for review, as for an unknown one', async () => {
    const { id } = await createScript()
    await app.db.execute(sql`update scripts set publication = 'review' where id = ${id}`)

    expect((await follow(await app.createUser(), 'script', id)).status).toBe(404)
    expect(await statusOf(null, 'script', id)).toMatchObject({ error: 'Script not found' })
    expect(await statusOf(null, 'script', 999_999)).toMatchObject({ error: 'Script not found' })
  })

  test.each([{ news: 'some' }, { framework: 'unknown' }, { game: 'chess' }])(
    'the filter %o',
    async (filter) => {
      const { id } = await createScript()
      const user = await app.createUser()

      expect((await follow(user, 'script', id, filter)).status).toBe(400)
      expect(await statusOf(user, 'script', id)).toMatchObject({ isFollowing: false, followers: 0 })
    },
  )

  test('more than 1,000', async () => {
    const { id } = await createScript()
    const user = await app.createUser()
    await app.db.execute(sql`
      with added as (
        insert into users (username, username_key, email, email_key)
        select 'many' || n, 'many' || n, n || '@many.example', n || '@many.example' from generate_series(1, 1000) n returning id)
      insert into follows (user_id, author_id, created_at) select ${user.id}, id, now() from added`)

    expect(await follow(user, 'script', id)).toMatchObject({ status: 409 })
    expect((await unfollow(user, 'author', (await listOf(user)).follows[0].id)).status).toBe(200)
    expect(await follow(user, 'script', id)).toMatchObject({ status: 200, body: { followers: 1 } })
  })
})

test('a script is followed once, and the count is that of its followers', async () => {
  const { author, id } = await createScript()
  const [first, second] = [await app.createUser(), await app.createUser()]

  expect(await follow(first, 'script', id)).toMatchObject({
    status: 200,
    body: { isFollowing: true, followers: 1, filter: everything },
  })
  const filter = { news: 'security', framework: 'esx', game: 'gta5' }
  expect((await follow(first, 'script', id, filter)).body).toEqual({
    isFollowing: true,
    followers: 1,
    filter,
  })
  await follow(second, 'script', id)
  expect(await statusOf(null, 'script', id)).toEqual({ isFollowing: false, followers: 2, filter: null })
  expect(await statusOf(first, 'script', id)).toEqual({ isFollowing: true, followers: 2, filter })

  expect((await unfollow(first, 'script', id)).body).toEqual({
    isFollowing: false,
    followers: 1,
    filter: null,
  })
  expect((await unfollow(first, 'script', id)).body).toMatchObject({ followers: 1 })
  expect(await statusOf(null, 'script', id)).toMatchObject({ followers: 1 })

  await follow(second, 'author', author.id)
  await app.db.execute(sql`delete from users where id = ${second.id}`)
  await app.request(await app.createOwner(), 'DELETE', `/api/scripts/${id}`)
  const { rows } = await app.db.execute(sql`
    select followers from follow_counts where (kind, target_id) in (('script', ${id}), ('author', ${author.id}))`)
  expect(rows).toEqual([{ followers: 0 }, { followers: 0 }])
})

test('the list names scripts and authors, the latest first, a script that was hidden without its name', async () => {
  const { author, id } = await createScript()
  const user = await app.createUser()
  await follow(user, 'author', author.id)
  await follow(user, 'script', id)
  await app.db.execute(sql`update scripts set publication = 'removed' where id = ${id}`)

  const { follows, pagination } = await listOf(user)

  expect(pagination.total).toBe(2)
  expect(follows).toMatchObject([
    { kind: 'script', id, name: '', author: null, isPublic: false, followers: 1 },
    { kind: 'author', id: author.id, name: author.username, author: null, isPublic: true },
  ])
  const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
  await follow(moderator, 'script', id)
  expect((await listOf(moderator)).follows).toMatchObject([{ name: 'Garage', isPublic: false }])
  expect((await listOf(user, '?kind=author')).follows).toHaveLength(1)
  expect(await listOf(await app.createUser())).toMatchObject({ follows: [] })
  expect((await unfollow(user, 'script', id)).body).toMatchObject({ isFollowing: false })
})

test('a search is saved, listed and removed by its user only, at most 20', async () => {
  const [user, other] = [await app.createUser(), await app.createUser()]
  const save = (body: Record<string, unknown>) => app.request(user, 'POST', '/api/saved-searches', body)
  const listed = async (who: TestUser) => (await app.request(who, 'GET', '/api/saved-searches')).body.searches

  expect((await save({ name: 'Everything' })).status).toBe(400)
  expect((await save({ name: ' ', q: 'garage' })).status).toBe(400)
  expect((await save({ name: 'Garages', q: 'garage', news: 'some' })).status).toBe(400)
  expect(await listed(user)).toEqual([])
  const { status, body } = await save({ name: 'Garages', q: 'garage', framework: 'esx' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ news: 'all', game: null })
  expect(await listed(user)).toEqual([body])
  expect(await listed(other)).toEqual([])
  const remove = (who: TestUser) => app.request(who, 'DELETE', `/api/saved-searches/${body.id}`)
  expect((await remove(other)).status).toBe(404)

  for (let n = 2; n <= 20; n++) await save({ name: `Search ${n}`, tag: 'car' })
  expect((await save({ name: 'One more', tag: 'car' })).status).toBe(409)
  expect((await remove(user)).status).toBe(200)
  expect(await listed(user)).toHaveLength(19)
})

test('a search is changed by its user only, and completely', async () => {
  const [user, other] = [await app.createUser(), await app.createUser()]
  const draft = { name: 'Garages', q: 'garage', framework: 'esx' }
  const { body: saved } = await app.request(user, 'POST', '/api/saved-searches', draft)
  const change = (who: TestUser | null, body: Record<string, unknown>) =>
    app.request(who, 'PUT', `/api/saved-searches/${saved.id}`, body)
  const listed = async () => (await app.request(user, 'GET', '/api/saved-searches')).body.searches

  expect((await change(null, draft)).status).toBe(401)
  expect((await change(other, { ...draft, name: 'Mine' })).status).toBe(404)
  expect((await change(user, { name: 'Everything' })).body.fields).toEqual({
    q: 'Choose a search text, category, tag, framework or game',
  })
  expect((await change(user, { ...draft, name: ' ' })).status).toBe(400)
  expect((await change(user, { ...draft, game: 'chess' })).status).toBe(400)
  expect(await listed()).toEqual([saved])

  const { status, body } = await change(user, { name: 'Cars', tag: 'Car', news: 'security' })
  expect(status).toBe(200)
  expect(body).toEqual({ ...saved, name: 'Cars', q: null, framework: null, tag: 'car', news: 'security' })
  expect(await listed()).toEqual([body])
})
