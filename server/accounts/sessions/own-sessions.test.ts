import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()

type Listed = { id: string; is_current: boolean }

async function sessionsOf(user: Pick<TestUser, 'token'>): Promise<Listed[]> {
  return (await app.request(user, 'GET', '/api/account/sessions')).body
}

const statusFor = async (user: Pick<TestUser, 'token'>) =>
  (await app.request(user, 'GET', '/api/auth/profile')).status

test.each([
  ['GET', '/api/account/sessions'],
  ['DELETE', '/api/account/sessions'],
  ['DELETE', '/api/account/sessions/abcdefghijklmnop'],
  ['POST', '/api/account/confirmation'],
])('%s %s needs a session', async (method, path) => {
  expect(await app.request(null, method, path)).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  })
})

test('users see their sessions with device and network, without secrets', async () => {
  const member = await app.createUser()
  await app.createUser()
  await app.db.execute(sql`
    update sessions set ip = '203.0.113.77', last_seen_at = now() - interval '1 hour',
      user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
    where user_id = ${member.id}`)
  const elsewhere = await app.signIn(member)
  await app.db.execute(sql`
    insert into sessions (hash, user_id, expires_at) values (${`ended of ${member.id}`}, ${member.id}, now() - interval '1 second')`)

  const { body } = await app.request(elsewhere, 'GET', '/api/account/sessions')

  expect(body).toEqual([
    expect.objectContaining({ device: 'Unknown device', address: '127.0.0.0/24', is_current: true }),
    expect.objectContaining({ device: 'Firefox on Linux', address: '203.0.113.0/24', is_current: false }),
  ])
  const { rows } = await app.db.execute<{ hash: string }>(
    sql`select hash from sessions where user_id = ${member.id}`,
  )
  for (const { hash } of rows) expect(JSON.stringify(body)).not.toContain(hash)
  expect(JSON.stringify(body)).not.toContain('203.0.113.77')
})

test('sessions of other users and unknown sessions cannot be ended', async () => {
  const member = await app.createUser()
  const stranger = await app.createUser()
  const [target] = await sessionsOf(member)

  for (const id of [target?.id ?? '', 'abcdefghijklmnop', 'no-id', '%00%00'])
    expect(await app.request(stranger, 'DELETE', `/api/account/sessions/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  await app.request(stranger, 'DELETE', '/api/account/sessions')

  expect(await statusFor(member)).toBe(200)
  expect(await statusFor(stranger)).toBe(200)
})

test('an ended session is rejected at once and recorded', async () => {
  const member = await app.createUser()
  const [lost, stored] = [await app.signIn(member), await app.signIn(member)]
  const lostId = (await sessionsOf(lost)).find(({ is_current }) => is_current)?.id

  const response = await app.request(member, 'DELETE', `/api/account/sessions/${lostId}`)

  expect(response.status).toBe(204)
  expect(await statusFor(lost)).toBe(401)
  expect([await statusFor(member), await statusFor(stored)]).toEqual([200, 200])
  expect((await app.request(member, 'DELETE', `/api/account/sessions/${lostId}`)).status).toBe(404)
  const { rows } = await app.db.execute(
    sql`select action, target_id from activities where user_id = ${member.id}`,
  )
  expect(rows).toEqual([{ action: 'Session Ended', target_id: member.id }])
})

test('all other sessions end at once and the current one stays', async () => {
  const member = await app.createUser()
  const peers = [await app.signIn(member), await app.signIn(member)]

  expect((await app.request(member, 'DELETE', '/api/account/sessions')).status).toBe(204)

  for (const other of peers) expect(await statusFor(other)).toBe(401)
  expect(await sessionsOf(member)).toEqual([expect.objectContaining({ is_current: true })])
})

test('an unconfirmed user gets the confirmation mail again, at most five times a day', async () => {
  const member = await app.registerUser('waiting')
  const confirmed = await app.registerUser('confirmed')
  await app.db.execute(sql`update users set email_verified = true where id = ${confirmed.id}`)
  const ask = (user: TestUser) => app.request(user, 'POST', '/api/account/confirmation')

  expect(await ask(confirmed)).toMatchObject({
    status: 409,
    body: { error: 'Your email address is already confirmed' },
  })
  const responses = await Promise.all([1, 2, 3, 4, 5, 6].map(() => ask(member)))

  const statuses = responses.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 429, 429])
  const { rows } = await app.db.execute<{ to: string }>(sql`
    select payload ->> 'to' as to from graphile_worker._private_jobs
    where payload ->> 'subject' like 'Confirm your email address%'`)
  expect(rows.filter(({ to }) => to === member.email)).toHaveLength(5)
  expect(rows.filter(({ to }) => to === confirmed.email)).toHaveLength(1)
})
