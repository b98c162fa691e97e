import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const now = new Date('2026-05-04T12:00:00Z')
const app = await startTestApp({ clock: { now: () => now } })
const viewer = await app.createUser('admin.system.access', 'admin.dashboard.view')
const manager = await app.createUser('admin.system.access', 'admin.dashboard.manage')
const visitor = null

const read = (path: string, user: TestUser | null = viewer) => app.request(user, 'GET', `/api/stats${path}`)
const snapshot = (user: TestUser | null) => app.request(user, 'POST', '/api/stats/snapshot')
const totalsOf = (day: string, scripts: number) => ({
  date: day,
  totalScripts: scripts,
  totalUsers: 2,
  totalDownloads: 3,
  totalPartners: 4,
})

async function insertDays(...days: [day: string, scripts: number][]) {
  await app.db.execute(sql`delete from daily_stats`)
  for (const [day, scripts] of days)
    await app.db.execute(sql`
      insert into daily_stats (day, scripts, users, downloads, partners) values (${day}, ${scripts}, 2, 3, 4)`)
}

test('history needs admin.dashboard.view and snapshots need admin.dashboard.manage', async () => {
  const member = await app.createUser()
  const outsider = await app.createUser('admin.dashboard.manage')

  for (const path of ['/historical', '/range?startDate=2026-01-01&endDate=2026-01-02']) {
    expect((await read(path, visitor)).status).toBe(401)
    expect((await read(path, member)).status).toBe(403)
    expect((await read(path)).status).toBe(200)
    expect((await read(path, manager)).status).toBe(200)
  }
  expect((await snapshot(visitor)).status).toBe(401)
  for (const user of [member, outsider, viewer]) expect((await snapshot(user)).status).toBe(403)

  const { rows } = await app.db.execute(sql`select * from daily_stats`)
  expect(rows).toEqual([])
})

test('without snapshots the comparison is empty', async () => {
  await insertDays()

  expect((await read('/historical')).body).toEqual({ period: 30, date: null, stats: null })
})

test('the snapshot of today is no comparison', async () => {
  await insertDays(['2026-05-04', 1])

  expect((await read('/historical')).body).toEqual({ period: 30, date: null, stats: null })
})

test.each([
  ['the day itself', 7, '2026-04-27'],
  ['the nearest day before', 30, '2026-04-03'],
  ['the nearest day after', 8, '2026-04-27'],
  ['the earlier of two equally near', 22, '2026-04-03'],
  ['the oldest one', 365, '2026-01-01'],
  ['the latest one', 1, '2026-04-27'],
])('a period is compared with %s', async (_, period, date) => {
  await insertDays(['2026-01-01', 1], ['2026-04-03', 2], ['2026-04-21', 3], ['2026-04-27', 4])

  const { body } = await read(`/historical?period=${period}`)

  const { date: shownDate, stats, period: asked } = body
  expect({ asked, shownDate }).toEqual({ asked: period, shownDate: date })
  expect(stats).toMatchObject({ totalUsers: 2, totalDownloads: 3, totalPartners: 4 })
})

test('a range includes both ends, oldest first', async () => {
  await insertDays(['2026-03-01', 1], ['2026-03-02', 2], ['2026-03-05', 3], ['2026-03-06', 4])

  const { body } = await read('/range?startDate=2026-03-02&endDate=2026-03-05')

  expect(body).toEqual([totalsOf('2026-03-02', 2), totalsOf('2026-03-05', 3)])
})

test.each([
  ['/historical?period=0', 'period', 'Period must be 1 to 365 days'],
  ['/historical?period=366', 'period', 'Period must be 1 to 365 days'],
  ['/historical?period=week', 'period', 'Period must be a number of days'],
  ['/historical?period=1.5', 'period', 'Period must be a number of days'],
  ['/range', 'startDate', 'Start date must be like 2026-01-31'],
  ['/range?startDate=2026-01-01', 'endDate', 'End date must be like 2026-01-31'],
  ['/range?startDate=2026-02-30&endDate=2026-03-01', 'startDate', 'Start date must be like 2026-01-31'],
  ['/range?startDate=2026-03-02&endDate=2026-03-01', 'endDate', 'End date must not be before the start date'],
  ['/range?startDate=2025-01-01&endDate=2026-01-02', 'endDate', 'A range is at most 366 days'],
])('%s is rejected', async (path, field, message) => {
  expect(await read(path)).toMatchObject({
    status: 400,
    body: { code: 'validation', fields: { [field]: message } },
  })
})

test('a later snapshot of a day replaces the earlier one, and both are recorded', async () => {
  await insertDays()
  const first = await snapshot(manager)
  await app.db.execute(sql`update site_totals set scripts = scripts + 5`)

  const second = await snapshot(manager)

  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual({ ...first.body, totalScripts: first.body.totalScripts + 5 })
  expect(second.body.date).toBe('2026-05-04')
  expect((await read('/range?startDate=2026-01-01&endDate=2026-12-31')).body).toEqual([second.body])
  const { rows } = await app.db.execute(
    sql`select user_id, type, status from activities where action = 'Statistics Snapshot'`,
  )
  expect(rows).toEqual(
    Array.from({ length: 2 }, () => ({ user_id: manager.id, type: 'system', status: 'success' })),
  )
})
