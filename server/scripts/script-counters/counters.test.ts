import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, day, hour, minute, second } from '#platform/clock.ts'
import { inTransaction } from '#platform/database/database.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { insertTestScript } from '#test-support/scripts.ts'

let now = new Date('2026-05-04T10:00:00Z')
const app = await startTestApp({
  clock: { now: () => now },
  // Tests choose their IP and make many concurrent calls on a busy machine.
  config: { trustedProxies: ['127.0.0.1'], requestsInFlightMax: 1_000 },
})

const pass = (milliseconds: number) => {
  now = after(now, milliseconds)
}

const like = (caller: TestUser | null, id: number | string) =>
  app.request(caller, 'POST', `/api/scripts/${id}/like`)
const unlike = (caller: TestUser, id: number) => app.request(caller, 'POST', `/api/scripts/${id}/unlike`)
const view = (caller: TestUser | null, id: number, ip = '198.51.100.7') =>
  app.request(caller, 'POST', `/api/scripts/${id}/view`, {}, { 'x-forwarded-for': ip })
const fetchLink = (caller: TestUser, id: number) => app.request(caller, 'GET', `/api/scripts/${id}/download`)
const download = (caller: TestUser | null, id: number) =>
  app.request(caller, 'POST', `/api/scripts/${id}/download`, {})

async function countersOf(id: number) {
  const { rows } = await app.db.execute<Record<string, number>>(sql`
    select s.likes, s.views, s.downloads, u.reputation, u.total_downloads,
      (select count(*)::int from likes where script_id = s.id) as likers,
      (select downloads::int from site_totals) as site
    from scripts s join users u on u.id = s.user_id where s.id = ${id}`)
  return rows[0]
}

async function activitiesOf(id: number): Promise<string[]> {
  const { rows } = await app.db.execute<{ action: string }>(sql`
    select action from activities where target_id = ${id} and target_type = 'script' order by id`)
  return rows.map(({ action }) => action)
}

async function waitingCount(): Promise<number | undefined> {
  const { rows } = await app.db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.count
}

async function createUserWithoutGroup(): Promise<TestUser> {
  const caller = await app.createUser()
  await app.db.execute(sql`update memberships set is_active = false where user_id = ${caller.id}`)
  return caller
}

test('a like needs scripts.rate, and a rejected one changes nothing', async () => {
  const id = await insertTestScript(app, { author: await app.createUser() })

  const signedOut = await like(null, id)
  const unallowed = await like(await createUserWithoutGroup(), id)

  expect(signedOut).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(unallowed).toMatchObject({ status: 403, body: { error: 'You need permission to rate scripts' } })
  expect(await countersOf(id)).toMatchObject({ likes: 0, likers: 0, reputation: 0 })
  expect(await activitiesOf(id)).toEqual([])
})

test.each(['0', '-1', '1.5', 'abc', '999999', '2147483648', '99999999999999999999', '%00', '1%00'])(
  'a script that does not exist cannot be counted: %s',
  async (id) => {
    const caller = await app.createUser()

    const responses = [
      await like(caller, id),
      await app.request(caller, 'POST', `/api/scripts/${id}/unlike`),
      await app.request(null, 'POST', `/api/scripts/${id}/view`),
      await app.request(caller, 'POST', `/api/scripts/${id}/download`),
      await app.request(null, 'GET', `/api/scripts/${id}/like-status`),
    ]

    for (const response of responses)
      expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } })
  },
)

test('the like status of a script that does not exist is an error that says so', async () => {
  const response = await app.request(null, 'GET', '/api/scripts/999999/like-status')

  expect(response).toMatchObject({ status: 404, body: { error: 'Script not found' } })
})

test('concurrent likes of one user count once', async () => {
  const author = await app.createUser()
  const fan = await app.createUser()
  const id = await insertTestScript(app, { author })

  const responses = await Promise.all(Array.from({ length: 50 }, () => like(fan, id)))

  for (const { status, body } of responses)
    expect({ status, ...body }).toEqual({ status: 200, isLiked: true, likeCount: 1 })
  expect(await countersOf(id)).toMatchObject({ likes: 1, likers: 1, reputation: 1 })
  expect(await activitiesOf(id)).toEqual(['Script Liked'])
  expect((await app.request(fan, 'GET', `/api/scripts/${id}/like-status`)).body).toEqual({
    isLiked: true,
    likeCount: 1,
  })
  expect((await app.request(null, 'GET', `/api/scripts/${id}/like-status`)).body).toEqual({
    isLiked: false,
    likeCount: 1,
  })
})

test('concurrent likes of many users are all counted, for the script and its author', async () => {
  const author = await app.createUser()
  const fans = await Promise.all(Array.from({ length: 200 }, () => app.createUser()))
  const id = await insertTestScript(app, { author })
  const other = await insertTestScript(app, { author })

  await Promise.all(fans.flatMap((fan, index) => [like(fan, id), ...(index % 2 ? [like(fan, other)] : [])]))

  expect(await countersOf(id)).toMatchObject({ likes: 200, likers: 200, reputation: 300 })
  expect(await countersOf(other)).toMatchObject({ likes: 100, likers: 100 })
  expect(await activitiesOf(id)).toHaveLength(200)
})

test('removing a like reverts the counts, and removing a missing one changes nothing', async () => {
  const author = await app.createUser()
  const fan = await app.createUser()
  const id = await insertTestScript(app, { author })

  const early = await unlike(fan, id)
  await like(fan, id)
  const responses = await Promise.all(Array.from({ length: 20 }, () => unlike(fan, id)))

  expect(early.body).toEqual({ isLiked: false, likeCount: 0 })
  for (const { body } of responses) expect(body).toEqual({ isLiked: false, likeCount: 0 })
  expect(await countersOf(id)).toMatchObject({ likes: 0, likers: 0, reputation: 0 })
  expect(await activitiesOf(id)).toEqual(['Script Liked', 'Script Unliked'])
})

test('the count equals the rows after any order of likes and unlikes', async () => {
  const author = await app.createUser()
  const users = await Promise.all(Array.from({ length: 10 }, () => app.createUser()))
  const id = await insertTestScript(app, { author })

  await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const user = users[(index * 7) % 10] ?? author
      return index % 3 ? like(user, id) : unlike(user, id)
    }),
  )

  const counters = await countersOf(id)
  expect(counters?.['likes']).toBe(counters?.['likers'])
  expect(counters?.['reputation']).toBe(counters?.['likers'])
})

test('one viewer counts once in 10 seconds and five times a day', async () => {
  now = new Date('2026-05-05T10:00:00Z')
  const id = await insertTestScript(app, { author: await app.createUser() })

  const first = await Promise.all(Array.from({ length: 10 }, () => view(null, id)))
  pass(9.9 * second)
  const early = await view(null, id)
  pass(0.1 * second)
  const onTime = await view(null, id)
  const today: number[] = []
  for (let visit = 0; visit < 6; visit++) {
    pass(minute)
    today.push((await view(null, id)).body.views)
  }
  pass(day)
  const tomorrow = await view(null, id)

  expect(first.map(({ status, body }) => [status, body])).toEqual(
    Array.from({ length: 10 }, () => [200, { views: 1 }]),
  )
  expect(early.body).toEqual({ views: 1 })
  expect(onTime.body).toEqual({ views: 2 })
  expect(today).toEqual([3, 4, 5, 5, 5, 5])
  expect(tomorrow.body).toEqual({ views: 6 })
  expect(await activitiesOf(id)).toEqual(Array.from({ length: 6 }, () => 'Script Viewed'))
})

test('a viewer is a user or an IP; IPv6 addresses of one /64 are one viewer', async () => {
  const author = await app.createUser()
  const visitor = await app.createUser()
  const id = await insertTestScript(app, { author })

  await view(null, id, '203.0.113.1')
  await view(null, id, '203.0.113.2')
  await view(null, id, '2001:db8:1:2::1')
  await view(null, id, '2001:db8:1:2:ffff::2')
  await view(null, id, '2001:db8:1:3::1')
  await view(visitor, id, '203.0.113.1')
  await view(visitor, id, '203.0.113.99')

  expect(await countersOf(id)).toMatchObject({ views: 5 })
  const { rows: activities } = await app.db.execute(sql`
    select user_id, description from activities where target_id = ${id} order by user_id nulls first limit 5`)
  expect(activities.slice(3)).toEqual([
    { user_id: null, description: 'A visitor viewed Garage system' },
    { user_id: visitor.id, description: `${visitor.username} viewed Garage system` },
  ])
  const { rows } = await app.db.execute<{ viewer: string }>(
    sql`select viewer from recent_views where script_id = ${id}`,
  )
  expect(rows).toHaveLength(5)
  for (const { viewer } of rows) expect(viewer).toMatch(/^[\w-]{22}$/)
})

test('views of the author never count, and a viewer in the body is ignored', async () => {
  const author = await app.createUser()
  const id = await insertTestScript(app, { author })

  const own = await view(author, id)
  const forged = await app.request(author, 'POST', `/api/scripts/${id}/view`, {
    user_id: 1,
    timestamp: 'now',
  })

  expect(own).toMatchObject({ status: 200, body: { views: 0 } })
  expect(forged).toMatchObject({ status: 200, body: { views: 0 } })
  expect(await activitiesOf(id)).toEqual([])
})

test('a download counts only if the user fetched its link within the last 10 minutes', async () => {
  const author = await app.createUser()
  const [user, other] = [await app.createUser(), await app.createUser()]
  const id = await insertTestScript(app, { author })
  const before = (await countersOf(id))?.['site'] ?? 0

  const signedOut = await download(null, id)
  const unallowed = await download(await createUserWithoutGroup(), id)
  const withoutLink = await download(user, id)
  await fetchLink(other, id)
  const withTheirs = await download(user, id)
  await fetchLink(user, id)
  pass(10 * minute + second)
  const late = await download(user, id)
  await fetchLink(user, id)
  pass(10 * minute)
  const counted = await download(user, id)

  expect(signedOut.status).toBe(401)
  expect(unallowed).toMatchObject({ status: 403, body: { error: 'You need permission to download scripts' } })
  expect([withoutLink.body, withTheirs.body, late.body]).toEqual(
    Array.from({ length: 3 }, () => ({ downloads: 0 })),
  )
  expect(counted.body).toEqual({ downloads: 1 })
  expect(await countersOf(id)).toMatchObject({ downloads: 1, total_downloads: 1, site: before + 1 })
  expect(await activitiesOf(id)).toEqual(['Script Downloaded'])
})

test('a download counts once per user, script and hour', async () => {
  const author = await app.createUser()
  const user = await app.createUser()
  const [id, other] = [await insertTestScript(app, { author }), await insertTestScript(app, { author })]

  await fetchLink(user, id)
  const parallel = await Promise.all(Array.from({ length: 10 }, () => download(user, id)))
  pass(hour - second)
  await fetchLink(user, id)
  const early = await download(user, id)
  pass(second)
  const next = await download(user, id)
  await fetchLink(user, other)
  const another = await download(user, other)

  for (const { body } of parallel) expect(body).toEqual({ downloads: 1 })
  expect(early.body).toEqual({ downloads: 1 })
  expect(next.body).toEqual({ downloads: 2 })
  expect(another.body).toEqual({ downloads: 1 })
  expect(await countersOf(id)).toMatchObject({ total_downloads: 3 })
})

test('a script in review is not found for others and counts nothing', async () => {
  const author = await app.createUser()
  const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
  const stranger = await app.createUser()
  const id = await insertTestScript(app, { author, publication: 'review' })

  for (const response of [await like(stranger, id), await view(null, id), await download(stranger, id)])
    expect(response.status).toBe(404)
  expect(await like(moderator, id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await view(moderator, id)).body).toEqual({ views: 0 })
  await fetchLink(moderator, id)
  expect((await download(moderator, id)).body).toEqual({ downloads: 0 })
  expect(await countersOf(id)).toMatchObject({ likes: 0, views: 0, downloads: 0, likers: 0, reputation: 0 })
})

test('a download that waits for the author holds no total that a submission of the author needs', async () => {
  const author = await app.createUser()
  const id = await insertTestScript(app, { author })
  const reader = await app.createUser()
  await fetchLink(reader, id)

  const counted = await inTransaction(app.db, async (tx) => {
    await tx.execute(sql`update users set scripts_uploaded = scripts_uploaded + 1 where id = ${author.id}`)
    const counting = download(reader, id)
    await expect.poll(waitingCount).toBe(1)
    await tx.execute(sql`select from site_totals for update nowait`)
    return { counting }
  })

  expect((await counted.counting).body).toEqual({ downloads: 1 })
})

test('counting during the deletion of a script is safe', async () => {
  const author = await app.createUser()
  const fans = await Promise.all(Array.from({ length: 30 }, () => app.createUser()))
  const id = await insertTestScript(app, { author })

  const [deleted, ...responses] = await Promise.all([
    app.request(author, 'DELETE', `/api/scripts/${id}`),
    ...fans.flatMap((fan, index) => [like(fan, id), view(null, id, `192.0.2.${index}`)]),
  ])

  expect(deleted?.status).toBe(204)
  for (const { status } of responses) expect([200, 404]).toContain(status)
  const { rows } = await app.db.execute(sql`select reputation from users where id = ${author.id}`)
  expect(rows).toEqual([{ reputation: 0 }])
})
