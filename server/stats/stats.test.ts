import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { changed, inTransaction } from '#platform/database.ts'
import { insertTestScript } from '#server/scripts/testing.ts'
import { startTestHub } from '#server/testing.ts'

import { takeDailySnapshot } from './stats.public.ts'

let now = new Date('2026-05-04T23:55:00Z')
const hub = await startTestHub({ clock: { now: () => now } })

test('a new site has nothing but zeros', async () => {
  expect((await hub.as(null, 'GET', '/api/stats')).body).toEqual({
    totalScripts: 0,
    totalUsers: 0,
    totalDownloads: 0,
    totalPartners: 0,
  })
})

test('the totals follow what is published, and forget what goes', async () => {
  const author = await hub.person()
  await insertTestScript(hub, { author, downloads: 5 })
  const id = await insertTestScript(hub, { author, downloads: 7 })
  await insertTestScript(hub, { author, publication: 'review' })

  expect((await hub.as(null, 'GET', '/api/stats')).body).toMatchObject({
    totalScripts: 2,
    totalUsers: 1,
    totalDownloads: 12,
  })

  await hub.as(author, 'DELETE', `/api/scripts/${id}`)
  expect((await hub.as(null, 'GET', '/api/stats')).body).toMatchObject({ totalScripts: 1, totalDownloads: 5 })
  const { rows } = await hub.db.execute(
    sql`select scripts_uploaded, total_downloads from users where id = ${author.id}`,
  )
  expect(rows).toEqual([{ scripts_uploaded: 1, total_downloads: 5 }])
})

test('a day keeps its last totals', async () => {
  await takeDailySnapshot(hub.hub)
  await insertTestScript(hub, { author: await hub.person() })
  now = new Date('2026-05-04T23:58:00Z')
  await takeDailySnapshot(hub.hub)
  now = new Date('2026-05-05T23:55:00Z')
  await takeDailySnapshot(hub.hub)

  const { rows } = await hub.db.execute(sql`select day::text, scripts, users from daily_stats order by day`)
  expect(rows).toEqual([
    { day: '2026-05-04', scripts: 2, users: 2 },
    { day: '2026-05-05', scripts: 2, users: 2 },
  ])
})

test('partners are shown with what they are, the featured ones first', async () => {
  await inTransaction(hub.db, async (tx) => {
    await tx.execute(sql`
      insert into partners (name, logo_url, website_url, discord_url, description, is_featured, is_placeholder, created_at)
      values ('Old', 'https://old.example/logo.png', 'https://old.example', 'https://discord.example/old', 'First.', false, false, '2025-01-01'),
        ('Space', 'https://s.example/l.png', 'https://s.example', 'https://discord.example/s', '', false, true, '2025-02-01'),
        ('Star', 'https://star.example/logo.png', 'https://star.example', 'https://discord.example/star', '', true, false, '2025-03-01')`)
    changed(tx, 'partners')
  })

  const { body } = await hub.as(null, 'GET', '/api/partners')

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
