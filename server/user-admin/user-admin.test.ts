import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestHub } from '#server/testing.ts'

let time = new Date('2026-06-15T12:00:00Z')
const hub = await startTestHub({ clock: { now: () => time } })

const lister = await hub.person('admin.system.access', 'admin.users.list')
const list = async (query = '', someone = lister) => hub.as(someone, 'GET', `/api/users/admin/users${query}`)
const idsOf = (users: { id: number }[]) => users.map(({ id }) => id)
const namesOf = (users: { username: string }[]) => users.map(({ username }) => username)

/** Set a known number of days and hours before now. */
const ago = (days: number, hours = 0) =>
  new Date(time.getTime() - (days * 24 + hours) * 3_600_000).toISOString()

const ada = await hub.person()
await hub.db.execute(sql`
  update users set username = 'AdaLovelace', username_key = 'adalovelace', email = 'Ada@engines.example',
    email_key = 'ada@engines.example', phone_number = '+44 20', notes = 'NOTE-CANARY', status = 'suspended',
    created_at = ${ago(100, 5)}, last_login_at = ${ago(3)}, last_active_at = ${ago(2, 23)}, scripts_uploaded = 7,
    total_downloads = 70, reputation = 700, registration_ip = '192.0.2.1', last_login_ip = '192.0.2.2',
    email_verified = true where id = ${ada.id}`)
for (const [succeeded, when, ip] of [
  [true, ago(20), '192.0.2.1'],
  [true, ago(3), '192.0.2.2'],
  [false, ago(0, 23), '198.51.100.9'],
  [false, ago(1, 1), '198.51.100.9'],
  [true, ago(0, 1), '192.0.2.2'],
  [true, ago(0, 2), '192.0.2.2'],
] as const)
  await hub.db.execute(sql`
    insert into sign_in_attempts (user_id, ip, succeeded, created_at) values (${ada.id}, ${ip}, ${succeeded}, ${when})`)
await hub.db.execute(sql`
  insert into sign_in_attempts (user_id, ip, succeeded, created_at) values (null, '198.51.100.9', false, ${ago(0, 1)})`)

test.each([
  ['a visitor', null, 401],
  ['a member', await hub.person(), 403],
  [
    'somebody with every key but the one',
    await hub.person('admin.system.access', 'admin.users.edit.basic', 'admin.users.ban'),
    403,
  ],
  ['somebody who may not enter the back office', await hub.person('admin.users.list'), 403],
])('%s reads no users', async (_, someone, status) => {
  expect((await hub.as(someone, 'GET', '/api/users/admin/users')).status).toBe(status)
  expect((await hub.as(someone, 'GET', `/api/users/admin/users/${ada.id}`)).status).toBe(status)
  expect((await hub.as(someone, 'GET', `/api/users/admin/users/${ada.id}/groups`)).status).toBe(status)
})

test.each([
  ['?role=boss', { role: 'Role must be all, admin or user' }],
  ['?status=asleep', { status: 'Status must be all, active, inactive, suspended or banned' }],
  ['?sort=password_hash', { sort: 'Unknown sort' }],
  ['?order=up', { order: 'Order must be asc or desc' }],
  ['?limit=101', { limit: 'Limit must be 1 to 100' }],
  ['?page=0', { page: 'Page starts at 1' }],
])('the list refuses %s', async (query, fields) => {
  expect(await list(query)).toMatchObject({ status: 400, body: { code: 'validation', fields } })
})

test('a user is shown with everything the back office works with', async () => {
  const { body } = await hub.as(lister, 'GET', `/api/users/admin/users/${ada.id}`)

  expect(body).toEqual({
    id: ada.id,
    username: 'AdaLovelace',
    css: '',
    email: 'Ada@engines.example',
    phone_number: '+44 20',
    avatar_url: null,
    status: 'suspended',
    is_banned: false,
    is_locked: false,
    is_admin: false,
    is_owner: false,
    permissions: expect.arrayContaining(['scripts.download', 'scripts.rate']),
    email_verified: true,
    two_factor_enabled: false,
    notes: null,
    created_at: ago(100, 5),
    last_login: ago(3),
    days_since_last_active: 2,
    account_age_days: 100,
    scripts_uploaded: 7,
    total_downloads: 70,
    reputation: 700,
    registration_ip: '192.0.2.1',
    last_login_ip: '192.0.2.2',
    unique_ips: ['192.0.2.1', '192.0.2.2'],
    login_success_rate: 66.7,
    recent_login_attempts: 3,
    rank: 1000,
    groups: [expect.objectContaining({ name: 'member', priority: 1000, is_active: true, expires_at: null })],
  })
})

test('notes are for those who may write them, and nothing secret is for anybody', async () => {
  const editor = await hub.person('admin.system.access', 'admin.users.list', 'admin.users.edit.notes')

  const read = await list('?q=adalove', editor)
  const unread = await list('?q=adalove')

  expect(read.body.users).toMatchObject([{ notes: 'NOTE-CANARY' }])
  expect(JSON.stringify(unread.body)).not.toContain('NOTE-CANARY')
  expect(JSON.stringify(read.body)).not.toMatch(/hash|secret|argon2/)
})

test('who never signed in and never failed has a clean record', async () => {
  const fresh = await hub.person()

  const { body } = await hub.as(lister, 'GET', `/api/users/admin/users/${fresh.id}`)

  expect(body).toMatchObject({
    last_login: null,
    login_success_rate: 100,
    recent_login_attempts: 0,
    unique_ips: [],
  })
})

test('an unknown user is not found', async () => {
  for (const path of ['/api/users/admin/users/2000000000', '/api/users/admin/users/2000000000/groups'])
    expect(await hub.as(lister, 'GET', path)).toMatchObject({
      status: 404,
      body: { error: 'User not found' },
    })
})

test.each([
  ['a part of the name', 'lovel', ['AdaLovelace']],
  ['a part of the address, in another case', 'ENGINES', ['AdaLovelace']],
  ['two letters from the start', 'ad', ['AdaLovelace']],
  ['two letters from within', 'da', []],
  ['a wildcard taken literally', 'a%e', []],
  ['an underscore taken literally', '_da', []],
  ['a quote', `o'hara\\`, []],
])('people are found by %s', async (_, q, expected) => {
  const { status, body } = await list(`?q=${encodeURIComponent(q)}`)

  expect(status).toBe(200)
  expect(namesOf(body.users)).toEqual(expected)
  expect(body.pagination.total).toBe(expected.length)
})

test('role and status filter like the badges, and their totals agree with the pages', async () => {
  const flagged = await hub.person()
  await hub.db.execute(sql`update users set is_admin = true where id = ${flagged.id}`)
  const owner = await hub.owner()
  const banned = await hub.person()
  await hub.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority) values (${banned.id}, 'Spam', true, 'x', 50)`)
  const formerly = await hub.person()
  await hub.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, expires_at, issuer_name, issuer_authority)
    values (${formerly.id}, 'Spam', false, ${ago(1)}, 'x', 50)`)
  const idle = await hub.person()
  await hub.db.execute(sql`update users set status = 'inactive' where id = ${idle.id}`)
  const all = idsOf((await list('?limit=100')).body.users)

  const found: Record<string, number[]> = {}
  for (const role of ['all', 'admin', 'user'])
    for (const status of ['all', 'active', 'inactive', 'suspended', 'banned']) {
      const { body } = await list(`?role=${role}&status=${status}&limit=100`)
      expect(body.pagination.total).toBe(body.users.length)
      found[`${role} ${status}`] = idsOf(body.users)
    }

  expect(found['admin all']).toEqual(expect.arrayContaining([flagged.id, owner.id, lister.id]))
  expect(found['user all']).toEqual(all.filter((id: number) => !found['admin all']?.includes(id)))
  expect(found['all banned']).toEqual([banned.id])
  expect(found['all suspended']).toEqual([ada.id])
  expect(found['all inactive']).toEqual([idle.id])
  expect(found['all active']).toEqual(all.filter((id: number) => ![banned.id, ada.id, idle.id].includes(id)))
  expect(found['user active']).toContain(formerly.id)
  expect(found['admin suspended']).toEqual([])
  const { body } = await list('?status=banned')
  expect(body.users).toMatchObject([{ id: banned.id, is_banned: true }])
})

test.each([
  ['scripts', 'scripts_uploaded', 7],
  ['downloads', 'total_downloads', 70],
  ['reputation', 'reputation', 700],
])('the list sorts by %s, ties by id', async (sort, field, top) => {
  const { body } = await list(`?sort=${sort}&limit=100`)
  const reversed = await list(`?sort=${sort}&order=asc&limit=100`)

  expect(body.users[0]).toMatchObject({ username: 'AdaLovelace', [field]: top })
  expect(idsOf(reversed.body.users)).toEqual(idsOf(body.users).toReversed())
})

test('who never signed in comes last among the recently seen', async () => {
  const { body } = await list('?sort=last_login')

  expect(body.users[0].username).toBe('AdaLovelace')
  expect(body.users.at(-1).last_login).toBeNull()
})

test('pages do not overlap and end', async () => {
  const first = await list('?sort=username&order=asc&limit=2')
  const second = await list('?sort=username&order=asc&limit=2&page=2')
  const beyond = await list('?page=900')

  const names = [...namesOf(first.body.users), ...namesOf(second.body.users)]
  expect(new Set(names).size).toBe(4)
  expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
  expect(beyond.body.users).toEqual([])
  expect(first.body.pagination.totalPages).toBe(Math.ceil(first.body.pagination.total / 2))
})

test('the header counts people, administrators and, every half minute, this week’s visitors', async () => {
  const before = (await list()).body.stats
  const visitor = await hub.person()
  const edge = await hub.person()
  const past = await hub.person('admin.system.access')
  await hub.db.execute(sql`update users set last_active_at = ${ago(0)} where id = ${visitor.id}`)
  await hub.db.execute(sql`update users set last_active_at = ${ago(7, 23)} where id = ${edge.id}`)
  await hub.db.execute(sql`update users set last_active_at = ${ago(8, 1)} where id = ${past.id}`)

  expect((await list()).body.stats.activeThisWeek).toBe(before.activeThisWeek)
  time = new Date(time.getTime() + 31_000)
  const { stats, pagination } = (await list()).body

  expect(stats).toEqual({
    total: before.total + 3,
    admins: before.admins + 1,
    activeThisWeek: before.activeThisWeek + 2,
  })
  expect(pagination.total).toBe(stats.total)
})
