import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()

async function rowOf({ id }: TestUser) {
  const { rows } = await app.db.execute(sql`select * from users where id = ${id}`)
  return rows[0]
}

async function actionsOf({ id }: TestUser) {
  const { rows } = await app.db.execute<{ action: string }>(
    sql`select action from activities where user_id = ${id} order by id`,
  )
  return rows.map(({ action }) => action)
}

/** The subjects of the mails to a recipient. */
async function mailsTo(email: string): Promise<string[]> {
  const { rows } = await app.db.execute<{ subject: string }>(sql`
    select payload ->> 'subject' as subject from graphile_worker._private_jobs
    where payload ->> 'to' = ${email} order by id`)
  return rows.map(({ subject }) => subject)
}

test.each([
  ['GET', '/api/auth/profile'],
  ['PUT', '/api/auth/profile'],
  ['GET', '/api/users/me'],
  ['PUT', '/api/users/me/password'],
  ['GET', '/api/groups/me/info'],
])('%s %s needs a session', async (method, path) => {
  expect(await app.request(null, method, path)).toMatchObject({
    status: 401,
    body: { error: 'Not authenticated', code: 'unauthenticated' },
  })
})

test('the own profile has all fields of the contract and no others', async () => {
  const member = await app.registerUser('complete')
  await app.db.execute(sql`
    update users set notes = 'NOTE-CANARY', phone_number = '+1 555', registration_ip = '203.0.113.77',
      avatar = 'avatars/0123456789abcdef-256.webp' where id = ${member.id}`)
  await app.db.execute(
    sql`insert into discord_links (user_id, discord_user_id) values (${member.id}, '4711')`,
  )
  const groupId = await app.joinGroup(member.id, 'painters', 40, ['scripts.upload'])
  await app.db.execute(sql`
    with style as (insert into user_styles (name, css_properties, priority) values ('Gold', 'color: gold', 3) returning id)
    update groups set style_id = style.id from style where groups.id = ${groupId}`)

  const { body } = await app.request(member, 'GET', '/api/auth/profile')

  expect(body.user).toMatchObject({
    avatar_url: '/files/avatars/0123456789abcdef-256.webp',
    phone_number: '+1 555',
    discord_verified: true,
    groups: [
      { name: 'painters', priority: 40, user_styles: { css_properties: 'color: gold', priority: 3 } },
      { name: 'member', priority: 1000, user_styles: null },
    ],
  })
  expect(new Set(body.user.permissions)).toEqual(
    new Set(['scripts.download', 'scripts.rate', 'scripts.upload']),
  )
  expect(JSON.stringify(body)).not.toMatch(/NOTE-CANARY|203\.0\.113|argon2|notes|4711/)
  const me = await app.request(member, 'GET', '/api/users/me')
  expect(me.body).toEqual({ ...body.user, is_banned: false, ban_info: null })
})

test('expired and inactive memberships have no effect', async () => {
  const member = await app.createUser()
  const expired = await app.joinGroup(member.id, 'formerly', 30, ['scripts.upload'])
  const inactive = await app.joinGroup(member.id, 'resting', 31, ['scripts.upload'])
  await app.db.execute(
    sql`update memberships set expires_at = now() - interval '1 second' where group_id = ${expired}`,
  )
  await app.db.execute(sql`update memberships set is_active = false where group_id = ${inactive}`)

  const { body } = await app.request(member, 'GET', '/api/groups/me/info')

  expect(body.groups.map(({ name }: { name: string }) => name)).toEqual(['member'])
  expect(new Set(body.permissions)).toEqual(new Set(['scripts.download', 'scripts.rate']))
})

test('a revoked permission has no effect from the next call on', async () => {
  const watcher = await app.createUser('admin.system.access', 'admin.groups.view')
  expect((await app.request(watcher, 'GET', '/api/groups')).status).toBe(200)

  await app.db.execute(sql`
    delete from memberships where user_id = ${watcher.id} and group_id in (select id from groups where name = ${`permissions of ${watcher.username}`})`)

  expect((await app.request(watcher, 'GET', '/api/groups')).status).toBe(403)
  expect((await app.request(watcher, 'GET', '/api/groups/me/info')).body.permissions).not.toContain(
    'admin.groups.view',
  )
})

test.each([
  ['an empty name', { username: '' }, { username: 'Username is required' }],
  ['a short name', { username: 'ab' }, { username: 'Username must be at least 3 characters' }],
  ['no email', { email: '' }, { email: 'Email is required' }],
  ['an invalid email', { email: 'a@b' }, { email: 'Email is invalid' }],
])('a profile with %s is rejected', async (_, body, fields) => {
  const member = await app.createUser()
  const before = await rowOf(member)

  expect(await app.request(member, 'PUT', '/api/auth/profile', body)).toMatchObject({
    status: 400,
    body: { code: 'validation', fields },
  })
  expect(await rowOf(member)).toEqual(before)
})

test('names and emails of other users and reserved names are rejected', async () => {
  const first = await app.createUser()
  const second = await app.createUser()
  const before = await rowOf(second)

  const both = { username: first.username.toUpperCase(), email: first.email.toUpperCase() }
  expect(await app.request(second, 'PUT', '/api/auth/profile', both)).toMatchObject({
    status: 409,
    body: { fields: { username: 'Username is already taken', email: 'Email is already registered' } },
  })
  expect(await app.request(second, 'PUT', '/api/auth/profile', { username: 'moderator' })).toMatchObject({
    status: 409,
    body: { fields: { username: 'Username is already taken' } },
  })
  expect(await rowOf(second)).toEqual(before)
})

test('of concurrent renames to one name only one succeeds', async () => {
  const users = await Promise.all([app.createUser(), app.createUser(), app.createUser(), app.createUser()])

  const responses = await Promise.all(
    users.map((caller) => app.request(caller, 'PUT', '/api/auth/profile', { username: 'coveted' })),
  )

  const statuses = responses.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
})

test('fields that users cannot set for themselves are ignored', async () => {
  const member = await app.createUser()
  const before = await rowOf(member)

  const { status } = await app.request(member, 'PUT', '/api/auth/profile', {
    id: 1,
    is_admin: true,
    is_owner: true,
    status: 'under_review',
    email_verified: true,
    permissions: ['admin.system.access'],
    notes: 'mine',
    scripts_uploaded: 99,
    phone_number: '1',
  })

  expect(status).toBe(200)
  expect(await rowOf(member)).toEqual(before)
  expect(await actionsOf(member)).toEqual([])
})

test('a new name applies at once, only its case may change, and the activity lists the changed fields', async () => {
  const member = await app.createUser()

  const renamed = await app.request(member, 'PUT', '/api/auth/profile', { username: 'Shining' })
  const recased = await app.request(member, 'PUT', '/api/auth/profile', { username: 'SHINING' })

  expect(renamed.body.user).toMatchObject({ id: member.id, username: 'Shining', email: member.email })
  expect(recased.body.user.username).toBe('SHINING')
  expect(await mailsTo(member.email)).toEqual([])
  const { rows } = await app.db.execute(
    sql`select action, metadata from activities where user_id = ${member.id} order by id limit 1`,
  )
  expect(rows).toEqual([{ action: 'Profile Updated', metadata: { changed: ['username'] } }])
})

test('a new email is unconfirmed, both addresses get a mail, and old links are revoked', async () => {
  const member = await app.registerUser('moving')
  await app.db.execute(sql`update users set email_verified = true where id = ${member.id}`)
  await app.db.execute(sql`
    insert into codes (hash, kind, user_id, email, expires_at)
    values ('of-a-reset-link', 'reset', ${member.id}, ${member.email}, now() + interval '1 hour')`)

  const { body } = await app.request(member, 'PUT', '/api/auth/profile', { email: 'moved@example.com' })

  expect(body.user).toMatchObject({ email: 'moved@example.com', email_verified: false })
  expect(await mailsTo('moved@example.com')).toEqual(['Confirm your email address - Scripthaven'])
  expect(await mailsTo(member.email)).toEqual([
    'Confirm your email address - Scripthaven',
    'Your email address was changed - Scripthaven',
  ])
  const { rows } = await app.db.execute(
    sql`select kind, email from codes where user_id = ${member.id} and used_at is null`,
  )
  expect(rows).toEqual([{ kind: 'confirm_email', email: 'moved@example.com' }])
})

test('both calls need the password for a new email when the sign-in is older than 15 minutes', async () => {
  const member = await app.registerUser('settled')
  await app.db.execute(sql`
    update sessions set created_at = now() - interval '16 minutes' where user_id = ${member.id}`)
  const before = await rowOf(member)
  const changeEmail = (body: Record<string, unknown>) => app.request(member, 'PUT', '/api/auth/profile', body)
  const email = 'stolen@example.com'
  const form = new FormData()
  form.set('email', email)

  const without = { status: 400, body: { fields: { currentPassword: 'Current password is required' } } }
  expect(await changeEmail({ email })).toMatchObject(without)
  expect(await app.request(member, 'PUT', '/api/users/me', form)).toMatchObject(without)
  expect(await changeEmail({ email, currentPassword: '' })).toMatchObject(without)
  expect(await changeEmail({ email, currentPassword: 'a wrong one' })).toMatchObject({
    status: 400,
    body: { fields: { currentPassword: 'Current password is incorrect' } },
  })
  expect(await rowOf(member)).toEqual(before)
  expect(await mailsTo(email)).toEqual([])

  expect((await changeEmail({ username: 'settled-here', email: member.email })).status).toBe(200)
  form.set('currentPassword', member.password)
  const moved = await app.request(member, 'PUT', '/api/users/me', form)
  expect(moved).toMatchObject({ status: 200, body: { user: { email, email_verified: false } } })
})

test('an email in another case is the same and stays confirmed', async () => {
  const member = await app.createUser()
  await app.db.execute(sql`update users set email_verified = true where id = ${member.id}`)

  const { body } = await app.request(member, 'PUT', '/api/auth/profile', {
    email: member.email.toUpperCase(),
  })

  expect(body.user).toMatchObject({ email: member.email.toUpperCase(), email_verified: true })
  expect(await mailsTo(member.email.toUpperCase())).toEqual([])
})

let keepers = 0

test.each([
  [
    'no current password',
    { newPassword: 'something new' },
    { currentPassword: 'Current password is required' },
  ],
  ['no new password', { currentPassword: 'x', newPassword: '' }, { newPassword: 'New password is required' }],
  [
    'a short new password',
    { currentPassword: 'x', newPassword: '12345' },
    { newPassword: 'New password must be at least 6 characters' },
  ],
  [
    'a wrong current password',
    { currentPassword: 'x', newPassword: 'something new' },
    { currentPassword: 'Current password is incorrect' },
  ],
])('a password change with %s is rejected and ends no session', async (_, body, fields) => {
  const member = await app.registerUser(`keeper${++keepers}`)
  const elsewhere = await app.signIn(member)

  expect(await app.request(member, 'PUT', '/api/users/me/password', body)).toMatchObject({
    status: 400,
    body: { code: 'validation', fields },
  })
  expect((await app.request(elsewhere, 'GET', '/api/auth/profile')).status).toBe(200)
  const signIn = { email: member.email, password: member.password }
  expect((await app.request(null, 'POST', '/api/auth/login', signIn)).status).toBe(200)
})

test('a new password ends all other sessions and sends a mail', async () => {
  const member = await app.registerUser('changing')
  const elsewhere = await app.signIn(member)

  const response = await app.request(member, 'PUT', '/api/users/me/password', {
    currentPassword: member.password,
    newPassword: 'new one',
  })

  expect(response).toMatchObject({ status: 200, body: { success: true } })
  expect((await app.request(member, 'GET', '/api/auth/profile')).status).toBe(200)
  expect((await app.request(elsewhere, 'GET', '/api/auth/profile')).status).toBe(401)
  const signIn = (password: string) =>
    app.request(null, 'POST', '/api/auth/login', { email: member.email, password })
  expect((await signIn(member.password)).status).toBe(401)
  expect((await signIn('new one')).status).toBe(200)
  expect(await actionsOf(member)).toEqual(['User Registered', 'Password Changed', 'User Login'])
  expect(await mailsTo(member.email)).toContain('Your password was changed - Scripthaven')
})

test('of concurrent password changes only one succeeds', async () => {
  const member = await app.registerUser('hurried')

  const change = (newPassword: string) =>
    app.request(member, 'PUT', '/api/users/me/password', { currentPassword: member.password, newPassword })
  const responses = await Promise.all([change('first choice'), change('other choice')])

  const statuses = responses.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('users with an admin permission need twelve characters that are not easily guessed', async () => {
  const member = await app.registerUser('promoted')
  await app.joinGroup(member.id, 'keyholders', 60, ['admin.system.access'])
  const change = (newPassword: string) =>
    app.request(member, 'PUT', '/api/users/me/password', { currentPassword: member.password, newPassword })

  expect(await change('elevenchars')).toMatchObject({
    status: 400,
    body: { fields: { newPassword: 'Password must be at least 12 characters' } },
  })
  for (const easy of ['123456789qwe', 'abcabcabcabcabc', 'Promoted-202699!', 'scripthaven+promoted'])
    expect(await change(easy)).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: { newPassword: expect.stringContaining('Please choose') } },
    })
  expect((await change('twelve chars')).status).toBe(200)
})
