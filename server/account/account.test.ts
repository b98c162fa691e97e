import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestHub, type Person } from '#server/testing.ts'

const hub = await startTestHub()

async function rowOf({ id }: Person) {
  const { rows } = await hub.db.execute(sql`select * from users where id = ${id}`)
  return rows[0]
}

async function actionsOf({ id }: Person) {
  const { rows } = await hub.db.execute<{ action: string }>(
    sql`select action from activities where user_id = ${id} order by id`,
  )
  return rows.map(({ action }) => action)
}

/** Who would get a mail, and its subject. */
async function mailsTo(address: string): Promise<string[]> {
  const { rows } = await hub.db.execute<{ subject: string }>(sql`
    select payload ->> 'subject' as subject from graphile_worker._private_jobs
    where payload ->> 'to' = ${address} order by id`)
  return rows.map(({ subject }) => subject)
}

test.each([
  ['GET', '/api/auth/profile'],
  ['PUT', '/api/auth/profile'],
  ['GET', '/api/users/me'],
  ['PUT', '/api/users/me/password'],
  ['GET', '/api/groups/me/info'],
])('%s %s is refused without a session', async (method, path) => {
  expect(await hub.as(null, method, path)).toMatchObject({
    status: 401,
    body: { error: 'Not authenticated', code: 'unauthenticated' },
  })
})

test('the own profile shows all that belongs to a person, and nothing that does not', async () => {
  const member = await hub.registered('complete')
  await hub.db.execute(sql`
    update users set notes = 'NOTE-CANARY', phone_number = '+1 555', registration_ip = '203.0.113.77',
      avatar = 'avatars/0123456789abcdef-256.webp' where id = ${member.id}`)
  await hub.db.execute(
    sql`insert into discord_links (user_id, discord_user_id) values (${member.id}, '4711')`,
  )
  const groupId = await hub.joinGroup(member.id, 'painters', 40, ['scripts.upload'])
  await hub.db.execute(sql`
    with style as (insert into user_styles (name, css_properties, priority) values ('Gold', 'color: gold', 3) returning id)
    update groups set style_id = style.id from style where groups.id = ${groupId}`)

  const { body } = await hub.as(member, 'GET', '/api/auth/profile')

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
  const me = await hub.as(member, 'GET', '/api/users/me')
  expect(me.body).toEqual({ ...body.user, is_banned: false, ban_info: null })
})

test('a group that has expired or is not active counts for nothing', async () => {
  const member = await hub.person()
  const expired = await hub.joinGroup(member.id, 'formerly', 30, ['scripts.upload'])
  const inactive = await hub.joinGroup(member.id, 'resting', 31, ['scripts.upload'])
  await hub.db.execute(
    sql`update memberships set expires_at = now() - interval '1 second' where group_id = ${expired}`,
  )
  await hub.db.execute(sql`update memberships set is_active = false where group_id = ${inactive}`)

  const { body } = await hub.as(member, 'GET', '/api/groups/me/info')

  expect(body.groups.map(({ name }: { name: string }) => name)).toEqual(['member'])
  expect(new Set(body.permissions)).toEqual(new Set(['scripts.download', 'scripts.rate']))
})

test('a permission that is taken away is gone from the next call on', async () => {
  const watcher = await hub.person('admin.system.access', 'admin.groups.view')
  expect((await hub.as(watcher, 'GET', '/api/groups')).status).toBe(200)

  await hub.db.execute(sql`
    delete from memberships where user_id = ${watcher.id} and group_id in (select id from groups where name = ${`${watcher.username} holds`})`)

  expect((await hub.as(watcher, 'GET', '/api/groups')).status).toBe(403)
  expect((await hub.as(watcher, 'GET', '/api/groups/me/info')).body.permissions).not.toContain(
    'admin.groups.view',
  )
})

test.each([
  ['an empty name', { username: '' }, { username: 'Username is required' }],
  ['a short name', { username: 'ab' }, { username: 'Username must be at least 3 characters' }],
  ['no address', { email: '' }, { email: 'Email is required' }],
  ['a bad address', { email: 'a@b' }, { email: 'Email is invalid' }],
])('a profile with %s is refused', async (_, body, fields) => {
  const member = await hub.person()
  const before = await rowOf(member)

  expect(await hub.as(member, 'PUT', '/api/auth/profile', body)).toMatchObject({
    status: 400,
    body: { code: 'validation', fields },
  })
  expect(await rowOf(member)).toEqual(before)
})

test('nobody takes the name or the address of somebody else, or one of the site', async () => {
  const first = await hub.person()
  const second = await hub.person()
  const before = await rowOf(second)

  const both = { username: first.username.toUpperCase(), email: first.email.toUpperCase() }
  expect(await hub.as(second, 'PUT', '/api/auth/profile', both)).toMatchObject({
    status: 409,
    body: { fields: { username: 'Username is already taken', email: 'Email is already registered' } },
  })
  expect(await hub.as(second, 'PUT', '/api/auth/profile', { username: 'moderator' })).toMatchObject({
    status: 409,
    body: { fields: { username: 'Username is already taken' } },
  })
  expect(await rowOf(second)).toEqual(before)
})

test('of two who rename themselves to the same name at once one gets it', async () => {
  const people = await Promise.all([hub.person(), hub.person(), hub.person(), hub.person()])

  const answers = await Promise.all(
    people.map((someone) => hub.as(someone, 'PUT', '/api/auth/profile', { username: 'coveted' })),
  )

  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
})

test('what a person may not set about themselves stays as it is', async () => {
  const member = await hub.person()
  const before = await rowOf(member)

  const { status } = await hub.as(member, 'PUT', '/api/auth/profile', {
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

test('a new name shows at once, the case alone may change, and the log says what changed', async () => {
  const member = await hub.person()

  const renamed = await hub.as(member, 'PUT', '/api/auth/profile', { username: 'Shining' })
  const recased = await hub.as(member, 'PUT', '/api/auth/profile', { username: 'SHINING' })

  expect(renamed.body.user).toMatchObject({ id: member.id, username: 'Shining', email: member.email })
  expect(recased.body.user.username).toBe('SHINING')
  expect(await mailsTo(member.email)).toEqual([])
  const { rows } = await hub.db.execute(
    sql`select action, metadata from activities where user_id = ${member.id} order by id limit 1`,
  )
  expect(rows).toEqual([{ action: 'Profile Updated', metadata: { changed: ['username'] } }])
})

test('a new address is unconfirmed; both addresses get a mail, and old links die', async () => {
  const member = await hub.registered('moving')
  await hub.db.execute(sql`update users set email_verified = true where id = ${member.id}`)
  await hub.db.execute(sql`
    insert into codes (hash, kind, user_id, email, expires_at)
    values ('of-a-reset-link', 'reset', ${member.id}, ${member.email}, now() + interval '1 hour')`)

  const { body } = await hub.as(member, 'PUT', '/api/auth/profile', { email: 'moved@example.com' })

  expect(body.user).toMatchObject({ email: 'moved@example.com', email_verified: false })
  expect(await mailsTo('moved@example.com')).toEqual(['Confirm your email address - Scripthaven'])
  expect(await mailsTo(member.email)).toEqual([
    'Confirm your email address - Scripthaven',
    'Your email address was changed - Scripthaven',
  ])
  const { rows } = await hub.db.execute(
    sql`select kind, email from codes where user_id = ${member.id} and used_at is null`,
  )
  expect(rows).toEqual([{ kind: 'confirm_email', email: 'moved@example.com' }])
})

test('a new address needs the password once the sign-in is 15 minutes old, by either call', async () => {
  const member = await hub.registered('settled')
  await hub.db.execute(sql`
    update sessions set created_at = now() - interval '16 minutes' where user_id = ${member.id}`)
  const before = await rowOf(member)
  const move = (body: Record<string, unknown>) => hub.as(member, 'PUT', '/api/auth/profile', body)
  const email = 'stolen@example.com'
  const form = new FormData()
  form.set('email', email)

  const without = { status: 400, body: { fields: { currentPassword: 'Current password is required' } } }
  expect(await move({ email })).toMatchObject(without)
  expect(await hub.as(member, 'PUT', '/api/users/me', form)).toMatchObject(without)
  expect(await move({ email, currentPassword: '' })).toMatchObject(without)
  expect(await move({ email, currentPassword: 'a wrong one' })).toMatchObject({
    status: 400,
    body: { fields: { currentPassword: 'Current password is incorrect' } },
  })
  expect(await rowOf(member)).toEqual(before)
  expect(await mailsTo(email)).toEqual([])

  expect((await move({ username: 'settled-here', email: member.email })).status).toBe(200)
  form.set('currentPassword', member.password)
  const moved = await hub.as(member, 'PUT', '/api/users/me', form)
  expect(moved).toMatchObject({ status: 200, body: { user: { email, email_verified: false } } })
})

test('an address in another case is the same one and stays confirmed', async () => {
  const member = await hub.person()
  await hub.db.execute(sql`update users set email_verified = true where id = ${member.id}`)

  const { body } = await hub.as(member, 'PUT', '/api/auth/profile', { email: member.email.toUpperCase() })

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
])('a password change with %s is refused and ends nothing', async (_, body, fields) => {
  const member = await hub.registered(`keeper${++keepers}`)
  const elsewhere = await hub.signIn(member)

  expect(await hub.as(member, 'PUT', '/api/users/me/password', body)).toMatchObject({
    status: 400,
    body: { code: 'validation', fields },
  })
  expect((await hub.as(elsewhere, 'GET', '/api/auth/profile')).status).toBe(200)
  const signIn = { email: member.email, password: member.password }
  expect((await hub.as(null, 'POST', '/api/auth/login', signIn)).status).toBe(200)
})

test('a new password ends all other sessions, and a mail tells of it', async () => {
  const member = await hub.registered('changing')
  const elsewhere = await hub.signIn(member)

  const answer = await hub.as(member, 'PUT', '/api/users/me/password', {
    currentPassword: member.password,
    newPassword: 'new one',
  })

  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  expect((await hub.as(member, 'GET', '/api/auth/profile')).status).toBe(200)
  expect((await hub.as(elsewhere, 'GET', '/api/auth/profile')).status).toBe(401)
  const signIn = (password: string) =>
    hub.as(null, 'POST', '/api/auth/login', { email: member.email, password })
  expect((await signIn(member.password)).status).toBe(401)
  expect((await signIn('new one')).status).toBe(200)
  expect(await actionsOf(member)).toEqual(['User Registered', 'Password Changed', 'User Login'])
  expect(await mailsTo(member.email)).toContain('Your password was changed - Scripthaven')
})

test('of two password changes at once one counts', async () => {
  const member = await hub.registered('hurried')

  const change = (newPassword: string) =>
    hub.as(member, 'PUT', '/api/users/me/password', { currentPassword: member.password, newPassword })
  const answers = await Promise.all([change('first choice'), change('other choice')])

  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('whoever holds an admin key needs twelve characters that are not easily guessed', async () => {
  const member = await hub.registered('promoted')
  await hub.joinGroup(member.id, 'keyholders', 60, ['admin.system.access'])
  const change = (newPassword: string) =>
    hub.as(member, 'PUT', '/api/users/me/password', { currentPassword: member.password, newPassword })

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
