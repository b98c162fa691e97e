import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Activity } from '#contract/records/activities.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const viewer = await app.createUser('admin.system.access', 'admin.activities.view')
const watcher = await app.createUser('admin.system.access', 'admin.dashboard.view')

const list = async (query = '', user: TestUser | null = viewer) =>
  app.request(user, 'GET', `/api/activities${query}`)
const recent = async (query = '', user: TestUser | null = viewer) =>
  app.request(user, 'GET', `/api/activities/recent${query}`)
const actions = (activities: Activity[]) => activities.map(({ action }) => action)

/** Inserts activities; `action 1` is the newest and each is a second older than the one before. */
async function fill(count: number, more: { type?: string; status?: string; userId?: number } = {}) {
  const { type = 'system', status = 'info', userId = null } = more
  await app.db.execute(sql`delete from activities`)
  await app.db.execute(sql`
    insert into activities (type, action, status, user_id, created_at)
    select ${type}, 'action ' || n, ${status}, ${userId}, now() - n * interval '1 second'
    from generate_series(1, ${count}::int) n`)
}

test('the log needs admin.activities.view', async () => {
  expect((await list('', null)).status).toBe(401)
  expect((await list('', await app.createUser())).status).toBe(403)
  expect((await list('', await app.createUser('admin.activities.view'))).status).toBe(403)
  expect((await list('', watcher)).status).toBe(403)
  expect((await list()).status).toBe(200)
})

test('the latest activities are also available with admin.dashboard.view', async () => {
  expect((await recent('', null)).status).toBe(401)
  expect((await recent('', await app.createUser())).status).toBe(403)
  expect((await recent('', watcher)).status).toBe(200)
  expect((await recent()).status).toBe(200)
})

test('the latest activities come first, five by default', async () => {
  await fill(9)

  expect(actions((await recent()).body)).toEqual(['action 1', 'action 2', 'action 3', 'action 4', 'action 5'])
  expect(actions((await recent('?limit=2')).body)).toEqual(['action 1', 'action 2'])
  expect((await recent('?limit=101')).status).toBe(400)
})

test('an activity has the current name of its user', async () => {
  const member = await app.createUser()
  await fill(1, { userId: member.id, type: 'user', status: 'success' })
  await app.db.execute(sql`update users set username = 'renamed' where id = ${member.id}`)

  const [activity] = (await list()).body.activities

  expect(activity).toEqual({
    id: expect.any(Number),
    type: 'user',
    action: 'action 1',
    description: '',
    status: 'success',
    metadata: {},
    target_id: null,
    target_type: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    users: { username: 'renamed' },
    source: 'server',
    target_link: null,
  })
})

test('pages have no gaps or duplicates, equal times are sorted by id', async () => {
  await fill(45)
  await app.db.execute(sql`update activities set created_at = date_trunc('hour', now())`)

  const pages = [await list(), await list('?page=2'), await list('?page=3'), await list('?page=4')]

  expect(pages.map(({ body }) => body.activities.length)).toEqual([20, 20, 5, 0])
  expect(pages[0]?.body.pagination).toEqual({ page: 1, limit: 20, total: 45, totalPages: 3 })
  const ids: number[] = pages.flatMap(({ body }) => body.activities.map(({ id }: Activity) => id))
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(new Set(ids).size).toBe(45)
})

test('a list is filtered by type and status', async () => {
  await fill(4)
  await app.db.execute(sql`
    insert into activities (type, action, status) values
      ('partner', 'partner added', 'success'), ('partner', 'partner lost', 'error'), ('system', 'broken', 'error')`)

  expect(actions((await list('?type=partner')).body.activities)).toEqual(['partner lost', 'partner added'])
  expect(actions((await list('?status=error')).body.activities)).toEqual(['broken', 'partner lost'])
  const both = (await list('?type=partner&status=error')).body
  expect(actions(both.activities)).toEqual(['partner lost'])
  expect(both.pagination.total).toBe(1)
  expect((await list('?type=&status=')).body.pagination.total).toBe(7)
  expect((await list('?type=god')).body.fields).toHaveProperty('type')
  expect((await list('?until=yesterday')).body.fields).toHaveProperty('until')
})

test('a list hides views, downloads and sign-ins, that of an object likes too, and is filtered by user, action and object', async () => {
  const member = await app.createUser()
  await fill(1)
  await app.db.execute(sql`
    insert into activities (type, action, user_id, target_type, target_id) values
      ('script', 'Script Viewed', ${member.id}, 'script', 5), ('user', 'User Login', ${member.id}, null, null),
      ('script', 'Script Downloaded', ${member.id}, 'script', 5), ('script', 'Script Updated', ${member.id}, 'script', 5),
      ('script', 'Script Liked', ${member.id}, 'script', 5), ('script', 'Script Unliked', ${member.id}, 'script', 5),
      ('script', 'Script Updated', null, 'script', 6), ('user', 'User Updated', null, 'user', 5)`)
  const found = async (query: string) => actions((await list(query)).body.activities)

  expect(await found('')).toHaveLength(9)
  expect(await found('?usage=hidden')).toHaveLength(6)
  expect((await recent('?limit=20&usage=hidden')).body).toHaveLength(6)
  expect(await found('?target_type=script&target_id=5')).toEqual(['Script Updated'])
  expect(await found('?target_type=script&target_id=5&action=Script%20Liked')).toEqual(['Script Liked'])
  expect(await found('?action=User%20Login')).toEqual(['User Login'])
  expect(await found(`?user=${member.username.toUpperCase()}&usage=hidden&action=Script%20Updated`)).toEqual([
    'Script Updated',
  ])
  expect(await found(`?user=${member.username}`)).toHaveLength(6)
  expect(await found('?user=unknown')).toEqual([])
  expect((await list('?usage=some')).body.fields).toHaveProperty('usage')
  const csv = await app.request(viewer, 'GET', '/api/activities/export?usage=hidden&action=User%20Updated')
  expect(csv.body.trim().split('\n')).toHaveLength(2)
})

test('a list spans partitions', async () => {
  await fill(1)
  await app.db.execute(sql`
    insert into activities (type, action, created_at) values
      ('system', 'last year', now() - interval '1 year'), ('system', 'next month', now() + interval '1 month'),
      ('system', 'long ago', '2001-01-01')`)

  expect(actions((await list()).body.activities)).toEqual(['next month', 'action 1', 'last year', 'long ago'])
})

test('a list ends at 10,000 and `until` continues it', async () => {
  await fill(10_050)

  const last = (await list('?limit=100&page=100')).body
  expect(last.pagination).toEqual({ page: 100, limit: 100, total: 10_000, totalPages: 100 })
  expect(last.activities.at(-1).action).toBe('action 10000')
  expect((await list('?limit=100&page=101')).body.activities).toEqual([])
  const uneven = (await list('?limit=99&page=102')).body
  expect(uneven.activities).toHaveLength(1)

  const oldest = last.activities.at(-1).created_at
  const on = (await list(`?until=${encodeURIComponent(oldest)}&limit=100`)).body
  expect(actions(on.activities).at(0)).toBe('action 10000')
  expect(on.pagination.total).toBe(51)
})
