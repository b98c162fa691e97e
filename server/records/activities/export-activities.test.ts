import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const viewer = await app.createUser('admin.system.access', 'admin.activities.view')
const visitor = null

const exported = (query = '', user: TestUser | null = viewer) =>
  app.request(user, 'GET', `/api/activities/export${query}`)
const rowsOf = (body: string) => body.split('\r\n').slice(1, -1)

async function fill(count: number, type: string, status: string) {
  await app.db.execute(sql`
    insert into activities (type, action, status, created_at)
    select ${type}, ${type} || ' ' || n, ${status}, date_trunc('hour', now()) - n / 7 * interval '1 microsecond'
    from generate_series(1, ${count}::int) n`)
}

test('an export needs admin.activities.view', async () => {
  const watcher = await app.createUser('admin.system.access', 'admin.dashboard.view')
  const outsider = await app.createUser('admin.activities.view')

  expect(await exported('', visitor)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  for (const user of [watcher, outsider])
    expect(await exported('', user)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})

test('an unknown filter value gets a JSON error', async () => {
  expect(await exported('?type=god')).toMatchObject({ status: 400, body: { code: 'validation' } })
})

test('the CSV file has a header and a row for each activity', async () => {
  await app.db.execute(sql`delete from activities`)
  await app.db.execute(sql`
    insert into activities (type, action, description, status, user_id, target_id, target_type, metadata, created_at)
    values ('script', 'Script Created', '=cmd|''/c calc''!A1, "quoted"', 'success', ${viewer.id}, 7, 'script', '{"a": 1}',
      '2026-05-04T12:00:00Z')`)

  const { status, body, headers } = await exported()

  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename=activities.csv')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(String(body).replace(/\r\n\d+,/, '\r\nID,')).toBe(
    'id,created_at,type,status,source,action,username,description,target_type,target_id,metadata\r\n' +
      `ID,2026-05-04T12:00:00.000Z,script,success,server,Script Created,${viewer.username},` +
      `"'=cmd|'/c calc'!A1, ""quoted""",script,7,"{""a"":1}"\r\n`,
  )
})

test('an export contains each matching activity once, newest first, over all batches', async () => {
  await app.db.execute(sql`delete from activities`)
  await fill(2_500, 'user', 'info')
  await fill(30, 'user', 'error')
  await fill(40, 'partner', 'error')

  const [all, users, errors, both] = await Promise.all([
    exported(),
    exported('?type=user'),
    exported('?status=error'),
    exported('?type=user&status=error'),
  ])

  expect([all, users, errors, both].map(({ body }) => rowsOf(body).length)).toEqual([2_570, 2_530, 70, 30])
  expect(new Set(rowsOf(all.body)).size).toBe(2_570)
  const { body: log } = await app.request(viewer, 'GET', '/api/activities?limit=100&page=12')
  const ids = rowsOf(all.body).map((row) => Number(row.split(',')[0]))
  expect(ids.slice(1_100, 1_200)).toEqual(log.activities.map(({ id }: { id: number }) => id))
})

test('an empty export has a header', async () => {
  await app.db.execute(sql`delete from activities`)

  expect((await exported('?type=warning')).body).toMatch(/^id,created_at,.*\r\n$/)
})

test('a client that disconnects ends the export, and the server keeps running', async () => {
  await fill(20_000, 'system', 'info')
  const response = await fetch(new URL('/api/activities/export', app.url), {
    headers: { authorization: `Bearer ${viewer.token}` },
  })
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.cancel()

  expect(rowsOf((await exported()).body)).toHaveLength(20_000)
})

test('exports are limited to six per minute', async () => {
  const strict = await startTestApp({ config: { rateLimits: true } })
  const user = await strict.createUser('admin.system.access', 'admin.activities.view')
  const statuses: number[] = []
  for (let call = 0; call < 8; call++)
    statuses.push((await strict.request(user, 'GET', '/api/activities/export')).status)

  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
})

test('an activity links to the page of its target while it exists', async () => {
  const member = await app.registerUser('Targeted')
  await app.db.execute(sql`delete from activities`)
  await app.db.execute(sql`
    insert into activities (type, action, target_type, target_id, created_at) values
      ('user', 'a', 'user', ${member.id}, now() - interval '1 second'),
      ('user', 'b', 'user', 999999, now() - interval '2 seconds'),
      ('script', 'c', 'script', 999999, now() - interval '3 seconds'),
      ('partner', 'd', 'partner', 1, now() - interval '4 seconds'),
      ('system', 'e', 'category', 1, now() - interval '5 seconds'),
      ('system', 'f', 'style', 1, now() - interval '6 seconds'),
      ('system', 'g', 'group', 1, now() - interval '7 seconds'),
      ('system', 'h', 'system', null, now() - interval '8 seconds'),
      ('system', 'i', null, null, now() - interval '9 seconds')`)

  const { body } = await app.request(viewer, 'GET', '/api/activities')

  expect(body.activities.map((one: { target_link: string | null }) => one.target_link)).toEqual([
    '/user/Targeted',
    null,
    null,
    '/admin/partners',
    '/admin/categories',
    '/admin/user-styles',
    '/admin/groups',
    null,
    null,
  ])
})
