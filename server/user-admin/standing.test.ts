import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { permissions } from '#contract/permissions.ts'
import { startTestHub, type Person } from '#server/testing.ts'

const hub = await startTestHub()
const pathOf = ({ id }: { id: number }, end: string) => `/api/users/admin/users/${id}/${end}`
const setAdmin = (someone: Person | null, target: { id: number }, is_admin: unknown) =>
  hub.as(someone, 'PUT', pathOf(target, 'admin'), { is_admin })
const suspend = (someone: Person | null, target: { id: number }, suspended: unknown) =>
  hub.as(someone, 'PUT', pathOf(target, 'suspend'), { suspended })

const owner = await hub.owner()
const moderator = await hub.person()
await hub.joinGroup(moderator.id, 'moderators', 60, ['admin.system.access', 'admin.users.ban'])

async function flagged(): Promise<Person> {
  const someone = await hub.person()
  await hub.db.execute(sql`update users set is_admin = true where id = ${someone.id}`)
  return someone
}

async function administrator(): Promise<Person> {
  const someone = await hub.person()
  await hub.db.execute(sql`
    insert into memberships (user_id, group_id) select ${someone.id}, id from groups where name = 'administrator'`)
  return someone
}

async function stateOf({ id }: { id: number }) {
  const { rows } = await hub.db.execute(sql`
    select is_admin, is_owner, status, (select count(*)::integer from activities where target_id = ${id}) as told
    from users where id = ${id}`)
  return rows[0]
}

test.each([
  ['a visitor', async () => null, 401],
  ['a member', () => hub.person(), 403],
  ['a moderator', async () => moderator, 403],
  ['an administrator by group, who holds every permission', administrator, 403],
])('%s makes nobody an administrator', async (_, who, status) => {
  const someone = await who()
  const target = await hub.person()
  const before = await stateOf(target)

  expect((await setAdmin(someone, target, true)).status).toBe(status)
  expect(await stateOf(target)).toEqual(before)
})

test('the flag is given by those who have it or own the site, and taken by an owner only', async () => {
  const target = await hub.person()
  const admin = await flagged()

  expect((await setAdmin(admin, target, true)).body.user).toMatchObject({ id: target.id, is_admin: true })
  const given = await stateOf(target)
  expect(await setAdmin(admin, target, false)).toMatchObject({
    status: 403,
    body: { error: 'Cannot modify admin flag - user has higher priority groups' },
  })
  expect((await setAdmin(owner, target, true)).status).toBe(200)
  expect(await stateOf(target)).toEqual(given)

  expect((await setAdmin(owner, target, false)).body.user.is_admin).toBe(false)
})

test('nobody touches an owner or themselves: the last owner stays', async () => {
  const admin = await flagged()
  const coOwner = await hub.owner()
  for (const [someone, target] of [
    [admin, owner],
    [coOwner, owner],
    [owner, owner],
    [admin, admin],
  ] as const) {
    const before = await stateOf(target)
    expect((await setAdmin(someone, target, false)).status).toBe(403)
    expect((await suspend(someone, target, true)).status).toBe(403)
    expect(await stateOf(target)).toEqual(before)
  }
})

test('sessions end with a change of the flag: those of administrators are shorter', async () => {
  const target = await hub.person()

  await setAdmin(owner, target, true)

  expect((await hub.as(target, 'GET', '/api/auth/profile')).status).toBe(401)
})

test.each([['yes'], [null], [undefined]])('the flag %j is refused', async (value) => {
  const target = await hub.person()

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
  ['a member', () => hub.person(), 403],
  ['somebody who may edit only', () => hub.person('admin.system.access', 'admin.users.edit.basic'), 403],
])('%s suspends nobody', async (_, who, status) => {
  const someone = await who()
  const target = await hub.person()
  const before = await stateOf(target)

  expect((await suspend(someone, target, true)).status).toBe(status)
  expect(await stateOf(target)).toEqual(before)
})

test('nobody suspends somebody above', async () => {
  const target = await administrator()

  expect(await suspend(moderator, target, true)).toMatchObject({
    status: 403,
    body: { error: 'Cannot modify status - user has higher priority groups' },
  })
})

test('who is suspended may do nothing until it ends; a repeat changes nothing', async () => {
  const target = await hub.person()
  expect((await suspend(moderator, target, true)).body.user).toMatchObject({ status: 'suspended' })
  const suspended = await stateOf(target)
  expect((await suspend(moderator, target, true)).status).toBe(200)
  expect(await stateOf(target)).toEqual(suspended)
  expect(await hub.as(target, 'GET', '/api/users/me')).toMatchObject({
    status: 403,
    body: { code: 'suspended', error: 'Account suspended' },
  })

  expect((await suspend(moderator, target, false)).body.user).toMatchObject({ status: 'active' })
  expect((await hub.as(target, 'GET', '/api/users/me')).status).toBe(200)
})

test('ending a suspension leaves another status alone', async () => {
  const target = await hub.person()
  await hub.db.execute(sql`update users set status = 'inactive' where id = ${target.id}`)

  expect((await suspend(moderator, target, false)).body.user.status).toBe('inactive')
})

test('two admins who give and take the flag at once leave it as the later one says', async () => {
  const target = await hub.person()
  const admin = await flagged()

  await Promise.all([setAdmin(admin, target, true), setAdmin(owner, target, false)])

  const { rows } = await hub.db.execute<{ action: string }>(sql`
    select action from activities where target_id = ${target.id} order by id desc limit 1`)
  expect((await stateOf(target))?.is_admin).toBe(rows[0]?.action === 'Admin Promoted')
})

test('what somebody may do is explained by the groups that say so', async () => {
  const someone = await hub.person()
  const group = await hub.joinGroup(someone.id, 'curators', 300, [
    'admin.system.access',
    'admin.styles.manage',
    'scripts.rate',
  ])
  const ended = await hub.joinGroup(someone.id, 'former', 200, ['scripts.upload'])
  await hub.db.execute(sql`
    update memberships set expires_at = now() - interval '1 minute' where group_id = ${ended}`)
  const path = pathOf(someone, 'permissions')
  expect((await hub.as(moderator, 'GET', path)).status).toBe(403)

  const { body } = await hub.as(owner, 'GET', path)

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

test('keys without the way into the back office are shown as without effect', async () => {
  const someone = await hub.person('admin.users.ban')

  const { body } = await hub.as(owner, 'GET', pathOf(someone, 'permissions'))

  expect(body.without_effect).toEqual([
    { key: 'admin.users.ban', groups: [expect.objectContaining({ name: `${someone.username} holds` })] },
  ])
  expect(JSON.stringify(body.permissions)).not.toContain('admin.users.ban')
})

test('an owner and a holder of the flag may do everything, whatever their groups say', async () => {
  const explained = async (someone: Person) =>
    (await hub.as(owner, 'GET', pathOf(someone, 'permissions'))).body

  expect((await explained(await flagged())).all_because_of).toBe('admin')
  const { all_because_of, permissions: held } = await explained(owner)
  expect(all_because_of).toBe('owner')
  expect(held.map(({ key }: { key: string }) => key)).toEqual(permissions)
  expect((await hub.as(owner, 'GET', pathOf({ id: 2_000_000_000 }, 'permissions'))).status).toBe(404)
})
