import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { invalidate, inTransaction } from '#platform/database/database.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { takeDailySnapshot } from './snapshots.ts'

let now = new Date('2026-05-04T23:55:00Z')
const app = await startTestApp({ clock: { now: () => now } })

test('the totals of a new site are zero', async () => {
  expect((await app.request(null, 'GET', '/api/stats')).body).toEqual({
    totalScripts: 0,
    totalUsers: 0,
    totalDownloads: 0,
    totalPartners: 0,
  })
})

test('the totals follow published and deleted scripts', async () => {
  const author = await app.createUser()
  await insertTestScript(app, { author, downloads: 5 })
  const id = await insertTestScript(app, { author, downloads: 7 })
  await insertTestScript(app, { author, publication: 'review' })

  expect((await app.request(null, 'GET', '/api/stats')).body).toMatchObject({
    totalScripts: 2,
    totalUsers: 1,
    totalDownloads: 12,
  })

  await app.request(author, 'DELETE', `/api/scripts/${id}`)
  expect((await app.request(null, 'GET', '/api/stats')).body).toMatchObject({
    totalScripts: 1,
    totalDownloads: 5,
  })
  const { rows } = await app.db.execute(
    sql`select scripts_uploaded, total_downloads from users where id = ${author.id}`,
  )
  expect(rows).toEqual([{ scripts_uploaded: 1, total_downloads: 5 }])
})

test('the last snapshot of a day replaces earlier ones', async () => {
  await takeDailySnapshot(app.app)
  await insertTestScript(app, { author: await app.createUser() })
  now = new Date('2026-05-04T23:58:00Z')
  await takeDailySnapshot(app.app)
  now = new Date('2026-05-05T23:55:00Z')
  await takeDailySnapshot(app.app)

  const { rows } = await app.db.execute(sql`select day::text, scripts, users from daily_stats order by day`)
  expect(rows).toEqual([
    { day: '2026-05-04', scripts: 2, users: 2 },
    { day: '2026-05-05', scripts: 2, users: 2 },
  ])
})

test('partners are listed with all fields, featured ones first', async () => {
  await inTransaction(app.db, async (tx) => {
    await tx.execute(sql`
      insert into partners (name, logo_url, website_url, discord_url, description, is_featured, is_placeholder, created_at)
      values ('Old', 'https://old.example/logo.png', 'https://old.example', 'https://discord.example/old', 'First.', false, false, '2025-01-01'),
        ('Space', 'https://s.example/l.png', 'https://s.example', 'https://discord.example/s', '', false, true, '2025-02-01'),
        ('Star', 'https://star.example/logo.png', 'https://star.example', 'https://discord.example/star', '', true, false, '2025-03-01')`)
    invalidate(tx, 'partners')
  })

  const { body } = await app.request(null, 'GET', '/api/partners')

  expect(body.map(({ name }: { name: string }) => name)).toEqual(['Star', 'Old', 'Space'])
  expect(body[1]).toEqual({
    id: expect.any(Number),
    name: 'Old',
    logo: 'https://old.example/logo.png',
    website: 'https://old.example',
    discord: 'https://discord.example/old',
    description: 'First.',
    featured: false,
    partnerSince: '2025-01-01T00:00:00.000Z',
    isPlaceholder: false,
  })
  expect(body[2].isPlaceholder).toBe(true)
})
