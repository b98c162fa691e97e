import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { drainEmptySearches } from '#server/records/records.public.ts'

import { countFinishedDays } from './analytics.ts'

let time = '2026-11-20T00:20:00Z'
const app = await startTestApp({ clock: { now: () => new Date(time) } })
const viewer = await app.createUser('admin.system.access', 'admin.analytics.view')
const ada = await app.createUser()
const grace = await app.createUser()
const garage = await insertTestScript(app, { author: ada, name: 'Garage' })
const market = await insertTestScript(app, { author: grace, name: 'Market' })
const hidden = await insertTestScript(app, { author: ada, name: 'Hidden', publication: 'review' })

const read = async (query = '', user: TestUser | null = viewer) =>
  app.request(user, 'GET', `/api/analytics${query}`)

async function log(action: string, at: string, targetId: number | null = null, source = 'server', count = 1) {
  await app.db.execute(sql`
    insert into activities (type, action, target_id, target_type, source, created_at)
    select 'script', ${action}, ${targetId}::int, 'script', ${source}, ${at}::timestamptz
    from generate_series(1, ${count}::int)`)
}

test('the figures need admin.analytics.view, and a period is 7, 30, 90 or 365 days', async () => {
  const other = await app.createUser('admin.system.access', 'admin.dashboard.manage')
  expect((await read('', null)).status).toBe(401)
  expect((await read('', other)).status).toBe(403)
  for (const period of ['0', '8', '366', 'week', '7.5'])
    expect(await read(`?period=${period}`)).toMatchObject({
      status: 400,
      body: { fields: { period: 'Period must be 7, 30, 90 or 365' } },
    })
})

test('without any data the figures are empty', async () => {
  await app.db.execute(sql`delete from activities`)
  await countFinishedDays(app.app)

  expect(await read()).toMatchObject({
    status: 200,
    body: {
      days: [],
      scripts: [],
      authors: [],
      emptySearches: [],
      reviews: { waiting: 0, oldestHours: null, decided: 0, medianHours: null, slowestHours: null },
    },
  })
})

test('each finished day is counted once, from its first second to its last, without reports of clients', async () => {
  await log('Script Downloaded', '2026-11-17T00:00:00Z', garage, 'server', 3)
  await log('Script Downloaded', '2026-11-17T23:59:59.999Z', market)
  await log('Script Viewed', '2026-11-18T12:00:00Z', garage, 'server', 5)
  await log('Script Created', '2026-11-19T12:00:00Z', garage)
  await log('User Registered', '2026-11-19T12:00:00Z')
  for (const action of ['Script Created', 'User Registered', 'Script Downloaded'])
    await log(action, '2026-11-19T12:00:00Z', garage, 'client', 4)
  await log('Script Downloaded', '2026-11-19T12:00:00Z', hidden, 'server', 2)
  await log('Script Downloaded', '2026-11-20T00:00:00Z', garage, 'server', 9)

  await Promise.all([countFinishedDays(app.app), countFinishedDays(app.app)])
  await countFinishedDays(app.app)

  const day = { downloads: 0, views: 0, submissions: 0, registrations: 0 }
  const { body } = await read()
  expect(body.days).toEqual([
    { ...day, date: '2026-11-17', downloads: 4 },
    { ...day, date: '2026-11-18', views: 5 },
    { ...day, date: '2026-11-19', downloads: 2, submissions: 1, registrations: 1 },
  ])
  expect(body.scripts).toEqual([
    { id: garage, name: 'Garage', author: ada.username, downloads: 3, isPublic: true },
    { id: hidden, name: 'Hidden', author: ada.username, downloads: 2, isPublic: false },
    { id: market, name: 'Market', author: grace.username, downloads: 1, isPublic: true },
  ])
  expect(body.authors).toEqual([
    { username: ada.username, downloads: 5 },
    { username: grace.username, downloads: 1 },
  ])
})

test('a day is counted ten minutes after its end, then the figures show it at once', async () => {
  time = '2026-11-21T00:09:00Z'
  await countFinishedDays(app.app)
  expect((await read()).body.days).toHaveLength(3)

  time = '2026-11-21T00:12:00Z'
  await countFinishedDays(app.app)

  expect((await read()).body.days.at(-1)).toMatchObject({ date: '2026-11-20', downloads: 9 })
  expect((await read()).body.scripts[0]).toMatchObject({ id: garage, downloads: 12 })
})

test('days of a stop are counted later, and a period contains only its own days', async () => {
  time = '2026-11-26T12:00:00Z'
  await countFinishedDays(app.app)

  const { body } = await read('?period=7')

  expect(body.days.map(({ date }: { date: string }) => date)).toEqual(
    ['19', '20', '21', '22', '23', '24', '25'].map((day) => `2026-11-${day}`),
  )
  expect(body.scripts).toMatchObject([
    { id: garage, downloads: 9 },
    { id: hidden, downloads: 2 },
  ])
  expect((await read('?period=365')).body.days).toHaveLength(9)
})

test('the first count reaches back a year, and figures of single scripts are removed after it', async () => {
  const old = await startTestApp({ clock: { now: () => new Date('2026-11-20T12:00:00Z') } })
  await old.db.execute(
    sql`insert into daily_script_downloads values ('2025-11-17', 1, 1, 1), ('2025-11-19', 1, 1, 1)`,
  )
  await old.db.execute(sql`insert into daily_counts values ('2026-11-17', 0, 0, 0, 0)`)
  await old.db.execute(sql`insert into empty_searches values ('2025-11-17', 'old', 1)`)

  await countFinishedDays(old.app)

  const { rows } = await old.db.execute(sql`
    select (select count(*)::int from daily_script_downloads) as scripts, (select count(*)::int from empty_searches) as searches`)
  expect(rows).toEqual([{ scripts: 1, searches: 0 }])
})

test('searches without a result are counted together, others are not', async () => {
  const search = (query: string) => app.request(null, 'GET', `/api/scripts?${query}`)
  for (const query of [
    'q=zzyzx',
    'q=ZZYZX%20',
    'q=zzyzx&page=2',
    'q=zzyzx&category=Cars',
    'q=garage',
    'q=quux@example.com',
  ])
    expect((await search(query)).status).toBe(200)
  await search('q=plugh%20plugh')
  expect((await read()).body.emptySearches).toEqual([])

  await drainEmptySearches(app.app)
  await search('q=zzyzx')
  await drainEmptySearches(app.app)

  expect((await read()).body.emptySearches).toEqual([
    { query: 'zzyzx', count: 3 },
    { query: 'plugh plugh', count: 1 },
  ])
})

test('of one day at most 1,000 different queries are stored, and known ones are still counted', async () => {
  await app.db.execute(sql`
    insert into empty_searches (day, query, count) select '2026-11-26', 'random ' || n, 1 from generate_series(1, 998) n`)
  await app.request(null, 'GET', '/api/scripts?q=neverheard')
  await app.request(null, 'GET', '/api/scripts?q=zzyzx')

  await drainEmptySearches(app.app)

  expect((await read()).body.emptySearches[0]).toEqual({ query: 'zzyzx', count: 4 })
  const { rows } = await app.db.execute(sql`select count(*)::int as count from empty_searches`)
  expect(rows).toEqual([{ count: 1000 }])
})

test('reviews have their waiting times', async () => {
  const review = (state: string, createdAt: string, decidedAt: string | null, version: number) =>
    app.db.execute(sql`
      insert into cases (kind, state, title, reason, version_id, decision, decided_at, created_at, updated_at)
      values ('review', ${state}, 'Garage', 'all', ${version}, ${decidedAt && 'published'}, ${decidedAt}::timestamptz,
        ${createdAt}::timestamptz, now())`)
  await review('closed', '2026-11-24T00:00:00Z', '2026-11-24T00:00:18Z', 1)
  await review('closed', '2026-11-24T00:00:00Z', '2026-11-24T00:00:36Z', 2)
  await review('closed', '2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z', 3)
  await review('closed', '2026-10-01T00:00:00Z', '2026-10-30T00:00:00Z', 4)
  await review('closed', '2026-11-24T00:00:00Z', null, 5)
  await review('open', '2026-11-26T06:30:00Z', null, 6)
  await app.db.execute(
    sql`insert into case_counts values ('review', 'all', 'open', 1), ('report', 'other', 'open', 5)`,
  )

  expect((await read('?period=7')).body.reviews).toEqual({
    waiting: 1,
    oldestHours: 5.5,
    decided: 3,
    medianHours: 0.01,
    slowestHours: 24,
  })
})
