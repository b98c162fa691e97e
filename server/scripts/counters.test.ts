import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, day, hour, minute, second } from '#platform/clock.ts'
import { startTestHub, type Person } from '#server/testing.ts'

import { insertTestScript } from './testing.ts'

let now = new Date('2026-05-04T10:00:00Z')
const hub = await startTestHub({
  clock: { now: () => now },
  // Lets a test come from any address, and many calls at once on a machine that has other things to do.
  config: { trustedProxies: ['127.0.0.1'], requestsInFlightMax: 1_000 },
})

const pass = (milliseconds: number) => {
  now = after(now, milliseconds)
}

const like = (someone: Person | null, id: number | string) =>
  hub.as(someone, 'POST', `/api/scripts/${id}/like`)
const unlike = (someone: Person, id: number) => hub.as(someone, 'POST', `/api/scripts/${id}/unlike`)
const view = (someone: Person | null, id: number, ip = '198.51.100.7') =>
  hub.as(someone, 'POST', `/api/scripts/${id}/view`, {}, { 'x-forwarded-for': ip })
const fetchLink = (someone: Person, id: number) => hub.as(someone, 'GET', `/api/scripts/${id}/download`)
const download = (someone: Person | null, id: number) =>
  hub.as(someone, 'POST', `/api/scripts/${id}/download`, {})

async function countersOf(id: number) {
  const { rows } = await hub.db.execute<Record<string, number>>(sql`
    select s.likes, s.views, s.downloads, u.reputation, u.total_downloads,
      (select count(*)::int from likes where script_id = s.id) as likers,
      (select downloads::int from site_totals) as site
    from scripts s join users u on u.id = s.user_id where s.id = ${id}`)
  return rows[0]
}

async function activitiesOf(id: number): Promise<string[]> {
  const { rows } = await hub.db.execute<{ action: string }>(sql`
    select action from activities where target_id = ${id} and target_type = 'script' order by id`)
  return rows.map(({ action }) => action)
}

async function withoutGroups(): Promise<Person> {
  const someone = await hub.person()
  await hub.db.execute(sql`update memberships set is_active = false where user_id = ${someone.id}`)
  return someone
}

test('only who may rate likes a script, and a refusal changes nothing', async () => {
  const id = await insertTestScript(hub, { author: await hub.person() })

  const signedOut = await like(null, id)
  const unallowed = await like(await withoutGroups(), id)

  expect(signedOut).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(unallowed).toMatchObject({ status: 403, body: { error: 'You need permission to rate scripts' } })
  expect(await countersOf(id)).toMatchObject({ likes: 0, likers: 0, reputation: 0 })
  expect(await activitiesOf(id)).toEqual([])
})

test.each(['0', '-1', '1.5', 'abc', '999999', '2147483648', '99999999999999999999', '%00', '1%00'])(
  'a script that does not exist cannot be counted: %s',
  async (id) => {
    const someone = await hub.person()

    const answers = [
      await like(someone, id),
      await hub.as(someone, 'POST', `/api/scripts/${id}/unlike`),
      await hub.as(null, 'POST', `/api/scripts/${id}/view`),
      await hub.as(someone, 'POST', `/api/scripts/${id}/download`),
      await hub.as(null, 'GET', `/api/scripts/${id}/like-status`),
    ]

    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  },
)

test('a person likes a script once, however often and fast they press', async () => {
  const author = await hub.person()
  const fan = await hub.person()
  const id = await insertTestScript(hub, { author })

  const answers = await Promise.all(Array.from({ length: 50 }, () => like(fan, id)))

  for (const { status, body } of answers)
    expect({ status, ...body }).toEqual({ status: 200, isLiked: true, likeCount: 1 })
  expect(await countersOf(id)).toMatchObject({ likes: 1, likers: 1, reputation: 1 })
  expect(await activitiesOf(id)).toEqual(['Script Liked'])
  expect((await hub.as(fan, 'GET', `/api/scripts/${id}/like-status`)).body).toEqual({
    isLiked: true,
    likeCount: 1,
  })
  expect((await hub.as(null, 'GET', `/api/scripts/${id}/like-status`)).body).toEqual({
    isLiked: false,
    likeCount: 1,
  })
})

test('likes of many at once are all counted, for the script and for its author', async () => {
  const author = await hub.person()
  const fans = await Promise.all(Array.from({ length: 200 }, () => hub.person()))
  const id = await insertTestScript(hub, { author })
  const other = await insertTestScript(hub, { author })

  await Promise.all(fans.flatMap((fan, index) => [like(fan, id), ...(index % 2 ? [like(fan, other)] : [])]))

  expect(await countersOf(id)).toMatchObject({ likes: 200, likers: 200, reputation: 300 })
  expect(await countersOf(other)).toMatchObject({ likes: 100, likers: 100 })
  expect(await activitiesOf(id)).toHaveLength(200)
})

test('a like taken back leaves nothing, and one that was never given takes nothing', async () => {
  const author = await hub.person()
  const fan = await hub.person()
  const id = await insertTestScript(hub, { author })

  const early = await unlike(fan, id)
  await like(fan, id)
  const answers = await Promise.all(Array.from({ length: 20 }, () => unlike(fan, id)))

  expect(early.body).toEqual({ isLiked: false, likeCount: 0 })
  for (const { body } of answers) expect(body).toEqual({ isLiked: false, likeCount: 0 })
  expect(await countersOf(id)).toMatchObject({ likes: 0, likers: 0, reputation: 0 })
  expect(await activitiesOf(id)).toEqual(['Script Liked', 'Script Unliked'])
})

test('the count is what the rows say, whatever came in whichever order', async () => {
  const author = await hub.person()
  const people = await Promise.all(Array.from({ length: 10 }, () => hub.person()))
  const id = await insertTestScript(hub, { author })

  await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const person = people[(index * 7) % 10] ?? author
      return index % 3 ? like(person, id) : unlike(person, id)
    }),
  )

  const counters = await countersOf(id)
  expect(counters?.['likes']).toBe(counters?.['likers'])
  expect(counters?.['reputation']).toBe(counters?.['likers'])
})

test('one viewer counts once in 10 seconds and five times a day', async () => {
  now = new Date('2026-05-05T10:00:00Z')
  const id = await insertTestScript(hub, { author: await hub.person() })

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

test('a viewer is a person or an address; addresses of one network customer are one', async () => {
  const author = await hub.person()
  const visitor = await hub.person()
  const id = await insertTestScript(hub, { author })

  await view(null, id, '203.0.113.1')
  await view(null, id, '203.0.113.2')
  await view(null, id, '2001:db8:1:2::1')
  await view(null, id, '2001:db8:1:2:ffff::2')
  await view(null, id, '2001:db8:1:3::1')
  await view(visitor, id, '203.0.113.1')
  await view(visitor, id, '203.0.113.99')

  expect(await countersOf(id)).toMatchObject({ views: 5 })
  const { rows: told } = await hub.db.execute(sql`
    select user_id, description from activities where target_id = ${id} order by user_id nulls first limit 5`)
  expect(told.slice(3)).toEqual([
    { user_id: null, description: 'A visitor viewed Garage system' },
    { user_id: visitor.id, description: `${visitor.username} viewed Garage system` },
  ])
  const { rows } = await hub.db.execute<{ viewer: string }>(
    sql`select viewer from recent_views where script_id = ${id}`,
  )
  expect(rows).toHaveLength(5)
  for (const { viewer } of rows) expect(viewer).toMatch(/^[\w-]{22}$/)
})

test('the author’s own views never count, and a forged viewer in the body is nobody', async () => {
  const author = await hub.person()
  const id = await insertTestScript(hub, { author })

  const own = await view(author, id)
  const forged = await hub.as(author, 'POST', `/api/scripts/${id}/view`, { user_id: 1, timestamp: 'now' })

  expect(own).toMatchObject({ status: 200, body: { views: 0 } })
  expect(forged).toMatchObject({ status: 200, body: { views: 0 } })
  expect(await activitiesOf(id)).toEqual([])
})

test('a download counts only behind a link that this person fetched in the last 10 minutes', async () => {
  const author = await hub.person()
  const [user, other] = [await hub.person(), await hub.person()]
  const id = await insertTestScript(hub, { author })
  const before = (await countersOf(id))?.['site'] ?? 0

  const signedOut = await download(null, id)
  const unallowed = await download(await withoutGroups(), id)
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

test('a download counts once a person and script an hour', async () => {
  const author = await hub.person()
  const user = await hub.person()
  const [id, other] = [await insertTestScript(hub, { author }), await insertTestScript(hub, { author })]

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

test('a script that awaits review is not there for others, and collects nothing', async () => {
  const author = await hub.person()
  const moderator = await hub.person('admin.system.access', 'admin.scripts.moderate')
  const stranger = await hub.person()
  const id = await insertTestScript(hub, { author, publication: 'review' })

  for (const answer of [await like(stranger, id), await view(null, id), await download(stranger, id)])
    expect(answer.status).toBe(404)
  expect(await like(moderator, id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await view(moderator, id)).body).toEqual({ views: 0 })
  await fetchLink(moderator, id)
  expect((await download(moderator, id)).body).toEqual({ downloads: 0 })
  expect(await countersOf(id)).toMatchObject({ likes: 0, views: 0, downloads: 0, likers: 0, reputation: 0 })
})

test('counting while the script is being deleted harms neither', async () => {
  const author = await hub.person()
  const fans = await Promise.all(Array.from({ length: 30 }, () => hub.person()))
  const id = await insertTestScript(hub, { author })

  const [deleted, ...answers] = await Promise.all([
    hub.as(author, 'DELETE', `/api/scripts/${id}`),
    ...fans.flatMap((fan, index) => [like(fan, id), view(null, id, `192.0.2.${index}`)]),
  ])

  expect(deleted?.status).toBe(204)
  for (const { status } of answers) expect([200, 404]).toContain(status)
  const { rows } = await hub.db.execute(sql`select reputation from users where id = ${author.id}`)
  expect(rows).toEqual([{ reputation: 0 }])
})
