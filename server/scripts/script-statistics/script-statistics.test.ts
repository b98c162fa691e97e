import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { day, minute } from '#platform/clock.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { drainUpdateServers, purgeViews } from '#server/scripts/scripts.public.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let now = new Date('2026-03-10T12:00:00Z')
const app = await startTestApp({ clock: { now: () => now } })

const statisticsOf = (user: TestUser | null, script: number, days: number | string = 7) =>
  app.request(user, 'GET', `/api/scripts/${script}/statistics?days=${days}`)
const post = (user: TestUser | null, script: number, act: string) =>
  app.request(user, 'POST', `/api/scripts/${script}/${act}`)

async function createScript() {
  const author = await app.createUser()
  const script = await insertTestScript(app, { author, name: 'Garage' })
  return { author, script, version: await insertTestVersion(app, script) }
}

async function download(user: TestUser, script: number, version: number) {
  await app.request(user, 'GET', `/api/versions/${version}/download`)
  return post(user, script, 'download')
}

test('statistics are for the author, and for known periods', async () => {
  const { author, script } = await createScript()
  const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')

  expect((await statisticsOf(null, script)).status).toBe(401)
  expect((await statisticsOf(moderator, script)).status).toBe(403)
  expect((await statisticsOf(author, 999_999)).status).toBe(404)
  for (const days of [0, 8, 1000, 'x', '-7'])
    expect((await statisticsOf(author, script, days)).status).toBe(400)
  expect((await statisticsOf(author, script)).body).toMatchObject({
    days: Array.from({ length: 7 }, () => ({ downloads: 0, views: 0, likes: 0, followers: 0, reports: 0 })),
    downloads: [],
    totals: { downloads: 0, views: 0, likes: 0, followers: 0 },
    works: { works: 0, problems: 0, fails: 0 },
  })
})

test('every counter of downloads has the same number, by day, version and source', async () => {
  const { author, script, version } = await createScript()
  const old = await insertTestVersion(app, script, '0.9.0')
  const [ada, ben] = [
    await app.createUser('scripts.download', 'scripts.rate'),
    await app.createUser('scripts.download', 'scripts.rate'),
  ]

  await download(ada, script, old)
  // Within the hour: it does not count.
  now = new Date(now.getTime() + 5 * minute)
  await download(ada, script, version)
  now = new Date(now.getTime() + day)
  await download(ada, script, version)
  await download(ben, script, version)
  expect((await app.request(ben, 'POST', `/api/versions/${version}/deploy`)).status).toBe(200)
  await post(null, script, 'view')
  await post(ada, script, 'like')
  await post(ben, script, 'like')
  await post(ben, script, 'unlike')
  await app.request(ada, 'PUT', `/api/follows/script/${script}`, {})
  await app.request(ada, 'PUT', `/api/versions/${old}/works-report`, { outcome: 'fails' })

  const { body } = await statisticsOf(author, script)
  expect(body.days.slice(-2)).toEqual([
    { date: '2026-03-10', downloads: 1, views: 0, likes: 0, followers: 0, reports: 0, servers: 0 },
    { date: '2026-03-11', downloads: 2, views: 1, likes: 1, followers: 1, reports: 1, servers: 0 },
  ])
  expect(body.downloads).toEqual([
    { date: '2026-03-11', version: '1.0.0', source: 'site', downloads: 2 },
    { date: '2026-03-10', version: '0.9.0', source: 'site', downloads: 1 },
  ])
  expect(body.totals).toEqual({ downloads: 3, views: 1, likes: 1, followers: 1 })
  expect(body.works).toEqual({ works: 0, problems: 0, fails: 1 })
  const { rows } = await app.db.execute(sql`
    select
      (select downloads from scripts where id = ${script}) as script,
      (select sum(downloads)::int from script_versions where script_id = ${script}) as versions,
      (select total_downloads from users where id = ${author.id}) as author,
      (select count(*)::int from activities where target_id = ${script} and action = 'Script Downloaded') as activities,
      (select sum(count)::int from script_days where script_id = ${script} and figure = 'downloads') as days`)
  expect(rows).toEqual([{ script: 3, versions: 3, author: 3, activities: 3, days: 3 }])
})

test('a link for a server counts with its own source', async () => {
  const { author, script, version } = await createScript()
  const member = await app.createUser('scripts.download')

  expect((await app.request(member, 'POST', `/api/versions/${version}/deploy`)).status).toBe(200)

  expect((await statisticsOf(author, script)).body.downloads).toEqual([
    { date: '2026-03-11', version: '1.0.0', source: 'recipe', downloads: 1 },
  ])
})

test('a deleted script takes its figures with it, also when it has followers', async () => {
  const { author, script, version } = await createScript()
  const member = await app.createUser('scripts.download')
  await download(member, script, version)
  await app.request(member, 'PUT', `/api/follows/script/${script}`, {})

  expect((await app.request(author, 'DELETE', `/api/scripts/${script}`)).status).toBe(204)

  const { rows } = await app.db.execute(sql`select from script_days where script_id = ${script}`)
  expect(rows).toEqual([])
})

test('a server counts once a day for each script, also when the response comes from the cache', async () => {
  const { author, script } = await createScript()
  const ask = () => app.request(null, 'GET', `/api/updates?installed=${script}@1.0.0,999999@1.0.0`)

  await ask()
  await ask()
  await drainUpdateServers(app.app)
  await ask()
  await drainUpdateServers(app.app)

  expect((await statisticsOf(author, script)).body.days.at(-1)).toMatchObject({ servers: 1 })

  now = new Date(now.getTime() + day)
  await ask()
  await drainUpdateServers(app.app)
  await purgeViews(app.app)

  expect((await statisticsOf(author, script)).body.days.slice(-2)).toMatchObject([
    { servers: 1 },
    { servers: 1 },
  ])
  const { rows } = await app.db.execute(sql`select day::text from update_servers`)
  expect(rows).toEqual([{ day: '2026-03-12' }])
})
