import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Activity } from '#contract/activities.ts'
import { startTestHub, type Person } from '#server/testing.ts'

const hub = await startTestHub()
const viewer = await hub.person('admin.system.access', 'admin.activities.view')
const watcher = await hub.person('admin.system.access', 'admin.dashboard.view')

const list = async (query = '', someone: Person | null = viewer) =>
  hub.as(someone, 'GET', `/api/activities${query}`)
const recent = async (query = '', someone: Person | null = viewer) =>
  hub.as(someone, 'GET', `/api/activities/recent${query}`)
const actions = (activities: Activity[]) => activities.map(({ action }) => action)

/** Many activities at once: `action 1` is the newest, each a second older than the one before. */
async function fill(count: number, more: { type?: string; status?: string; userId?: number } = {}) {
  const { type = 'system', status = 'info', userId = null } = more
  await hub.db.execute(sql`delete from activities`)
  await hub.db.execute(sql`
    insert into activities (type, action, status, user_id, created_at)
    select ${type}, 'action ' || n, ${status}, ${userId}, now() - n * interval '1 second'
    from generate_series(1, ${count}::int) n`)
}

test('the log is for those who may see it', async () => {
  expect((await list('', null)).status).toBe(401)
  expect((await list('', await hub.person())).status).toBe(403)
  expect((await list('', await hub.person('admin.activities.view'))).status).toBe(403)
  expect((await list('', watcher)).status).toBe(403)
  expect((await list()).status).toBe(200)
})

test('the latest activities are for the dashboard too', async () => {
  expect((await recent('', null)).status).toBe(401)
  expect((await recent('', await hub.person())).status).toBe(403)
  expect((await recent('', watcher)).status).toBe(200)
  expect((await recent()).status).toBe(200)
})

test('the latest come first, five unless said', async () => {
  await fill(9)

  expect(actions((await recent()).body)).toEqual(['action 1', 'action 2', 'action 3', 'action 4', 'action 5'])
  expect(actions((await recent('?limit=2')).body)).toEqual(['action 1', 'action 2'])
  expect((await recent('?limit=101')).status).toBe(400)
})

test('an activity shows who did it, by the name they have now', async () => {
  const member = await hub.person()
  await fill(1, { userId: member.id, type: 'user', status: 'success' })
  await hub.db.execute(sql`update users set username = 'renamed' where id = ${member.id}`)

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

test('pages follow each other without a gap, equal times by the id', async () => {
  await fill(45)
  await hub.db.execute(sql`update activities set created_at = date_trunc('hour', now())`)

  const pages = [await list(), await list('?page=2'), await list('?page=3'), await list('?page=4')]

  expect(pages.map(({ body }) => body.activities.length)).toEqual([20, 20, 5, 0])
  expect(pages[0]?.body.pagination).toEqual({ page: 1, limit: 20, total: 45, totalPages: 3 })
  const ids: number[] = pages.flatMap(({ body }) => body.activities.map(({ id }: Activity) => id))
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(new Set(ids).size).toBe(45)
})

test('a list is narrowed by type and status', async () => {
  await fill(4)
  await hub.db.execute(sql`
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

test('months and years are one list', async () => {
  await fill(1)
  await hub.db.execute(sql`
    insert into activities (type, action, created_at) values
      ('system', 'last year', now() - interval '1 year'), ('system', 'next month', now() + interval '1 month'),
      ('system', 'long ago', '2001-01-01')`)

  expect(actions((await list()).body.activities)).toEqual(['next month', 'action 1', 'last year', 'long ago'])
})

test('a list ends at 10,000, and what came until then leads on to all that is older', async () => {
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
