import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { inTransaction } from '#platform/database/database.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let time = new Date('2026-05-01T12:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })

const wrong = { status: 401, body: { error: 'Invalid email or password', code: 'unauthenticated' } }

function signIn(email: string, password: string) {
  return app.request(null, 'POST', '/api/auth/login', { email, password })
}

/** The lifetime of a token in days. */
function lifetimeOf(token: string): number {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return (claims.exp - claims.iat) / (24 * 3600)
}

async function sessionsOf({ id }: TestUser) {
  const { rows } = await app.db.execute<{ count: number }>(
    sql`select count(*)::integer as count from sessions where user_id = ${id}`,
  )
  return rows[0]?.count
}

test('a sign-in without fields names each of them', async () => {
  expect(await app.request(null, 'POST', '/api/auth/login', {})).toMatchObject({
    status: 400,
    body: { code: 'validation', fields: { email: 'Email is required', password: 'Password is required' } },
  })
})

test('a wrong password and an unknown email get the same response and no session', async () => {
  const member = await app.registerUser('member')

  const wrongPassword = await signIn(member.email, 'not the password')
  const unknown = await signIn('nobody@example.com', 'not the password')

  expect(wrongPassword).toMatchObject(wrong)
  expect(unknown.body).toEqual(wrongPassword.body)
  expect(await sessionsOf(member)).toBe(1)
  const { rows } = await app.db.execute(
    sql`select user_id from sign_in_attempts where not succeeded order by id`,
  )
  expect(rows).toEqual([{ user_id: member.id }, { user_id: null }])
})

test('each sign-in starts a session, with the email in any case', async () => {
  const member = await app.registerUser('regular')
  time = new Date('2026-05-02T12:00:00Z')

  const { status, body } = await signIn('Regular@EXAMPLE.com ', member.password)

  expect(status).toBe(200)
  expect(body.user).toMatchObject({ id: member.id, username: 'regular' })
  expect(body.accessToken).not.toBe(member.token)
  expect(await sessionsOf(member)).toBe(2)
  const { rows } = await app.db.execute(sql`
    select last_login_ip, last_login_at = ${time.toISOString()}::timestamptz as is_now,
      (select array_agg(action order by id) from activities where user_id = ${member.id}) as actions
    from users where id = ${member.id}`)
  expect(rows).toEqual([
    { last_login_ip: '127.0.0.1', is_now: true, actions: ['User Registered', 'User Login'] },
  ])
})

test('a sign-in with a token ends the session of that token only', async () => {
  const member = await app.registerUser('again')
  const phone = await app.signIn(member)
  const sibling = await app.registerUser('sibling-at-the-same-desk')
  const profile = async (caller: { token: string }) =>
    (await app.request(caller, 'GET', '/api/auth/profile')).status
  const signInOver = (session: { token: string }, { email, password }: typeof member) =>
    app.request(session, 'POST', '/api/auth/login', { email, password })

  expect((await signInOver(member, { ...member, password: 'not the password' })).status).toBe(401)
  expect(await profile(member)).toBe(200)
  const again = { token: (await signInOver(member, member)).body.accessToken }

  expect(await profile(member)).toBe(401)
  expect([await profile(again), await profile(phone), await profile(sibling)]).toEqual([200, 200, 200])
  const switched = { token: (await signInOver(again, sibling)).body.accessToken }
  expect([await profile(again), await profile(switched), await profile(sibling)]).toEqual([401, 200, 200])
  const fresh = { username: 'third-at-the-desk', email: 'third@example.com', password: 'correct horse' }
  expect((await app.request(switched, 'POST', '/api/auth/register', fresh)).status).toBe(201)
  expect(await profile(switched)).toBe(401)
})

test.each([
  ['inactive', 'Account inactive'],
  ['suspended', 'Account suspended'],
])('an %s account is only revealed after the correct password', async (status, message) => {
  const member = await app.registerUser(`is-${status}`)
  await app.db.execute(sql`update users set status = ${status} where id = ${member.id}`)

  expect(await signIn(member.email, 'not the password')).toMatchObject(wrong)
  expect(await signIn(member.email, member.password)).toMatchObject({
    status: 403,
    body: { error: message, code: status },
  })
  expect(await app.request(member, 'GET', '/api/auth/profile')).toMatchObject({
    status: 403,
    body: { code: status },
  })
  expect(await sessionsOf(member)).toBe(1)
})

test('a suspension during the password check prevents the session', async () => {
  const member = await app.registerUser('late-suspended')
  const waits = async () => {
    const { rows } = await app.db.execute<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return rows[0]?.count
  }

  const { response } = await inTransaction(app.db, async (tx) => {
    await tx.execute(sql`update users set status = 'suspended' where id = ${member.id}`)
    const signingIn = signIn(member.email, member.password)
    await expect.poll(waits).toBe(1)
    return { response: signingIn }
  })

  expect(await response).toMatchObject({ status: 403, body: { code: 'suspended' } })
  expect(await sessionsOf(member)).toBe(1)
})

test('an account under review can sign in', async () => {
  const member = await app.registerUser('reviewed')
  await app.db.execute(sql`update users set status = 'under_review' where id = ${member.id}`)

  expect(await signIn(member.email, member.password)).toMatchObject({
    status: 200,
    body: { user: { status: 'under_review' } },
  })
})

test('a locked account cannot sign in until the lock ends', async () => {
  const member = await app.registerUser('locked')
  await app.db.execute(
    sql`update users set locked_until = ${time.toISOString()}::timestamptz + interval '1 hour' where id = ${member.id}`,
  )

  expect(await signIn(member.email, member.password)).toMatchObject({
    status: 403,
    body: { error: 'Account locked', code: 'forbidden' },
  })

  time = new Date(time.getTime() + 3_600_001)
  expect((await signIn(member.email, member.password)).status).toBe(200)
})

test('a banned user can sign in, see the ban and sign out, and nothing else', async () => {
  const member = await app.registerUser('offender')
  const end = new Date(time.getTime() + 24 * 3_600_000).toISOString()
  await app.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, expires_at, created_at, issuer_name, issuer_authority)
    values (${member.id}, 'Spam', false, ${end}, ${time.toISOString()}, 'moderator', 50)`)

  const { status, body } = await signIn(member.email, member.password)
  const session = { token: body.accessToken }

  expect(status).toBe(200)
  expect((await app.request(session, 'GET', '/api/users/me')).body).toMatchObject({
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
  expect((await app.request(session, 'GET', '/api/auth/profile')).status).toBe(200)
  for (const [method, path] of [
    ['PUT', '/api/auth/profile'],
    ['PUT', '/api/users/me/password'],
    ['GET', '/api/groups/me/info'],
  ] as const) {
    expect(await app.request(session, method, path)).toMatchObject({ status: 403, body: { code: 'banned' } })
  }
  expect((await app.request(session, 'POST', '/api/auth/logout')).status).toBe(200)
  expect((await app.request(session, 'GET', '/api/users/me')).status).toBe(401)
})

test('a ban applies to existing sessions, and a timed ban expires', async () => {
  const member = await app.registerUser('timed')
  expect((await app.request(member, 'GET', '/api/groups/me/info')).status).toBe(200)
  const end = new Date(time.getTime() + 60_000).toISOString()
  await app.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, expires_at, issuer_name, issuer_authority)
    values (${member.id}, 'Cool down', false, ${end}, 'moderator', 50)`)

  expect((await app.request(member, 'GET', '/api/groups/me/info')).status).toBe(403)

  time = new Date(time.getTime() + 60_001)
  expect((await app.request(member, 'GET', '/api/groups/me/info')).status).toBe(200)
  expect((await app.request(member, 'GET', '/api/users/me')).body).toMatchObject({
    is_banned: false,
    ban_info: null,
  })
})

test('signing out ends the current session only', async () => {
  const member = await app.registerUser('leaving')
  const elsewhere = await app.signIn(member)

  expect((await app.request(null, 'POST', '/api/auth/logout')).status).toBe(401)
  expect(await app.request(member, 'POST', '/api/auth/logout')).toMatchObject({
    status: 200,
    body: { success: true },
  })

  expect(await app.request(member, 'GET', '/api/auth/profile')).toMatchObject({
    status: 401,
    body: { error: 'Not authenticated' },
  })
  expect((await app.request(elsewhere, 'GET', '/api/auth/profile')).status).toBe(200)
  const { rows } = await app.db.execute(
    sql`select action from activities where user_id = ${member.id} order by id desc limit 1`,
  )
  expect(rows).toEqual([{ action: 'User Logout' }])
})

test('the eleventh session ends the oldest', async () => {
  const member = await app.registerUser('everywhere')
  for (let index = 0; index < 10; index++) {
    time = new Date(time.getTime() + 1000)
    expect((await signIn(member.email, member.password)).status).toBe(200)
  }

  expect(await sessionsOf(member)).toBe(10)
  expect((await app.request(member, 'GET', '/api/auth/profile')).status).toBe(401)
})

test('a session ends after 7 days for users with an admin permission and after 30 for others', async () => {
  const member = await app.registerUser('ordinary')
  const moderator = await app.registerUser('moderating')
  await app.joinGroup(moderator.id, 'watchers', 60, ['admin.system.access'])

  const ofMember = await signIn(member.email, member.password)
  const ofModerator = await signIn(moderator.email, moderator.password)

  expect(lifetimeOf(ofMember.body.accessToken)).toBe(30)
  expect(lifetimeOf(ofModerator.body.accessToken)).toBe(7)
  time = new Date(time.getTime() + 7 * 24 * 3_600_000 + 1000)
  expect(
    (await app.request({ token: ofModerator.body.accessToken }, 'GET', '/api/auth/profile')).status,
  ).toBe(401)
  expect((await app.request({ token: ofMember.body.accessToken }, 'GET', '/api/auth/profile')).status).toBe(
    200,
  )
})

test.each([
  [
    'joins a group with an admin permission',
    (id: number) => app.joinGroup(id, `joined by ${id}`, 60, ['admin.system.access']),
  ],
  [
    'is in a group that gets an admin permission',
    (id: number) =>
      app.db.execute(sql`
        insert into group_permissions (group_id, permission_key)
        select m.group_id, 'admin.system.access' from memberships m join groups g on g.id = m.group_id
        where m.user_id = ${id} and not g.is_default`),
  ],
  [
    'is made an owner',
    (id: number) => app.db.execute(sql`update users set is_owner = true where id = ${id}`),
  ],
])('an existing session of a user who %s ends 7 days after the sign-in', async (what, rise) => {
  const user = await app.registerUser(`promoted-${what.length}`)
  await app.joinGroup(user.id, `group of ${user.username}`, 700, [])
  const old = await signIn(user.email, user.password)
  time = new Date(time.getTime() + 6 * 24 * 3_600_000)
  const fresh = await signIn(user.email, user.password)
  const statusOf = async ({ body }: typeof old) =>
    (await app.request({ token: body.accessToken }, 'GET', '/api/auth/profile')).status
  time = new Date(time.getTime() + 24 * 3_600_000)
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([200, 200])

  await rise(user.id)

  expect([await statusOf(old), await statusOf(fresh)]).toEqual([401, 200])
  const listed = await app.request({ token: fresh.body.accessToken }, 'GET', '/api/account/sessions')
  expect(listed.body).toHaveLength(1)
})
