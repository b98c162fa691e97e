import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestHub } from '#server/testing.ts'

const hub = await startTestHub()

const visitor = null
const password = 'correct horse'

function register(username: string, more: Record<string, unknown> = {}) {
  const body = { username, email: `${username}@example.com`, password, ...more }
  return hub.as(visitor, 'POST', '/api/auth/register', body)
}

async function counts() {
  const { rows } = await hub.db.execute<{ users: number; total: number; members: number }>(sql`
    select (select count(*)::integer from users) as users, (select users from site_totals) as total,
      (select member_count from groups where is_default) as members`)
  return rows[0]
}

test.each([
  ['no name', { username: '' }, { username: 'Username is required' }],
  ['a short name', { username: 'ab' }, { username: 'Username must be at least 3 characters' }],
  [
    'a name with a space',
    { username: 'night rider' },
    { username: 'Username may only contain letters, digits, and _ - .' },
  ],
  [
    'a name in look-alike letters',
    { username: 'аdmin' },
    { username: 'Username may only contain letters, digits, and _ - .' },
  ],
  ['no address', { email: undefined }, { email: 'Email is required' }],
  ['no real address', { email: 'someone' }, { email: 'Email is invalid' }],
  [
    'an address that smuggles a header',
    { email: 'a@example.com\nBcc: b@example.com' },
    { email: 'Email is invalid' },
  ],
  ['two addresses', { email: 'a@example.com,b@example.com' }, { email: 'Email is invalid' }],
  ['no password', { password: undefined }, { password: 'Password is required' }],
  ['a short password', { password: '12345' }, { password: 'Password must be at least 6 characters' }],
  [
    'an endless password',
    { password: 'x'.repeat(257) },
    { password: 'Password must be at most 256 characters' },
  ],
])('a registration with %s is refused', async (_, body, fields) => {
  const before = await counts()

  const answer = await register('somebody', body)

  expect(answer).toMatchObject({ status: 400, body: { code: 'validation', fields } })
  expect(await counts()).toEqual(before)
})

test('six characters are enough for a member, whatever they are', async () => {
  expect((await register('easygoing', { password: 'easygoing' })).status).toBe(201)
  expect((await register('sixfold', { password: '123456' })).status).toBe(201)
})

test('a password that holds NUL is refused', async () => {
  expect(await register('somebody', { password: 'secret\u0000secret' })).toMatchObject({
    status: 400,
    body: { code: 'bad_request' },
  })
})

test.each(['admin', 'Moderator', 'script-haven', 'S.Y.S.T.E.M'])(
  'nobody registers as %s',
  async (username) => {
    expect(await register(username, { email: 'reserved@example.com' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', fields: { username: 'Username is already taken' } },
    })
  },
)

test('a name or an address that somebody has is refused, in whatever case', async () => {
  await register('taken')
  const before = await counts()

  const both = await register('TAKEN', { email: 'Taken@Example.com' })
  const address = await register('another', { email: 'TAKEN@example.com' })

  expect(both).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      error: 'Username is already taken',
      fields: { username: 'Username is already taken', email: 'Email is already registered' },
    },
  })
  expect(address.body.fields).toEqual({ email: 'Email is already registered' })
  expect(await counts()).toEqual(before)
})

test('of 20 who want the same name at once one gets it', async () => {
  const before = await counts()

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => register('wanted', { email: `wanted${index}@example.com` })),
  )

  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  expect(await counts()).toEqual({
    users: (before?.users ?? 0) + 1,
    total: (before?.total ?? 0) + 1,
    members: (before?.members ?? 0) + 1,
  })
})

test('nothing but name, address and password is taken from a registration', async () => {
  const smuggled = {
    id: 1,
    is_admin: true,
    is_owner: true,
    status: 'under_review',
    email_verified: true,
    permissions: ['admin.system.access'],
    groups: [{ id: 1 }],
    notes: 'mine',
  }

  const { status, body } = await register('modest', smuggled)

  expect(status).toBe(201)
  expect(body.user).toMatchObject({
    is_admin: false,
    is_owner: false,
    status: 'active',
    email_verified: false,
  })
  expect(body.user.permissions.sort()).toEqual(['scripts.download', 'scripts.rate'])
})

test('whoever registers is a signed-in member of the default group, and the log says so', async () => {
  const before = await counts()

  const { status, body } = await register('newcomer', { email: '  Newcomer@Example.com ' })

  expect(status).toBe(201)
  expect(body.user).toEqual({
    id: expect.any(Number),
    username: 'newcomer',
    email: 'Newcomer@Example.com',
    avatar_url: null,
    css: '',
    is_admin: false,
    is_owner: false,
    permissions: expect.arrayContaining(['scripts.download', 'scripts.rate']),
    groups: [
      {
        id: expect.any(Number),
        name: 'member',
        display_name: 'Member',
        color: '#ad9c7e',
        priority: 1000,
        user_styles: null,
      },
    ],
    scripts_uploaded: 0,
    total_downloads: 0,
    phone_number: null,
    email_verified: false,
    two_factor_enabled: false,
    discord_verified: false,
    status: 'active',
  })
  const me = await hub.as({ token: body.accessToken }, 'GET', '/api/auth/profile')
  expect(me.body.user.username).toBe('newcomer')
  expect(await counts()).toEqual({
    users: (before?.users ?? 0) + 1,
    total: (before?.total ?? 0) + 1,
    members: (before?.members ?? 0) + 1,
  })
  const { rows } = await hub.db.execute(
    sql`select action, type, target_id, source from activities where user_id = ${body.user.id}`,
  )
  expect(rows).toEqual([
    { action: 'User Registered', type: 'user', target_id: body.user.id, source: 'server' },
  ])
})

test('a token lives for 30 days', async () => {
  const { body } = await register('dated')

  const claims = JSON.parse(Buffer.from(body.accessToken.split('.')[1], 'base64url').toString())
  expect(claims.exp - claims.iat).toBe(30 * 24 * 3600)
  expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub'])
})
