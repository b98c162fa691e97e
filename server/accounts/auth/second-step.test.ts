import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'
import { createAuthenticator, registerWithTwoFactor, type TwoFactorUser } from '#test-support/two-factor.ts'

let time = new Date('2026-05-01T12:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })

const pass = (seconds: number) => void (time = new Date(time.getTime() + seconds * 1000))
const post = (path: string, body: Record<string, unknown>) =>
  app.request(null, 'POST', `/api/auth/${path}`, body)
const signIn = ({ email, password }: { email: string; password: string }) =>
  post('login', { email, password })
const bring = (challenge: string, code: string) => post('login/two-factor', { challenge, code })

/** A user whose last code is used, with a challenge. */
async function challenged(username: string): Promise<TwoFactorUser & { challenge: string }> {
  const user = await registerWithTwoFactor(app, username, time)
  pass(30)
  return { ...user, challenge: (await signIn(user)).body.challenge }
}

const wrongCode = { status: 400, body: { fields: { code: expect.stringContaining('is not right') } } }
const usedCode = { status: 400, body: { fields: { code: expect.stringContaining('has been used') } } }
const expired = {
  status: 401,
  body: { error: 'This sign-in has expired. Please enter your password again.', code: 'unauthenticated' },
}

async function sessionsOf({ id }: TestUser): Promise<number> {
  const { rows } = await app.db.execute<{ count: number }>(
    sql`select count(*)::integer as count from sessions where user_id = ${id}`,
  )
  return rows[0]?.count ?? 0
}

test('without two-factor authentication the response has only the specified fields', async () => {
  const member = await app.registerUser('plain')

  expect(Object.keys((await signIn(member)).body)).toEqual(['accessToken', 'user'])
})

test('a correct password gets a challenge, which is not a session, and a wrong one the usual error', async () => {
  const member = await registerWithTwoFactor(app, 'guarded', time)
  pass(30)

  expect(await signIn({ ...member, password: 'not the password' })).toMatchObject({
    status: 401,
    body: { error: 'Invalid email or password' },
  })
  const { status, body } = await signIn(member)

  expect(status).toBe(200)
  expect(body).toEqual({
    two_factor_required: true,
    set_up_needed: false,
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    expires_at: new Date(time.getTime() + 600_000).toISOString(),
  })
  expect((await app.request({ token: body.challenge }, 'GET', '/api/auth/profile')).status).toBe(401)
  expect(await sessionsOf(member)).toBe(1)
})

test('a code of the app completes the sign-in and is recorded as a success', async () => {
  const member = await challenged('finisher')

  const { status, body } = await bring(member.challenge, member.codeAt(time))

  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['accessToken', 'user'])
  expect(body.user).toMatchObject({ id: member.id, two_factor_enabled: true })
  expect((await app.request({ token: body.accessToken }, 'GET', '/api/auth/profile')).status).toBe(200)
  const { rows } = await app.db.execute(sql`
    select (select array_agg(succeeded order by id) from sign_in_attempts where user_id = ${member.id}) as attempts,
      (select array_agg(action order by id) from activities where user_id = ${member.id}) as actions`)
  expect(rows).toEqual([
    { attempts: [true, true], actions: ['User Registered', 'Two-Factor Enabled', 'User Login'] },
  ])
})

test.each([
  ['one step late is accepted', -30, 200],
  ['one step early is accepted', 30, 200],
  ['two steps late is rejected', -60, 400],
  ['two steps early is rejected', 60, 400],
])('a code that is %s', async (what, seconds, status) => {
  const member = await registerWithTwoFactor(app, what.replaceAll(' ', '-'), time)
  pass(90)
  const { body } = await signIn(member)

  const code = member.codeAt(new Date(time.getTime() + seconds * 1000))
  expect((await bring(body.challenge, code)).status).toBe(status)
})

test('used and older codes are rejected with any challenge', async () => {
  const member = await challenged('replayed')
  const code = member.codeAt(time)
  const before = member.codeAt(new Date(time.getTime() - 30_000))
  expect((await bring(member.challenge, code)).status).toBe(200)

  const { body } = await signIn(member)
  expect(await bring(body.challenge, code)).toMatchObject(usedCode)
  expect(await bring(body.challenge, before)).toMatchObject(usedCode)
  pass(30)
  expect(await bring(body.challenge, code)).toMatchObject(usedCode)
  expect((await bring(body.challenge, member.codeAt(time))).status).toBe(200)
})

test('of concurrent sign-ins with one code only one succeeds', async () => {
  const member = await challenged('raced')
  const challenges = await Promise.all([1, 2, 3].map(async () => (await signIn(member)).body.challenge))
  const code = member.codeAt(time)

  const responses = await Promise.all(challenges.map((challenge) => bring(challenge, code)))

  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  expect(await sessionsOf(member)).toBe(2)
})

test('a challenge works once, for ten minutes and for its user only', async () => {
  const member = await challenged('holder')
  const other = await challenged('other')

  expect(await bring('unknown', member.codeAt(time))).toMatchObject(expired)
  expect(await bring(other.challenge, member.codeAt(time))).toMatchObject(wrongCode)
  expect((await bring(member.challenge, member.codeAt(time))).status).toBe(200)
  pass(30)
  expect(await bring(member.challenge, member.codeAt(time))).toMatchObject(expired)

  pass(600 - 30)
  expect(await bring(other.challenge, other.codeAt(time))).toMatchObject(expired)
})

test('tokens of links are not challenges and vice versa', async () => {
  const member = await challenged('mixer')

  expect(
    await post('reset-password/confirm', { token: member.challenge, password: 'another password' }),
  ).toMatchObject({ status: 400 })
  expect(await post('verify-email', { token: member.challenge })).toMatchObject({ status: 400 })
  expect((await bring(member.challenge, member.codeAt(time))).status).toBe(200)
})

test('a recovery code replaces a code once, in any case, and its user gets a mail', async () => {
  const member = await challenged('lost-phone')
  const [code = '', another = ''] = member.recoveryCodes
  const typed = code.toLowerCase().replaceAll('-', ' ')

  expect(await bring(member.challenge, member.recoveryCodes[0]?.replace(/^./, '0') ?? '')).toMatchObject(
    wrongCode,
  )
  expect((await bring(member.challenge, typed)).status).toBe(200)

  const { body } = await signIn(member)
  expect(await bring(body.challenge, code)).toMatchObject(wrongCode)
  const again = await Promise.all([1, 2].map(() => bring(body.challenge, another)))
  expect(again.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  const { rows } = await app.db.execute(sql`
    select (select count(*)::integer from recovery_codes where user_id = ${member.id}) as left,
      (select count(*)::integer from graphile_worker._private_jobs where payload ->> 'to' = ${member.email}
        and payload ->> 'subject' like 'A recovery code was used%') as mails`)
  expect(rows).toEqual([{ left: 8, mails: 2 }])
})

test('a recovery code of another user is rejected', async () => {
  const member = await challenged('victim')
  const other = await challenged('thief')

  expect(await bring(member.challenge, other.recoveryCodes[0] ?? '')).toMatchObject(wrongCode)
  expect((await bring(other.challenge, other.recoveryCodes[0] ?? '')).status).toBe(200)
})

test.each([
  ['inactive', sql`status = 'inactive'`, { status: 403, body: { code: 'inactive' } }],
  ['suspended', sql`status = 'suspended'`, { status: 403, body: { code: 'suspended' } }],
  [
    'locked',
    sql`locked_until = '2030-01-01'::timestamptz`,
    { status: 403, body: { error: 'Account locked' } },
  ],
])('a user who was %s between the steps cannot sign in', async (what, state, error) => {
  const member = await challenged(`became-${what}`)
  await app.db.execute(sql`update users set ${state} where id = ${member.id}`)

  expect(await bring(member.challenge, member.codeAt(time))).toMatchObject(error)
  expect(await sessionsOf(member)).toBe(1)
})

test('a user who was banned between the steps can sign in to the ban screen only', async () => {
  const member = await challenged('became-banned')
  await app.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
    values (${member.id}, 'spam', true, 'boss', -2)`)

  const { status, body } = await bring(member.challenge, member.codeAt(time))

  expect(status).toBe(200)
  const session = { token: body.accessToken }
  expect((await app.request(session, 'GET', '/api/users/me')).body.is_banned).toBe(true)
  expect(await app.request(session, 'GET', '/api/account/two-factor')).toMatchObject({
    status: 403,
    body: { code: 'banned' },
  })
})

test('a new password revokes challenges, and a reset link does not bypass the code', async () => {
  const member = await challenged('forgetful')
  const { rows } = await app.db.execute<{ count: number }>(sql`
    insert into codes (hash, kind, user_id, email, expires_at)
    values (encode(sha256('reset of forgetful'), 'base64'), 'reset', ${member.id}, ${member.email}, ${time.toISOString()}::timestamptz + interval '1 hour')
    returning 1 as count`)
  expect(rows).toHaveLength(1)
  await app.db.execute(sql`
    update codes set hash = rtrim(translate(hash, '+/', '-_'), '=') where user_id = ${member.id} and kind = 'reset'`)
  const password = 'a password that was reset'
  expect(await post('reset-password/confirm', { token: 'reset of forgetful', password })).toEqual(
    expect.objectContaining({ status: 200, body: { success: true } }),
  )

  expect(await bring(member.challenge, member.codeAt(time))).toMatchObject(expired)
  const { body } = await signIn({ ...member, password })
  expect(body).toMatchObject({ two_factor_required: true })
  expect(body).not.toHaveProperty('accessToken')
  expect((await bring(body.challenge, member.codeAt(time))).status).toBe(200)
})

test('a user who is required to use two-factor authentication sets it up during the sign-in', async () => {
  const owner = await app.createOwner()
  const member = await app.registerUser('asked')
  const asked = { two_factor_enabled: true }
  await app.request(owner, 'PUT', `/api/users/admin/users/${member.id}`, asked)
  expect((await app.request(member, 'GET', '/api/auth/profile')).status).toBe(401)

  const { body } = await signIn(member)

  expect(body).toMatchObject({ two_factor_required: true, set_up_needed: true })
  expect(await bring(body.challenge, '123456')).toMatchObject({ status: 409 })
  const { body: key } = await post('login/two-factor/set-up', { challenge: body.challenge })
  expect(await bring(body.challenge, '123456')).toMatchObject(wrongCode)
  const entered = await bring(body.challenge, createAuthenticator(key.uri)(time))
  expect(entered).toMatchObject({ status: 200, body: { user: { two_factor_enabled: true } } })
  expect(entered.body.recovery_codes).toHaveLength(10)
  expect((await app.request({ token: entered.body.accessToken }, 'GET', '/api/auth/profile')).status).toBe(
    200,
  )
})

test('a challenge cannot replace a confirmed secret', async () => {
  const member = await challenged('settled')

  expect(await post('login/two-factor/set-up', { challenge: 'unknown' })).toMatchObject(expired)
  expect(await post('login/two-factor/set-up', { challenge: member.challenge })).toMatchObject({
    status: 409,
    body: { error: 'Two-factor authentication is set up already' },
  })
  expect((await bring(member.challenge, member.codeAt(time))).status).toBe(200)
})
