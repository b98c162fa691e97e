import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestHub, type Person } from '#server/testing.ts'
import { authenticatorOf, guarded, type Guarded } from '#server/two-factor/testing.ts'

let time = new Date('2026-05-01T12:00:00Z')
const hub = await startTestHub({ clock: { now: () => time } })

const pass = (seconds: number) => void (time = new Date(time.getTime() + seconds * 1000))
const post = (path: string, body: Record<string, unknown>) => hub.as(null, 'POST', `/api/auth/${path}`, body)
const signIn = ({ email, password }: { email: string; password: string }) =>
  post('login', { email, password })
const bring = (challenge: string, code: string) => post('login/two-factor', { challenge, code })

/** Somebody whose last code is spent, with a challenge in hand. */
async function challenged(username: string): Promise<Guarded & { challenge: string }> {
  const person = await guarded(hub, username, time)
  pass(30)
  return { ...person, challenge: (await signIn(person)).body.challenge }
}

const wrongCode = { status: 400, body: { fields: { code: expect.stringContaining('is not right') } } }
const usedCode = { status: 400, body: { fields: { code: expect.stringContaining('has been used') } } }
const expired = {
  status: 401,
  body: { error: 'This sign-in has expired. Please enter your password again.', code: 'unauthenticated' },
}

async function sessionsOf({ id }: Person): Promise<number> {
  const { rows } = await hub.db.execute<{ count: number }>(
    sql`select count(*)::integer as count from sessions where user_id = ${id}`,
  )
  return rows[0]?.count ?? 0
}

test('without two-factor the answer has what the specification names, and nothing else', async () => {
  const member = await hub.registered('plain')

  expect(Object.keys((await signIn(member)).body)).toEqual(['accessToken', 'user'])
})

test('a right password is answered with a challenge that opens nothing, a wrong one as always', async () => {
  const member = await guarded(hub, 'guarded', time)
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
  expect((await hub.as({ token: body.challenge }, 'GET', '/api/auth/profile')).status).toBe(401)
  expect(await sessionsOf(member)).toBe(1)
})

test('the code of the app finishes the sign-in, with its activity and as a success of the person', async () => {
  const member = await challenged('finisher')

  const { status, body } = await bring(member.challenge, member.codeAt(time))

  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['accessToken', 'user'])
  expect(body.user).toMatchObject({ id: member.id, two_factor_enabled: true })
  expect((await hub.as({ token: body.accessToken }, 'GET', '/api/auth/profile')).status).toBe(200)
  const { rows } = await hub.db.execute(sql`
    select (select array_agg(succeeded order by id) from sign_in_attempts where user_id = ${member.id}) as attempts,
      (select array_agg(action order by id) from activities where user_id = ${member.id}) as actions`)
  expect(rows).toEqual([
    { attempts: [true, true], actions: ['User Registered', 'Two-Factor Enabled', 'User Login'] },
  ])
})

test.each([
  ['a step late is taken', -30, 200],
  ['a step early is taken', 30, 200],
  ['two steps late is refused', -60, 400],
  ['two steps early is refused', 60, 400],
])('a code that is %s', async (what, seconds, status) => {
  const member = await guarded(hub, what.replaceAll(' ', '-'), time)
  pass(90)
  const { body } = await signIn(member)

  const code = member.codeAt(new Date(time.getTime() + seconds * 1000))
  expect((await bring(body.challenge, code)).status).toBe(status)
})

test('a code that was used opens nothing more, nor does an older one, with whatever challenge', async () => {
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

test('of sign-ins with the same code at the same moment one gets in', async () => {
  const member = await challenged('raced')
  const challenges = await Promise.all([1, 2, 3].map(async () => (await signIn(member)).body.challenge))
  const code = member.codeAt(time)

  const answers = await Promise.all(challenges.map((challenge) => bring(challenge, code)))

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  expect(await sessionsOf(member)).toBe(2)
})

test('a challenge works once, for ten minutes, and for nobody else', async () => {
  const member = await challenged('holder')
  const other = await challenged('other')

  expect(await bring('made-up', member.codeAt(time))).toMatchObject(expired)
  expect(await bring(other.challenge, member.codeAt(time))).toMatchObject(wrongCode)
  expect((await bring(member.challenge, member.codeAt(time))).status).toBe(200)
  pass(30)
  expect(await bring(member.challenge, member.codeAt(time))).toMatchObject(expired)

  pass(600 - 30)
  expect(await bring(other.challenge, other.codeAt(time))).toMatchObject(expired)
})

test('links that were mailed are no challenges, and a challenge is no link', async () => {
  const member = await challenged('mixer')

  expect(
    await post('reset-password/confirm', { token: member.challenge, password: 'another password' }),
  ).toMatchObject({ status: 400 })
  expect(await post('verify-email', { token: member.challenge })).toMatchObject({ status: 400 })
  expect((await bring(member.challenge, member.codeAt(time))).status).toBe(200)
})

test('a recovery code opens once in the place of a code, in whatever case, and its holder is told', async () => {
  const member = await challenged('lost-phone')
  const [code = '', another = ''] = member.recoveryCodes
  const spoken = code.toLowerCase().replaceAll('-', ' ')

  expect(await bring(member.challenge, member.recoveryCodes[0]?.replace(/^./, '0') ?? '')).toMatchObject(
    wrongCode,
  )
  expect((await bring(member.challenge, spoken)).status).toBe(200)

  const { body } = await signIn(member)
  expect(await bring(body.challenge, code)).toMatchObject(wrongCode)
  const again = await Promise.all([1, 2].map(() => bring(body.challenge, another)))
  expect(again.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  const { rows } = await hub.db.execute(sql`
    select (select count(*)::integer from recovery_codes where user_id = ${member.id}) as left,
      (select count(*)::integer from graphile_worker._private_jobs where payload ->> 'to' = ${member.email}
        and payload ->> 'subject' like 'A recovery code was used%') as mails`)
  expect(rows).toEqual([{ left: 8, mails: 2 }])
})

test('another person’s recovery code opens nothing', async () => {
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
])('who was %s between the steps does not get in', async (what, state, refusal) => {
  const member = await challenged(`became-${what}`)
  await hub.db.execute(sql`update users set ${state} where id = ${member.id}`)

  expect(await bring(member.challenge, member.codeAt(time))).toMatchObject(refusal)
  expect(await sessionsOf(member)).toBe(1)
})

test('who was banned between the steps gets in to the ban screen, and no further', async () => {
  const member = await challenged('became-banned')
  await hub.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
    values (${member.id}, 'spam', true, 'boss', -2)`)

  const { status, body } = await bring(member.challenge, member.codeAt(time))

  expect(status).toBe(200)
  const session = { token: body.accessToken }
  expect((await hub.as(session, 'GET', '/api/users/me')).body.is_banned).toBe(true)
  expect(await hub.as(session, 'GET', '/api/account/two-factor')).toMatchObject({
    status: 403,
    body: { code: 'banned' },
  })
})

test('a new password ends challenges, and a reset link does not lead around the code', async () => {
  const member = await challenged('forgetful')
  const { rows } = await hub.db.execute<{ count: number }>(sql`
    insert into codes (hash, kind, user_id, email, expires_at)
    values (encode(sha256('reset of forgetful'), 'base64'), 'reset', ${member.id}, ${member.email}, ${time.toISOString()}::timestamptz + interval '1 hour')
    returning 1 as count`)
  expect(rows).toHaveLength(1)
  await hub.db.execute(sql`
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

test('whom an administrator asks for two-factor sets it up on the way in', async () => {
  const owner = await hub.owner()
  const member = await hub.registered('asked')
  const asked = { two_factor_enabled: true }
  await hub.as(owner, 'PUT', `/api/users/admin/users/${member.id}`, asked)
  expect((await hub.as(member, 'GET', '/api/auth/profile')).status).toBe(401)

  const { body } = await signIn(member)

  expect(body).toMatchObject({ two_factor_required: true, set_up_needed: true })
  expect(await bring(body.challenge, '123456')).toMatchObject({ status: 409 })
  const { body: key } = await post('login/two-factor/set-up', { challenge: body.challenge })
  expect(await bring(body.challenge, '123456')).toMatchObject(wrongCode)
  const entered = await bring(body.challenge, authenticatorOf(key.uri)(time))
  expect(entered).toMatchObject({ status: 200, body: { user: { two_factor_enabled: true } } })
  expect(entered.body.recovery_codes).toHaveLength(10)
  expect((await hub.as({ token: entered.body.accessToken }, 'GET', '/api/auth/profile')).status).toBe(200)
})

test('a set-up at sign-in is for whoever needs one: no challenge makes a new secret over a good one', async () => {
  const member = await challenged('settled')

  expect(await post('login/two-factor/set-up', { challenge: 'made-up' })).toMatchObject(expired)
  expect(await post('login/two-factor/set-up', { challenge: member.challenge })).toMatchObject({
    status: 409,
    body: { error: 'Two-factor authentication is set up already' },
  })
  expect((await bring(member.challenge, member.codeAt(time))).status).toBe(200)
})
