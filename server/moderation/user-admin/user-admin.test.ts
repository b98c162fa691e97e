import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let time = new Date('2026-06-15T12:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })

const lister = await app.createUser('admin.system.access', 'admin.users.list')
const list = async (query = '', user = lister) => app.request(user, 'GET', `/api/users/admin/users${query}`)
const idsOf = (users: { id: number }[]) => users.map(({ id }) => id)
const idsOfIp = async (ip: string) =>
  idsOf((await list(`?ip=${encodeURIComponent(ip)}`)).body.users).toSorted((a, b) => a - b)
const namesOf = (users: { username: string }[]) => users.map(({ username }) => username)

/** A time a number of days and hours before now. */
const ago = (days: number, hours = 0) =>
  new Date(time.getTime() - (days * 24 + hours) * 3_600_000).toISOString()

const ada = await app.createUser()
await app.db.execute(sql`
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
  await app.db.execute(sql`
    insert into sign_in_attempts (user_id, ip, succeeded, created_at) values (${ada.id}, ${ip}, ${succeeded}, ${when})`)
await app.db.execute(sql`
  insert into sign_in_attempts (user_id, ip, succeeded, created_at) values (null, '198.51.100.9', false, ${ago(0, 1)})`)

test.each([
  ['a visitor', null, 401],
  ['a member', await app.createUser(), 403],
  [
    'a user with all other permissions',
    await app.createUser('admin.system.access', 'admin.users.edit.basic', 'admin.users.ban'),
    403,
  ],
  ['a user without admin.system.access', await app.createUser('admin.users.list'), 403],
])('%s may not read users', async (_, user, status) => {
  expect((await app.request(user, 'GET', '/api/users/admin/users')).status).toBe(status)
  expect((await app.request(user, 'GET', `/api/users/admin/users/${ada.id}`)).status).toBe(status)
  expect((await app.request(user, 'GET', `/api/users/admin/users/${ada.id}/groups`)).status).toBe(status)
})

test.each([
  ['?role=boss', { role: 'Role must be all, admin or user' }],
  ['?status=asleep', { status: 'Status must be all, active, inactive, suspended, under_review or banned' }],
  ['?group=x', { group: 'Not an id' }],
  ['?verified=maybe', { verified: 'Verified must be all, yes or no' }],
  ['?age=old', { age: 'Age must be all, day, week, month, year or older' }],
  ['?sort=password_hash', { sort: 'Unknown sort' }],
  ['?order=up', { order: 'Order must be asc or desc' }],
  ['?ip=here', { ip: 'Not an IP or a network' }],
  ['?limit=101', { limit: 'Limit must be 1 to 100' }],
  ['?page=0', { page: 'Page starts at 1' }],
])('the list rejects %s', async (query, fields) => {
  expect(await list(query)).toMatchObject({ status: 400, body: { code: 'validation', fields } })
})

test('a user has all fields of the contract', async () => {
  const { body } = await app.request(lister, 'GET', `/api/users/admin/users/${ada.id}`)

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
    suspension: null,
    groups: [expect.objectContaining({ name: 'member', priority: 1000, is_active: true, expires_at: null })],
  })
})

test('notes need the permission to write them, and secrets are never returned', async () => {
  const editor = await app.createUser('admin.system.access', 'admin.users.list', 'admin.users.edit.notes')

  const read = await list('?q=adalove', editor)
  const unread = await list('?q=adalove')

  expect(read.body.users).toMatchObject([{ notes: 'NOTE-CANARY' }])
  expect(JSON.stringify(unread.body)).not.toContain('NOTE-CANARY')
  expect(JSON.stringify(read.body)).not.toMatch(/hash|secret|argon2/)
})

test('a user who never signed in has a success rate of 100', async () => {
  const fresh = await app.createUser()

  const { body } = await app.request(lister, 'GET', `/api/users/admin/users/${fresh.id}`)

  expect(body).toMatchObject({
    last_login: null,
    login_success_rate: 100,
    recent_login_attempts: 0,
    unique_ips: [],
  })
})

test('an unknown user is not found', async () => {
  for (const path of ['/api/users/admin/users/2000000000', '/api/users/admin/users/2000000000/groups'])
    expect(await app.request(lister, 'GET', path)).toMatchObject({
      status: 404,
      body: { error: 'User not found' },
    })
})

test.each([
  ['a part of the name', 'lovel', ['AdaLovelace']],
  ['a part of the email, in another case', 'ENGINES', ['AdaLovelace']],
  ['two letters from the start', 'ad', ['AdaLovelace']],
  ['three letters from within', 'ove', ['AdaLovelace']],
  ['one letter from the start', 'A', ['AdaLovelace']],
  ['two letters at the start only', 'lo', []],
  ['a wildcard taken literally', 'a%e', []],
  ['an underscore taken literally', '_da', []],
  ['a quote', `o'hara\\`, []],
])('users are found by %s', async (_, q, expected) => {
  const { status, body } = await list(`?q=${encodeURIComponent(q)}`)

  expect(status).toBe(200)
  expect(namesOf(body.users)).toEqual(expected)
  expect(body.pagination.total).toBe(expected.length)
})

test('role and status filters agree with the badges and the totals', async () => {
  const flagged = await app.createUser()
  await app.db.execute(sql`update users set is_admin = true where id = ${flagged.id}`)
  const owner = await app.createOwner()
  const banned = await app.createUser()
  await app.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority) values (${banned.id}, 'Spam', true, 'x', 50)`)
  const formerly = await app.createUser()
  await app.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, expires_at, issuer_name, issuer_authority)
    values (${formerly.id}, 'Spam', false, ${ago(1)}, 'x', 50)`)
  const idle = await app.createUser()
  await app.db.execute(sql`update users set status = 'inactive' where id = ${idle.id}`)
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

test('users are filtered by group, verification, review and age', async () => {
  const [fresh, older, reviewed] = [await app.createUser(), await app.createUser(), await app.createUser()]
  await app.db.execute(sql`update users set created_at = ${ago(0, 5)} where id = ${fresh.id}`)
  await app.db.execute(sql`update users set created_at = ${ago(366)} where id = ${older.id}`)
  await app.db.execute(sql`
    update users set status = 'under_review', email_verified = true where id = ${reviewed.id}`)
  const { rows } = await app.db.execute<{ id: number }>(sql`
    insert into groups (name, display_name, priority) values ('curators', 'Curators', 700) returning id`)
  const group = rows[0]?.id
  await app.db.execute(sql`
    insert into memberships (user_id, group_id, expires_at) values
      (${older.id}, ${group}, null), (${fresh.id}, ${group}, ${ago(1)})`)
  const found = async (query: string) => idsOf((await list(`?limit=100&${query}`)).body.users)

  expect(await found(`group=${group}`)).toEqual([older.id])
  expect(await found('status=under_review')).toEqual([reviewed.id])
  expect(new Set(await found('verified=yes'))).toEqual(new Set([ada.id, reviewed.id]))
  const unverified = await found('verified=no')
  expect(unverified).toContain(fresh.id)
  expect(unverified).not.toContain(ada.id)
  expect(await found('age=older')).toEqual([older.id])
  expect(await found('age=day')).toContain(fresh.id)
  expect(await found('age=month')).not.toContain(ada.id)
  expect(await found('age=year')).toContain(ada.id)
  expect((await list(`?group=${group}&age=older&verified=no`)).body.pagination.total).toBe(1)
})

test('users are filtered by an IP or its network, also after the IP was cut to the network', async () => {
  const users: TestUser[] = []
  for (let index = 0; index < 5; index++) users.push(await app.createUser())
  const [one, same, neighbour, cut, sixth] = users
  for (const [user, registered, login] of [
    [one, '203.0.113.7', null],
    [same, '198.51.100.1', '203.0.113.7'],
    [neighbour, '203.0.113.8', null],
    [cut, '203.0.113.0/24', null],
    [sixth, '2001:db8::1', '2001:db8:0:0:ffff::2'],
  ] as const)
    await app.db.execute(sql`
      update users set registration_ip = ${registered}, last_login_ip = ${login} where id = ${user?.id}`)
  const ids = (...wanted: (typeof one)[]) => wanted.map((user) => user?.id)

  expect(await idsOfIp('203.0.113.7')).toEqual(ids(one, same))
  expect(await idsOfIp('203.0.113.7/24')).toEqual(ids(one, same, neighbour, cut))
  expect(await idsOfIp('203.0.113.0/24')).toEqual(ids(one, same, neighbour, cut))
  expect(await idsOfIp('2001:db8::/64')).toEqual(ids(sixth))
  expect(await idsOfIp('2001:db8:0:1::/64')).toEqual([])
  expect(await idsOfIp('999.1.1.1')).toEqual([])
  await app.db.execute(sql`update users set last_login_ip = 'fe80::1%eth0' where id = ${one?.id}`)
  expect(await idsOfIp('203.0.113.7')).toEqual(ids(one, same))
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

test('users who never signed in come last by last sign-in', async () => {
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

test('the header counts users, administrators and, cached for 30 seconds, this week’s visitors', async () => {
  const before = (await list()).body.stats
  const visitor = await app.createUser()
  const edge = await app.createUser()
  const past = await app.createUser('admin.system.access')
  await app.db.execute(sql`update users set last_active_at = ${ago(0)} where id = ${visitor.id}`)
  await app.db.execute(sql`update users set last_active_at = ${ago(7, 23)} where id = ${edge.id}`)
  await app.db.execute(sql`update users set last_active_at = ${ago(8, 1)} where id = ${past.id}`)

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
