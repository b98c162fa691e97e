import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { permissions } from '#contract/platform/permissions.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const pathOf = ({ id }: { id: number }, end: string) => `/api/users/admin/users/${id}/${end}`
const setAdmin = (caller: TestUser | null, target: { id: number }, is_admin: unknown) =>
  app.request(caller, 'PUT', pathOf(target, 'admin'), { is_admin })
const suspend = (caller: TestUser | null, target: { id: number }, suspended: unknown) =>
  app.request(caller, 'PUT', pathOf(target, 'suspend'), { suspended })

const owner = await app.createOwner()
const moderator = await app.createUser()
await app.joinGroup(moderator.id, 'moderators', 60, ['admin.system.access', 'admin.users.ban'])

async function flagged(): Promise<TestUser> {
  const caller = await app.createUser()
  await app.db.execute(sql`update users set is_admin = true where id = ${caller.id}`)
  return caller
}

async function administrator(): Promise<TestUser> {
  const caller = await app.createUser()
  await app.db.execute(sql`
    insert into memberships (user_id, group_id) select ${caller.id}, id from groups where name = 'administrator'`)
  return caller
}

async function stateOf({ id }: { id: number }) {
  const { rows } = await app.db.execute(sql`
    select is_admin, is_owner, status, (select count(*)::integer from activities where target_id = ${id}) as activities
    from users where id = ${id}`)
  return rows[0]
}

test.each([
  ['a visitor', async () => null, 401],
  ['a member', () => app.createUser(), 403],
  ['a moderator', async () => moderator, 403],
  ['an administrator by group with all permissions', administrator, 403],
])('%s may not set the admin flag', async (_, createCaller, status) => {
  const caller = await createCaller()
  const target = await app.createUser()
  const before = await stateOf(target)

  expect((await setAdmin(caller, target, true)).status).toBe(status)
  expect(await stateOf(target)).toEqual(before)
})

test('owners and users with the flag set it, and only an owner removes it', async () => {
  const target = await app.createUser()
  const admin = await flagged()

  expect((await setAdmin(admin, target, true)).body.user).toMatchObject({ id: target.id, is_admin: true })
  const promoted = await stateOf(target)
  expect(await setAdmin(admin, target, false)).toMatchObject({
    status: 403,
    body: { error: 'Cannot modify admin flag - user has higher priority groups' },
  })
  expect((await setAdmin(owner, target, true)).status).toBe(200)
  expect(await stateOf(target)).toEqual(promoted)

  expect((await setAdmin(owner, target, false)).body.user.is_admin).toBe(false)
})

test('owners and the own account cannot be changed, so the last owner stays', async () => {
  const admin = await flagged()
  const coOwner = await app.createOwner()
  for (const [caller, target] of [
    [admin, owner],
    [coOwner, owner],
    [owner, owner],
    [admin, admin],
  ] as const) {
    const before = await stateOf(target)
    expect((await setAdmin(caller, target, false)).status).toBe(403)
    expect((await suspend(caller, target, true)).status).toBe(403)
    expect(await stateOf(target)).toEqual(before)
  }
})

test('a change of the flag ends all sessions', async () => {
  const target = await app.createUser()

  await setAdmin(owner, target, true)

  expect((await app.request(target, 'GET', '/api/auth/profile')).status).toBe(401)
})

test.each([['yes'], [null], [undefined]])('the flag %j is rejected', async (value) => {
  const target = await app.createUser()

  expect(await setAdmin(owner, target, value)).toMatchObject({
    status: 400,
    body: { fields: { is_admin: 'is_admin must be true or false' } },
  })
  expect(await suspend(owner, target, value)).toMatchObject({
    status: 400,
    body: { fields: { suspended: 'suspended must be true or false' } },
  })
})

test.each([
  ['a visitor', async () => null, 401],
  ['a member', () => app.createUser(), 403],
  [
    'a user who may only edit users',
    () => app.createUser('admin.system.access', 'admin.users.edit.basic'),
    403,
  ],
])('%s may not suspend users', async (_, createCaller, status) => {
  const caller = await createCaller()
  const target = await app.createUser()
  const before = await stateOf(target)

  expect((await suspend(caller, target, true)).status).toBe(status)
  expect(await stateOf(target)).toEqual(before)
})

test('users above cannot be suspended', async () => {
  const target = await administrator()

  expect(await suspend(moderator, target, true)).toMatchObject({
    status: 403,
    body: { error: 'Cannot modify status - user has higher priority groups' },
  })
})

test('a suspension and its end have an optional reason in the history, at most 1000 characters', async () => {
  const target = await app.createUser()
  const change = (suspended: boolean, reason: unknown) =>
    app.request(moderator, 'PUT', pathOf(target, 'suspend'), { suspended, reason })
  for (const reason of ['x'.repeat(1001), 7])
    expect(await change(true, reason)).toMatchObject({
      status: 400,
      body: { fields: { reason: expect.any(String) } },
    })
  expect((await app.request(target, 'GET', '/api/users/me')).status).toBe(200)

  expect((await change(true, ' Spam in comments. ')).status).toBe(200)
  const { body } = await app.request(owner, 'GET', `/api/users/admin/users/${target.id}`)
  expect(body.suspension).toMatchObject({ reason: 'Spam in comments.', ends_at: null })
  expect((await change(false, 'It was a mistake.')).status).toBe(200)
  expect((await change(true, ' ')).status).toBe(200)

  const { rows } = await app.db.execute(sql`
    select action, metadata -> 'new' ->> 'reason' as reason from activities where target_id = ${target.id} order by id`)
  expect(rows).toEqual([
    { action: 'User Suspended', reason: 'Spam in comments.' },
    { action: 'Suspension Ended', reason: 'It was a mistake.' },
    { action: 'User Suspended', reason: null },
  ])
})

test('a suspended user is rejected until the suspension ends; a repeat changes nothing', async () => {
  const target = await app.createUser()
  expect((await suspend(moderator, target, true)).body.user).toMatchObject({ status: 'suspended' })
  const suspended = await stateOf(target)
  expect((await suspend(moderator, target, true)).status).toBe(200)
  expect(await stateOf(target)).toEqual(suspended)
  expect(await app.request(target, 'GET', '/api/users/me')).toMatchObject({
    status: 403,
    body: { code: 'suspended', error: 'Account suspended' },
  })

  expect((await suspend(moderator, target, false)).body.user).toMatchObject({ status: 'active' })
  expect((await app.request(target, 'GET', '/api/users/me')).status).toBe(200)
})

test('ending a suspension does not change another status', async () => {
  const target = await app.createUser()
  await app.db.execute(sql`update users set status = 'inactive' where id = ${target.id}`)

  expect((await suspend(moderator, target, false)).body.user.status).toBe('inactive')
})

test('of concurrent changes of the flag the later one applies', async () => {
  const target = await app.createUser()
  const admin = await flagged()

  await Promise.all([setAdmin(admin, target, true), setAdmin(owner, target, false)])

  const { rows } = await app.db.execute<{ action: string }>(sql`
    select action from activities where target_id = ${target.id} order by id desc limit 1`)
  expect((await stateOf(target))?.is_admin).toBe(rows[0]?.action === 'Admin Promoted')
})

test('permissions are explained by the groups that grant them', async () => {
  const caller = await app.createUser()
  const group = await app.joinGroup(caller.id, 'curators', 300, [
    'admin.system.access',
    'admin.styles.manage',
    'scripts.rate',
  ])
  const ended = await app.joinGroup(caller.id, 'former', 200, ['scripts.upload'])
  await app.db.execute(sql`
    update memberships set expires_at = now() - interval '1 minute' where group_id = ${ended}`)
  const path = pathOf(caller, 'permissions')
  expect((await app.request(moderator, 'GET', path)).status).toBe(403)

  const { body } = await app.request(owner, 'GET', path)

  const curators = { id: group, name: 'curators', display_name: 'curators', color: '#666666' }
  expect(body.all_because_of).toBeNull()
  expect(body.permissions).toEqual([
    { key: 'scripts.download', implied_by: null, groups: [expect.objectContaining({ name: 'member' })] },
    {
      key: 'scripts.rate',
      implied_by: null,
      groups: [curators, expect.objectContaining({ name: 'member' })],
    },
    { key: 'admin.system.access', implied_by: null, groups: [curators] },
    { key: 'admin.styles.view', implied_by: 'admin.styles.manage', groups: [curators] },
    { key: 'admin.styles.manage', implied_by: null, groups: [curators] },
  ])
  expect(body.without_effect).toEqual([])
})

test('admin keys without admin.system.access are listed as without effect', async () => {
  const caller = await app.createUser('admin.users.ban')

  const { body } = await app.request(owner, 'GET', pathOf(caller, 'permissions'))

  expect(body.without_effect).toEqual([
    {
      key: 'admin.users.ban',
      groups: [expect.objectContaining({ name: `permissions of ${caller.username}` })],
    },
  ])
  expect(JSON.stringify(body.permissions)).not.toContain('admin.users.ban')
})

test('owners and users with the flag have all permissions, whatever their groups are', async () => {
  const explained = async (caller: TestUser) =>
    (await app.request(owner, 'GET', pathOf(caller, 'permissions'))).body

  expect((await explained(await flagged())).all_because_of).toBe('admin')
  const { all_because_of, permissions: held } = await explained(owner)
  expect(all_because_of).toBe('owner')
  expect(held.map(({ key }: { key: string }) => key)).toEqual(permissions)
  expect((await app.request(owner, 'GET', pathOf({ id: 2_000_000_000 }, 'permissions'))).status).toBe(404)
})
