import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestHub, type Person } from '#server/testing.ts'

const hub = await startTestHub()

type Listed = { id: string; is_current: boolean }

async function sessionsOf(someone: Pick<Person, 'token'>): Promise<Listed[]> {
  return (await hub.as(someone, 'GET', '/api/account/sessions')).body
}

const statusFor = async (someone: Pick<Person, 'token'>) =>
  (await hub.as(someone, 'GET', '/api/auth/profile')).status

test.each([
  ['GET', '/api/account/sessions'],
  ['DELETE', '/api/account/sessions'],
  ['DELETE', '/api/account/sessions/abcdefghijklmnop'],
  ['POST', '/api/account/confirmation'],
])('%s %s is refused without a session', async (method, path) => {
  expect(await hub.as(null, method, path)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('a person sees their own devices, by name and network, and never what would open a session', async () => {
  const member = await hub.person()
  await hub.person()
  await hub.db.execute(sql`
    update sessions set ip = '203.0.113.77', last_seen_at = now() - interval '1 hour',
      user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
    where user_id = ${member.id}`)
  const elsewhere = await hub.signIn(member)
  await hub.db.execute(sql`
    insert into sessions (hash, user_id, expires_at) values (${`ended of ${member.id}`}, ${member.id}, now() - interval '1 second')`)

  const { body } = await hub.as(elsewhere, 'GET', '/api/account/sessions')

  expect(body).toEqual([
    expect.objectContaining({ device: 'Unknown device', address: '127.0.0.0/24', is_current: true }),
    expect.objectContaining({ device: 'Firefox on Linux', address: '203.0.113.0/24', is_current: false }),
  ])
  const { rows } = await hub.db.execute<{ hash: string }>(
    sql`select hash from sessions where user_id = ${member.id}`,
  )
  for (const { hash } of rows) expect(JSON.stringify(body)).not.toContain(hash)
  expect(JSON.stringify(body)).not.toContain('203.0.113.77')
})

test('nobody signs out somebody else’s device, nor one that is not there', async () => {
  const member = await hub.person()
  const stranger = await hub.person()
  const [target] = await sessionsOf(member)

  for (const id of [target?.id ?? '', 'abcdefghijklmnop', 'no-id', '%00%00'])
    expect(await hub.as(stranger, 'DELETE', `/api/account/sessions/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  await hub.as(stranger, 'DELETE', '/api/account/sessions')

  expect(await statusFor(member)).toBe(200)
  expect(await statusFor(stranger)).toBe(200)
})

test('a device that is signed out is refused at once, and the log says so', async () => {
  const member = await hub.person()
  const [lost, kept] = [await hub.signIn(member), await hub.signIn(member)]
  const lostId = (await sessionsOf(lost)).find(({ is_current }) => is_current)?.id

  const answer = await hub.as(member, 'DELETE', `/api/account/sessions/${lostId}`)

  expect(answer.status).toBe(204)
  expect(await statusFor(lost)).toBe(401)
  expect([await statusFor(member), await statusFor(kept)]).toEqual([200, 200])
  expect((await hub.as(member, 'DELETE', `/api/account/sessions/${lostId}`)).status).toBe(404)
  const { rows } = await hub.db.execute(
    sql`select action, target_id from activities where user_id = ${member.id}`,
  )
  expect(rows).toEqual([{ action: 'Session Ended', target_id: member.id }])
})

test('all other devices are signed out at once, and this one stays', async () => {
  const member = await hub.person()
  const others = [await hub.signIn(member), await hub.signIn(member)]

  expect((await hub.as(member, 'DELETE', '/api/account/sessions')).status).toBe(204)

  for (const other of others) expect(await statusFor(other)).toBe(401)
  expect(await sessionsOf(member)).toEqual([expect.objectContaining({ is_current: true })])
})

test('a confirmation is mailed again to whoever needs it, five times a day at most', async () => {
  const member = await hub.registered('waiting')
  const confirmed = await hub.registered('confirmed')
  await hub.db.execute(sql`update users set email_verified = true where id = ${confirmed.id}`)
  const ask = (someone: Person) => hub.as(someone, 'POST', '/api/account/confirmation')

  expect(await ask(confirmed)).toMatchObject({
    status: 409,
    body: { error: 'Your email address is already confirmed' },
  })
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => ask(member)))

  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 429, 429])
  const { rows } = await hub.db.execute<{ to: string }>(sql`
    select payload ->> 'to' as to from graphile_worker._private_jobs
    where payload ->> 'subject' like 'Confirm your email address%'`)
  expect(rows.filter(({ to }) => to === member.email)).toHaveLength(5)
  expect(rows.filter(({ to }) => to === confirmed.email)).toHaveLength(1)
})
