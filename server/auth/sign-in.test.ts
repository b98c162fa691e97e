import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { inTransaction } from '#platform/database.ts'
import { startTestHub, type Person } from '#server/testing.ts'

let time = new Date('2026-05-01T12:00:00Z')
const hub = await startTestHub({ clock: { now: () => time } })

const wrong = { status: 401, body: { error: 'Invalid email or password', code: 'unauthenticated' } }

function signIn(email: string, password: string) {
  return hub.as(null, 'POST', '/api/auth/login', { email, password })
}

/** Days between the issue of a token and its end. */
function lifetimeOf(token: string): number {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return (claims.exp - claims.iat) / (24 * 3600)
}

async function sessionsOf({ id }: Person) {
  const { rows } = await hub.db.execute<{ count: number }>(
    sql`select count(*)::integer as count from sessions where user_id = ${id}`,
  )
  return rows[0]?.count
}

test('a sign-in without a form is refused field by field', async () => {
  expect(await hub.as(null, 'POST', '/api/auth/login', {})).toMatchObject({
    status: 400,
    body: { code: 'validation', fields: { email: 'Email is required', password: 'Password is required' } },
  })
})

test('a wrong password and an unknown address get the same answer and no session', async () => {
  const member = await hub.registered('member')

  const wrongPassword = await signIn(member.email, 'not the password')
  const unknown = await signIn('nobody@example.com', 'not the password')

  expect(wrongPassword).toMatchObject(wrong)
  expect(unknown.body).toEqual(wrongPassword.body)
  expect(await sessionsOf(member)).toBe(1)
  const { rows } = await hub.db.execute(
    sql`select user_id from sign_in_attempts where not succeeded order by id`,
  )
  expect(rows).toEqual([{ user_id: member.id }, { user_id: null }])
})

test('who signs in gets a session of their own, in whatever case the address is written', async () => {
  const member = await hub.registered('regular')
  time = new Date('2026-05-02T12:00:00Z')

  const { status, body } = await signIn('Regular@EXAMPLE.com ', member.password)

  expect(status).toBe(200)
  expect(body.user).toMatchObject({ id: member.id, username: 'regular' })
  expect(body.accessToken).not.toBe(member.token)
  expect(await sessionsOf(member)).toBe(2)
  const { rows } = await hub.db.execute(sql`
    select last_login_ip, last_login_at = ${time.toISOString()}::timestamptz as is_now,
      (select array_agg(action order by id) from activities where user_id = ${member.id}) as actions
    from users where id = ${member.id}`)
  expect(rows).toEqual([
    { last_login_ip: '127.0.0.1', is_now: true, actions: ['User Registered', 'User Login'] },
  ])
})

test('a sign-in from a browser that is signed in ends the session it had, whosever it was, and no other', async () => {
  const member = await hub.registered('again')
  const phone = await hub.signIn(member)
  const sibling = await hub.registered('sibling-at-the-same-desk')
  const profile = async (someone: { token: string }) =>
    (await hub.as(someone, 'GET', '/api/auth/profile')).status
  const signInOver = (session: { token: string }, { email, password }: typeof member) =>
    hub.as(session, 'POST', '/api/auth/login', { email, password })

  expect((await signInOver(member, { ...member, password: 'not the password' })).status).toBe(401)
  expect(await profile(member)).toBe(200)
  const again = { token: (await signInOver(member, member)).body.accessToken }

  expect(await profile(member)).toBe(401)
  expect([await profile(again), await profile(phone), await profile(sibling)]).toEqual([200, 200, 200])
  const switched = { token: (await signInOver(again, sibling)).body.accessToken }
  expect([await profile(again), await profile(switched), await profile(sibling)]).toEqual([401, 200, 200])
  const fresh = { username: 'third-at-the-desk', email: 'third@example.com', password: 'correct horse' }
  expect((await hub.as(switched, 'POST', '/api/auth/register', fresh)).status).toBe(201)
  expect(await profile(switched)).toBe(401)
})

test.each([
  ['inactive', 'Account inactive'],
  ['suspended', 'Account suspended'],
])('an %s account is refused, but only to who knows the password', async (status, message) => {
  const member = await hub.registered(`is-${status}`)
  await hub.db.execute(sql`update users set status = ${status} where id = ${member.id}`)

  expect(await signIn(member.email, 'not the password')).toMatchObject(wrong)
  expect(await signIn(member.email, member.password)).toMatchObject({
    status: 403,
    body: { error: message, code: status },
  })
  expect(await hub.as(member, 'GET', '/api/auth/profile')).toMatchObject({
    status: 403,
    body: { code: status },
  })
  expect(await sessionsOf(member)).toBe(1)
})

test('a suspension that comes while a password is being checked opens no session', async () => {
  const member = await hub.registered('late-suspended')
  const waits = async () => {
    const { rows } = await hub.db.execute<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return rows[0]?.count
  }

  const { answer } = await inTransaction(hub.db, async (tx) => {
    await tx.execute(sql`update users set status = 'suspended' where id = ${member.id}`)
    const signingIn = signIn(member.email, member.password)
    await expect.poll(waits, { timeout: 10_000 }).toBe(1)
    return { answer: signingIn }
  })

  expect(await answer).toMatchObject({ status: 403, body: { code: 'suspended' } })
  expect(await sessionsOf(member)).toBe(1)
})

test('an account under review signs in as always', async () => {
  const member = await hub.registered('reviewed')
  await hub.db.execute(sql`update users set status = 'under_review' where id = ${member.id}`)

  expect(await signIn(member.email, member.password)).toMatchObject({
    status: 200,
    body: { user: { status: 'under_review' } },
  })
})

test('a locked account is refused until its lock ends', async () => {
  const member = await hub.registered('locked')
  await hub.db.execute(
    sql`update users set locked_until = ${time.toISOString()}::timestamptz + interval '1 hour' where id = ${member.id}`,
  )

  expect(await signIn(member.email, member.password)).toMatchObject({
    status: 403,
    body: { error: 'Account locked', code: 'forbidden' },
  })

  time = new Date(time.getTime() + 3_600_001)
  expect((await signIn(member.email, member.password)).status).toBe(200)
})

test('a banned person signs in, sees why, signs out, and may do nothing else', async () => {
  const member = await hub.registered('offender')
  const end = new Date(time.getTime() + 24 * 3_600_000).toISOString()
  await hub.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, expires_at, created_at, issuer_name, issuer_authority)
    values (${member.id}, 'Spam', false, ${end}, ${time.toISOString()}, 'moderator', 50)`)

  const { status, body } = await signIn(member.email, member.password)
  const session = { token: body.accessToken }

  expect(status).toBe(200)
  expect((await hub.as(session, 'GET', '/api/users/me')).body).toMatchObject({
    username: 'offender',
    is_banned: true,
    ban_info: {
      reason: 'Spam',
      is_permanent: false,
      expires_at: end,
      created_at: time.toISOString(),
      banned_by: 'moderator',
    },
  })
  expect((await hub.as(session, 'GET', '/api/auth/profile')).status).toBe(200)
  for (const [method, path] of [
    ['PUT', '/api/auth/profile'],
    ['PUT', '/api/users/me/password'],
    ['GET', '/api/groups/me/info'],
  ] as const) {
    expect(await hub.as(session, method, path)).toMatchObject({ status: 403, body: { code: 'banned' } })
  }
  expect((await hub.as(session, 'POST', '/api/auth/logout')).status).toBe(200)
  expect((await hub.as(session, 'GET', '/api/users/me')).status).toBe(401)
})

test('a ban acts on a session that is open, and a timed one ends by itself', async () => {
  const member = await hub.registered('timed')
  expect((await hub.as(member, 'GET', '/api/groups/me/info')).status).toBe(200)
  const end = new Date(time.getTime() + 60_000).toISOString()
  await hub.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, expires_at, issuer_name, issuer_authority)
    values (${member.id}, 'Cool down', false, ${end}, 'moderator', 50)`)

  expect((await hub.as(member, 'GET', '/api/groups/me/info')).status).toBe(403)

  time = new Date(time.getTime() + 60_001)
  expect((await hub.as(member, 'GET', '/api/groups/me/info')).status).toBe(200)
  expect((await hub.as(member, 'GET', '/api/users/me')).body).toMatchObject({
    is_banned: false,
    ban_info: null,
  })
})

test('signing out ends this session for good and no other', async () => {
  const member = await hub.registered('leaving')
  const elsewhere = await hub.signIn(member)

  expect((await hub.as(null, 'POST', '/api/auth/logout')).status).toBe(401)
  expect(await hub.as(member, 'POST', '/api/auth/logout')).toMatchObject({
    status: 200,
    body: { success: true },
  })

  expect(await hub.as(member, 'GET', '/api/auth/profile')).toMatchObject({
    status: 401,
    body: { error: 'Not authenticated' },
  })
  expect((await hub.as(elsewhere, 'GET', '/api/auth/profile')).status).toBe(200)
  const { rows } = await hub.db.execute(
    sql`select action from activities where user_id = ${member.id} order by id desc limit 1`,
  )
  expect(rows).toEqual([{ action: 'User Logout' }])
})

test('an eleventh session ends the oldest', async () => {
  const member = await hub.registered('everywhere')
  for (let index = 0; index < 10; index++) {
    time = new Date(time.getTime() + 1000)
    expect((await signIn(member.email, member.password)).status).toBe(200)
  }

  expect(await sessionsOf(member)).toBe(10)
  expect((await hub.as(member, 'GET', '/api/auth/profile')).status).toBe(401)
})

test('a session of somebody with an admin key ends after 7 days, of anybody else after 30', async () => {
  const member = await hub.registered('ordinary')
  const moderator = await hub.registered('moderating')
  await hub.joinGroup(moderator.id, 'watchers', 60, ['admin.system.access'])

  const ofMember = await signIn(member.email, member.password)
  const ofModerator = await signIn(moderator.email, moderator.password)

  expect(lifetimeOf(ofMember.body.accessToken)).toBe(30)
  expect(lifetimeOf(ofModerator.body.accessToken)).toBe(7)
  time = new Date(time.getTime() + 7 * 24 * 3_600_000 + 1000)
  expect((await hub.as({ token: ofModerator.body.accessToken }, 'GET', '/api/auth/profile')).status).toBe(401)
  expect((await hub.as({ token: ofMember.body.accessToken }, 'GET', '/api/auth/profile')).status).toBe(200)
})

test.each([
  [
    'joins a group with an admin key',
    (id: number) => hub.joinGroup(id, `joined by ${id}`, 60, ['admin.system.access']),
  ],
  [
    'is in a group that gets an admin key',
    (id: number) =>
      hub.db.execute(sql`
        insert into group_permissions (group_id, permission_key)
        select m.group_id, 'admin.system.access' from memberships m join groups g on g.id = m.group_id
        where m.user_id = ${id} and not g.is_default`),
  ],
  [
    'is made an owner',
    (id: number) => hub.db.execute(sql`update users set is_owner = true where id = ${id}`),
  ],
])('a session of somebody who %s ends 7 days after the sign-in as well', async (what, rise) => {
  const person = await hub.registered(`rises-${what.length}`)
  await hub.joinGroup(person.id, `group of ${person.username}`, 700, [])
  const old = await signIn(person.email, person.password)
  time = new Date(time.getTime() + 6 * 24 * 3_600_000)
  const fresh = await signIn(person.email, person.password)
  const statusOf = async ({ body }: typeof old) =>
    (await hub.as({ token: body.accessToken }, 'GET', '/api/auth/profile')).status
  time = new Date(time.getTime() + 24 * 3_600_000)
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([200, 200])

  await rise(person.id)

  expect([await statusOf(old), await statusOf(fresh)]).toEqual([401, 200])
  const listed = await hub.as({ token: fresh.body.accessToken }, 'GET', '/api/account/sessions')
  expect(listed.body).toHaveLength(1)
})
