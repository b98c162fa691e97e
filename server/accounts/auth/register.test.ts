import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()

const visitor = null
const password = 'correct horse'

function register(username: string, more: Record<string, unknown> = {}) {
  const body = { username, email: `${username}@example.com`, password, ...more }
  return app.request(visitor, 'POST', '/api/auth/register', body)
}

async function counts() {
  const { rows } = await app.db.execute<{ users: number; total: number; members: number }>(sql`
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
    'a name of homoglyphs',
    { username: 'аdmin' },
    { username: 'Username may only contain letters, digits, and _ - .' },
  ],
  ['no email', { email: undefined }, { email: 'Email is required' }],
  ['an invalid email', { email: 'someone' }, { email: 'Email is invalid' }],
  [
    'an email with a header injection',
    { email: 'a@example.com\nBcc: b@example.com' },
    { email: 'Email is invalid' },
  ],
  ['two emails', { email: 'a@example.com,b@example.com' }, { email: 'Email is invalid' }],
  ['no password', { password: undefined }, { password: 'Password is required' }],
  ['a short password', { password: '12345' }, { password: 'Password must be at least 6 characters' }],
  [
    'a password that is too long',
    { password: 'x'.repeat(257) },
    { password: 'Password must be at most 256 characters' },
  ],
])('a registration with %s is rejected', async (_, body, fields) => {
  const before = await counts()

  const response = await register('newcomer', body)

  expect(response).toMatchObject({ status: 400, body: { code: 'validation', fields } })
  expect(await counts()).toEqual(before)
})

test('members may have any password of six characters', async () => {
  expect((await register('easygoing', { password: 'easygoing' })).status).toBe(201)
  expect((await register('sixfold', { password: '123456' })).status).toBe(201)
})

test('a password with NUL is rejected', async () => {
  expect(await register('newcomer', { password: 'secret\u0000secret' })).toMatchObject({
    status: 400,
    body: { code: 'validation', fields: { password: 'Text must not contain NUL characters' } },
  })
})

test.each(['admin', 'Moderator', 'script-haven', 'S.Y.S.T.E.M'])(
  'the name %s is reserved',
  async (username) => {
    expect(await register(username, { email: 'reserved@example.com' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', fields: { username: 'Username is already taken' } },
    })
  },
)

test('a name or an email of another user is rejected in any case', async () => {
  await register('taken')
  const before = await counts()

  const both = await register('TAKEN', { email: 'Taken@Example.com' })
  const email = await register('another', { email: 'TAKEN@example.com' })

  expect(both).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      error: 'Username is already taken',
      fields: { username: 'Username is already taken', email: 'Email is already registered' },
    },
  })
  expect(email.body.fields).toEqual({ email: 'Email is already registered' })
  expect(await counts()).toEqual(before)
})

test('of 20 concurrent registrations of one name only one succeeds', async () => {
  const before = await counts()

  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => register('wanted', { email: `wanted${index}@example.com` })),
  )

  const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  expect(await counts()).toEqual({
    users: (before?.users ?? 0) + 1,
    total: (before?.total ?? 0) + 1,
    members: (before?.members ?? 0) + 1,
  })
})

test('a registration ignores all fields except name, email and password', async () => {
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

test('a registered user is signed in, in the default group and recorded', async () => {
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
  const me = await app.request({ token: body.accessToken }, 'GET', '/api/auth/profile')
  expect(me.body.user.username).toBe('newcomer')
  expect(await counts()).toEqual({
    users: (before?.users ?? 0) + 1,
    total: (before?.total ?? 0) + 1,
    members: (before?.members ?? 0) + 1,
  })
  const { rows } = await app.db.execute(
    sql`select action, type, target_id, source from activities where user_id = ${body.user.id}`,
  )
  expect(rows).toEqual([
    { action: 'User Registered', type: 'user', target_id: body.user.id, source: 'server' },
  ])
})

test('a token is valid for 30 days', async () => {
  const { body } = await register('dated')

  const claims = JSON.parse(Buffer.from(body.accessToken.split('.')[1], 'base64url').toString())
  expect(claims.exp - claims.iat).toBe(30 * 24 * 3600)
  expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub'])
})
