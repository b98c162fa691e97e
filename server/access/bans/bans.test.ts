import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Permission } from '#contract/platform/permissions.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let time = new Date('2026-06-15T12:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })
const later = (hours: number) => new Date(time.getTime() + hours * 3_600_000).toISOString()

const pathOf = ({ id }: { id: number }, end: 'ban' | 'unban') => `/api/users/admin/users/${id}/${end}`
const forever = { reason: 'Spam', is_permanent: true }
const ban = (user: TestUser | null, target: { id: number }, body: Record<string, unknown> = forever) =>
  app.request(user, 'POST', pathOf(target, 'ban'), body)
const unban = (user: TestUser | null, target: { id: number }) =>
  app.request(user, 'DELETE', pathOf(target, 'unban'))
const change = (user: TestUser | null, target: { id: number }, body: Record<string, unknown> = forever) =>
  app.request(user, 'PUT', pathOf(target, 'ban'), body)
const read = (user: TestUser | null, target: { id: number }) =>
  app.request(user, 'GET', pathOf(target, 'ban'))

/** Creates a user of that rank who may ban users. */
let moderators = 0
async function createModerator(priority: number, ...more: Permission[]): Promise<TestUser> {
  const user = await app.createUser()
  const keys: Permission[] = ['admin.system.access', 'admin.users.ban', ...more]
  await app.joinGroup(user.id, `marshals ${++moderators}`, priority, keys)
  return user
}

const owner = await app.createOwner()
const moderator = await createModerator(50)

async function state() {
  const { rows } = await app.db.execute(sql`
    select (select json_agg(b order by id) from bans b) as bans, (select count(*)::integer from activities) as activities`)
  return rows[0]
}

test.each([
  ['a visitor', async () => null, 401],
  ['a member', () => app.createUser(), 403],
  ['a user without admin.system.access', () => app.createUser('admin.users.ban'), 403],
  [
    'a user with all other permissions',
    () => app.createUser('admin.system.access', 'admin.users.edit.basic'),
    403,
  ],
])('%s may neither ban, unban, change nor read bans', async (_, createCaller, status) => {
  const user = await createCaller()
  const target = await app.createUser()
  const before = await state()

  expect((await ban(user, target)).status).toBe(status)
  expect((await unban(user, target)).status).toBe(status)
  expect((await change(user, target)).status).toBe(status)
  expect((await read(user, target)).status).toBe(status)
  expect(await state()).toEqual(before)
})

test.each([
  ['an equal', () => createModerator(50), 'Cannot ban - user has higher priority groups'],
  ['a user above', () => createModerator(10), 'Cannot ban - user has higher priority groups'],
  ['the owner', async () => owner, 'Cannot ban - user has higher priority groups'],
  ['themselves', async () => moderator, 'You cannot do this to your own account'],
])('a moderator cannot ban %s', async (_, createTarget, message) => {
  const target = await createTarget()
  const before = await state()

  expect(await ban(moderator, target)).toMatchObject({ status: 403, body: { error: message } })
  expect((await unban(moderator, target)).status).toBe(403)
  expect((await change(moderator, target)).status).toBe(403)
  expect((await read(moderator, target)).status).toBe(403)
  expect(await state()).toEqual(before)
})

test('an owner cannot be banned by another owner or a user with the admin flag', async () => {
  const flagged = await app.createUser()
  await app.db.execute(sql`update users set is_admin = true where id = ${flagged.id}`)
  const coOwner = await app.createOwner()

  for (const user of [flagged, coOwner, owner]) expect((await ban(user, owner)).status).toBe(403)
  expect((await app.request(owner, 'GET', '/api/users/me')).body.is_banned).toBe(false)
})

test.each([
  [{}, { reason: 'Please provide a reason for the ban' }],
  [{ reason: '  ', is_permanent: true }, { reason: 'Please provide a reason for the ban' }],
  [
    { reason: 'x'.repeat(1001), is_permanent: true },
    { reason: 'The reason must be at most 1000 characters' },
  ],
  [{ reason: 'Spam' }, { expires_at: 'Please specify a custom duration' }],
  [
    { reason: 'Spam', is_permanent: false, expires_at: null },
    { expires_at: 'Please specify a custom duration' },
  ],
  [{ reason: 'Spam', expires_at: 'next week' }, { expires_at: 'Please enter a valid custom duration' }],
  [
    { reason: 'Spam', expires_at: '9999-12-31T23:59:59-05:00' },
    { expires_at: 'Please enter a valid custom duration' },
  ],
  [{ reason: 'Spam', expires_at: later(-1) }, { expires_at: 'Please enter a valid custom duration' }],
  [{ reason: 'Spam', expires_at: later(24 * 3660) }, { expires_at: 'A timed ban lasts at most 10 years' }],
  [{ reason: 'Spam', is_permanent: 'yes' }, { is_permanent: 'is_permanent must be true or false' }],
])('the ban %j is rejected', async (body, fields) => {
  const target = await app.createUser()

  expect(await ban(moderator, target, body)).toMatchObject({
    status: 400,
    body: { code: 'validation', fields },
  })
  expect((await read(moderator, target)).body).toMatchObject({ is_banned: false, history: [] })
})

test('an unknown user is not found', async () => {
  expect(await ban(owner, { id: 2_000_000_000 })).toMatchObject({
    status: 404,
    body: { error: 'User not found' },
  })
})

test('a banned user may only see the ban from the next call on, until the ban is lifted', async () => {
  const target = await app.createUser('scripts.upload')
  const response = await ban(moderator, target, { reason: ' Stolen scripts ', is_permanent: true })

  expect(response).toMatchObject({
    status: 201,
    body: {
      is_banned: true,
      ban_info: {
        reason: 'Stolen scripts',
        is_permanent: true,
        expires_at: null,
        banned_by: moderator.username,
      },
      history: [{ state: 'in_force', ended_at: null, lifted_by: null }],
    },
  })
  expect(await app.request(target, 'GET', '/api/groups/me/info')).toMatchObject({
    status: 403,
    body: { code: 'banned' },
  })
  expect((await app.request(target, 'POST', '/api/scripts/1/like')).status).toBe(403)
  expect((await app.request(target, 'GET', '/api/scripts/1/download')).status).toBe(403)
  expect((await app.request(target, 'GET', '/api/users/me')).body).toMatchObject({
    is_banned: true,
    ban_info: { reason: 'Stolen scripts' },
  })

  expect((await unban(moderator, target)).body).toMatchObject({
    is_banned: false,
    ban_info: null,
    history: [{ state: 'lifted', ended_at: time.toISOString(), lifted_by: moderator.username }],
  })
  expect((await app.request(target, 'GET', '/api/groups/me/info')).status).toBe(200)
})

test('a second ban is rejected while one is active, and lifting twice is no error', async () => {
  const target = await app.createUser()
  await ban(moderator, target)
  const before = await state()

  expect(await ban(owner, target)).toMatchObject({
    status: 409,
    body: { error: 'This user is already banned' },
  })
  expect(await state()).toEqual(before)
  expect((await unban(moderator, target)).status).toBe(200)
  const lifted = await state()
  expect((await unban(moderator, target)).status).toBe(200)
  expect(await state()).toEqual(lifted)
})

test('a timed ban expires, and all bans stay in the history', async () => {
  const target = await app.createUser()
  await ban(moderator, target, { reason: 'First', expires_at: later(24) })
  expect((await app.request(target, 'GET', '/api/groups/me/info')).status).toBe(403)

  time = new Date(later(24))

  expect((await app.request(target, 'GET', '/api/groups/me/info')).status).toBe(200)
  expect((await read(moderator, target)).body).toMatchObject({
    is_banned: false,
    ban_info: null,
    history: [{ reason: 'First', state: 'expired', ended_at: time.toISOString(), lifted_by: null }],
  })
  time = new Date(later(1))
  await ban(moderator, target, { reason: 'Second', is_permanent: true, expires_at: later(1) })
  expect((await read(moderator, target)).body).toMatchObject({
    ban_info: { reason: 'Second', is_permanent: true, expires_at: null },
    history: [
      { reason: 'Second', state: 'in_force' },
      { reason: 'First', state: 'expired', ended_at: later(-1) },
    ],
  })
})

test('lifting a ban needs at least the authority of its issuer', async () => {
  const target = await app.createUser()
  const senior = await createModerator(20)
  const peer = await createModerator(20)
  await ban(senior, target)
  const before = await state()

  expect(await unban(moderator, target)).toMatchObject({
    status: 403,
    body: { error: 'Cannot unban - issuer of the ban has higher authority than yours' },
  })
  expect(await state()).toEqual(before)
  expect((await unban(peer, target)).status).toBe(200)
})

test('the activity log records bans with their reason and lifted bans', async () => {
  const target = await app.createUser()
  await ban(moderator, target, { reason: 'Spam', expires_at: later(1) })
  await unban(owner, target)

  const { rows } = await app.db.execute(sql`
    select action, user_id, status, metadata from activities where target_id = ${target.id} order by id`)
  expect(rows).toEqual([
    {
      action: 'User Banned',
      user_id: moderator.id,
      status: 'warning',
      metadata: {
        reason: 'Spam',
        expiresAt: later(1),
        old: { bannedUntil: null, reason: null },
        new: { bannedUntil: later(1), reason: 'Spam' },
      },
    },
    {
      action: 'User Unbanned',
      user_id: owner.id,
      status: 'success',
      metadata: {
        old: { bannedUntil: later(1), reason: 'Spam' },
        new: { bannedUntil: null, reason: null },
      },
    },
  ])
})

test('a change of a ban sets its end and reason, and is logged with the old and new values', async () => {
  const target = await app.createUser()
  expect(await change(moderator, target, { expires_at: later(48) })).toMatchObject({
    status: 409,
    body: { error: 'This user is not banned' },
  })
  await ban(moderator, target, { reason: 'Spam', expires_at: later(24) })
  for (const body of [{}, { reason: ' ', is_permanent: true }, { expires_at: later(-1) }])
    expect((await change(moderator, target, body)).status).toBe(400)
  expect((await read(moderator, target)).body.ban_info).toMatchObject({ expires_at: later(24) })

  const extended = await change(moderator, target, { expires_at: later(48) })
  expect(extended.body).toMatchObject({
    ban_info: { reason: 'Spam', is_permanent: false, expires_at: later(48) },
    history: [{ state: 'in_force' }],
  })
  await change(moderator, target, { reason: 'Spam, again', is_permanent: true })
  const before = await state()
  await change(moderator, target, { is_permanent: true })
  expect(await state()).toEqual(before)

  expect((await app.request(target, 'GET', '/api/users/me')).body.ban_info).toMatchObject({
    reason: 'Spam, again',
    is_permanent: true,
    expires_at: null,
  })
  const { rows } = await app.db.execute(sql`
    select metadata from activities where target_id = ${target.id} and action = 'Ban Changed' order by id`)
  expect(rows).toEqual([
    { metadata: { old: { bannedUntil: later(24) }, new: { bannedUntil: later(48) } } },
    {
      metadata: {
        old: { bannedUntil: later(48), reason: 'Spam' },
        new: { bannedUntil: 'Permanent', reason: 'Spam, again' },
      },
    },
  ])
})

test('changing a ban needs the authority to lift it, and takes on the authority of who changed it', async () => {
  const target = await app.createUser()
  const senior = await createModerator(20)
  await ban(senior, target, { reason: 'Spam', expires_at: later(24) })
  expect(await change(moderator, target)).toMatchObject({
    status: 403,
    body: { error: 'Cannot change bans - issuer of the ban has higher authority than yours' },
  })
  const other = await app.createUser()
  await ban(moderator, other, { reason: 'Spam', expires_at: later(24) })

  expect((await change(senior, other)).status).toBe(200)

  expect((await unban(moderator, other)).status).toBe(403)
  expect((await unban(senior, other)).status).toBe(200)
})

test('of twenty concurrent bans only one succeeds', async () => {
  const target = await app.createUser()

  const responses = await Promise.all(Array.from({ length: 20 }, () => ban(moderator, target)))

  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(19)
  expect((await read(moderator, target)).body.history).toHaveLength(1)
})

test('a user who is banned during the sign-in may only see the ban', async () => {
  for (let round = 0; round < 3; round++) {
    const target = await app.registerUser(`late${round}`)
    const { email, password } = target

    const [entry, banned] = await Promise.all([
      app.request(null, 'POST', '/api/auth/login', { email, password }),
      ban(moderator, target),
    ])

    expect([entry.status, banned.status]).toEqual([200, 201])
    const inside = { token: String(entry.body.accessToken) }
    expect((await app.request(inside, 'GET', '/api/groups/me/info')).status).toBe(403)
    expect((await app.request(inside, 'GET', '/api/users/me')).body.is_banned).toBe(true)
  }
})

test('a moderator who is banned concurrently cannot ban afterwards', async () => {
  for (let round = 0; round < 3; round++) {
    const fallen = await createModerator(60)
    const targets = await Promise.all(Array.from({ length: 8 }, () => app.createUser()))

    const responses = await Promise.all(
      targets.map((target, index) => (index === 3 ? ban(owner, fallen) : ban(fallen, target))),
    )

    expect(responses[3]?.status).toBe(201)
    const { rows } = await app.db.execute<{ late: number }>(sql`
      select count(*)::integer as late from activities where user_id = ${fallen.id} and id > (
        select id from activities where action = 'User Banned' and target_id = ${fallen.id})`)
    expect(rows[0]?.late).toBe(0)
  }
})
