import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Permission } from '#contract/permissions.ts'
import { startTestHub, type Person } from '#server/testing.ts'

let time = new Date('2026-06-15T12:00:00Z')
const hub = await startTestHub({ clock: { now: () => time } })
const later = (hours: number) => new Date(time.getTime() + hours * 3_600_000).toISOString()

const pathOf = ({ id }: { id: number }, end: 'ban' | 'unban') => `/api/users/admin/users/${id}/${end}`
const forever = { reason: 'Spam', is_permanent: true }
const ban = (someone: Person | null, target: { id: number }, body: Record<string, unknown> = forever) =>
  hub.as(someone, 'POST', pathOf(target, 'ban'), body)
const unban = (someone: Person | null, target: { id: number }) =>
  hub.as(someone, 'DELETE', pathOf(target, 'unban'))
const read = (someone: Person | null, target: { id: number }) => hub.as(someone, 'GET', pathOf(target, 'ban'))

/** Somebody of that rank who may ban, and holds these keys beside. */
let marshals = 0
async function marshal(priority: number, ...more: Permission[]): Promise<Person> {
  const someone = await hub.person()
  const keys: Permission[] = ['admin.system.access', 'admin.users.ban', ...more]
  await hub.joinGroup(someone.id, `marshals ${++marshals}`, priority, keys)
  return someone
}

const owner = await hub.owner()
const moderator = await marshal(50)

async function state() {
  const { rows } = await hub.db.execute(sql`
    select (select json_agg(b order by id) from bans b) as bans, (select count(*)::integer from activities) as told`)
  return rows[0]
}

test.each([
  ['a visitor', async () => null, 401],
  ['a member', () => hub.person(), 403],
  ['somebody with the key but no way into the back office', () => hub.person('admin.users.ban'), 403],
  ['somebody with every other key', () => hub.person('admin.system.access', 'admin.users.edit.basic'), 403],
])('%s bans nobody, lifts nothing and reads no ban', async (_, who, status) => {
  const someone = await who()
  const target = await hub.person()
  const before = await state()

  expect((await ban(someone, target)).status).toBe(status)
  expect((await unban(someone, target)).status).toBe(status)
  expect((await read(someone, target)).status).toBe(status)
  expect(await state()).toEqual(before)
})

test.each([
  ['an equal', () => marshal(50), 'Cannot ban - user has higher priority groups'],
  ['somebody above', () => marshal(10), 'Cannot ban - user has higher priority groups'],
  ['the owner', async () => owner, 'Cannot ban - user has higher priority groups'],
  ['themselves', async () => moderator, 'You cannot do this to your own account'],
])('a moderator cannot ban %s', async (_, whom, message) => {
  const target = await whom()
  const before = await state()

  expect(await ban(moderator, target)).toMatchObject({ status: 403, body: { error: message } })
  expect((await unban(moderator, target)).status).toBe(403)
  expect((await read(moderator, target)).status).toBe(403)
  expect(await state()).toEqual(before)
})

test('nobody bans an owner: neither another owner nor a holder of the admin flag', async () => {
  const flagged = await hub.person()
  await hub.db.execute(sql`update users set is_admin = true where id = ${flagged.id}`)
  const coOwner = await hub.owner()

  for (const someone of [flagged, coOwner, owner]) expect((await ban(someone, owner)).status).toBe(403)
  expect((await hub.as(owner, 'GET', '/api/users/me')).body.is_banned).toBe(false)
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
])('the ban %j is refused', async (body, fields) => {
  const target = await hub.person()

  expect(await ban(moderator, target, body)).toMatchObject({
    status: 400,
    body: { code: 'validation', fields },
  })
  expect((await read(moderator, target)).body).toMatchObject({ is_banned: false, history: [] })
})

test('an unknown person is not found', async () => {
  expect(await ban(owner, { id: 2_000_000_000 })).toMatchObject({
    status: 404,
    body: { error: 'User not found' },
  })
})

test('a banned person may do nothing from that moment on but see why, and all is well once the ban is lifted', async () => {
  const target = await hub.person('scripts.upload')
  const answer = await ban(moderator, target, { reason: ' Stolen scripts ', is_permanent: true })

  expect(answer).toMatchObject({
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
  expect(await hub.as(target, 'GET', '/api/groups/me/info')).toMatchObject({
    status: 403,
    body: { code: 'banned' },
  })
  expect((await hub.as(target, 'POST', '/api/scripts/1/like')).status).toBe(403)
  expect((await hub.as(target, 'GET', '/api/scripts/1/download')).status).toBe(403)
  expect((await hub.as(target, 'GET', '/api/users/me')).body).toMatchObject({
    is_banned: true,
    ban_info: { reason: 'Stolen scripts' },
  })

  expect((await unban(moderator, target)).body).toMatchObject({
    is_banned: false,
    ban_info: null,
    history: [{ state: 'lifted', ended_at: time.toISOString(), lifted_by: moderator.username }],
  })
  expect((await hub.as(target, 'GET', '/api/groups/me/info')).status).toBe(200)
})

test('a second ban is refused while one is in force, and lifting twice is no error', async () => {
  const target = await hub.person()
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

test('a timed ban ends by itself, and every ban stays on record', async () => {
  const target = await hub.person()
  await ban(moderator, target, { reason: 'First', expires_at: later(24) })
  expect((await hub.as(target, 'GET', '/api/groups/me/info')).status).toBe(403)

  time = new Date(later(24))

  expect((await hub.as(target, 'GET', '/api/groups/me/info')).status).toBe(200)
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

test('a ban is lifted only by somebody at least as strong as who issued it', async () => {
  const target = await hub.person()
  const senior = await marshal(20)
  const peer = await marshal(20)
  await ban(senior, target)
  const before = await state()

  expect(await unban(moderator, target)).toMatchObject({
    status: 403,
    body: { error: 'Cannot unban - issuer of the ban has higher authority than yours' },
  })
  expect(await state()).toEqual(before)
  expect((await unban(peer, target)).status).toBe(200)
})

test('the activity log tells who banned whom, why, and who lifted it', async () => {
  const target = await hub.person()
  await ban(moderator, target, { reason: 'Spam', expires_at: later(1) })
  await unban(owner, target)

  const { rows } = await hub.db.execute(sql`
    select action, user_id, status, metadata from activities where target_id = ${target.id} order by id`)
  expect(rows).toEqual([
    {
      action: 'User Banned',
      user_id: moderator.id,
      status: 'warning',
      metadata: { reason: 'Spam', expiresAt: later(1) },
    },
    { action: 'User Unbanned', user_id: owner.id, status: 'success', metadata: {} },
  ])
})

test('of twenty bans at once one counts', async () => {
  const target = await hub.person()

  const answers = await Promise.all(Array.from({ length: 20 }, () => ban(moderator, target)))

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  expect((await read(moderator, target)).body.history).toHaveLength(1)
})

test('who is banned while they sign in is in, and may do nothing', async () => {
  for (let round = 0; round < 3; round++) {
    const target = await hub.registered(`late${round}`)
    const { email, password } = target

    const [entry, banned] = await Promise.all([
      hub.as(null, 'POST', '/api/auth/login', { email, password }),
      ban(moderator, target),
    ])

    expect([entry.status, banned.status]).toEqual([200, 201])
    const inside = { token: String(entry.body.accessToken) }
    expect((await hub.as(inside, 'GET', '/api/groups/me/info')).status).toBe(403)
    expect((await hub.as(inside, 'GET', '/api/users/me')).body.is_banned).toBe(true)
  }
})

test('a moderator who is banned at the same moment bans nobody after it', async () => {
  for (let round = 0; round < 3; round++) {
    const fallen = await marshal(60)
    const targets = await Promise.all(Array.from({ length: 8 }, () => hub.person()))

    const answers = await Promise.all(
      targets.map((target, index) => (index === 3 ? ban(owner, fallen) : ban(fallen, target))),
    )

    expect(answers[3]?.status).toBe(201)
    const { rows } = await hub.db.execute<{ late: number }>(sql`
      select count(*)::integer as late from activities where user_id = ${fallen.id} and id > (
        select id from activities where action = 'User Banned' and target_id = ${fallen.id})`)
    expect(rows[0]?.late).toBe(0)
  }
})
