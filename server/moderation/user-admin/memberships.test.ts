import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Permission } from '#contract/platform/permissions.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let time = new Date()
const app = await startTestApp({ clock: { now: () => time } })

const change = (user: TestUser | null, target: { id: number }, groupId: number, action: string) =>
  app.request(user, 'PUT', `/api/users/admin/users/${target.id}/groups`, { group_id: groupId, action })

const { rows: known } = await app.db.execute<{ id: number; name: string }>(sql`select id, name from groups`)
const groupOf = (name: string) => known.find((group) => group.name === name)?.id ?? 0

/** Everything that a membership change could change. */
async function state() {
  const { rows } = await app.db.execute(sql`
    select (select json_agg(m order by user_id, group_id) from memberships m) as memberships,
      (select json_agg(json_build_array(id, member_count) order by id) from groups) as counts,
      (select count(*)::integer from activities) as activities`)
  return rows[0]
}

/** Creates a member of a built-in group. */
async function memberOf(name: string): Promise<TestUser> {
  const user = await app.createUser()
  await app.db.execute(sql`insert into memberships (user_id, group_id) values (${user.id}, ${groupOf(name)})`)
  await app.db.execute(sql`update groups set member_count = member_count + 1 where name = ${name}`)
  return user
}

let managers = 0
/** Creates a user of rank 60 who may change memberships. */
async function createManager(...more: Permission[]): Promise<TestUser> {
  const user = await app.createUser()
  const keys: Permission[] = ['admin.system.access', 'admin.users.list', 'admin.users.edit.groups', ...more]
  await app.joinGroup(user.id, `keepers ${++managers}`, 60, keys)
  return user
}

const owner = await app.createOwner()
const administrator = await memberOf('administrator')
const moderator = await memberOf('moderator')

test.each([
  ['a visitor', async () => null, 401],
  ['a member', () => app.createUser(), 403],
  ['a moderator', async () => moderator, 403],
  ['a user without admin.system.access', () => app.createUser('admin.users.edit.groups'), 403],
])('%s may not change memberships', async (_, createCaller, status) => {
  const user = await createCaller()
  const target = await app.createUser()
  const before = await state()

  expect((await change(user, target, groupOf('verified'), 'add')).status).toBe(status)
  expect(await state()).toEqual(before)
})

test.each([
  [
    'add',
    'a group above the own authority',
    'moderator',
    () => app.createUser(),
    'Cannot assign - group has higher authority than yours',
  ],
  [
    'remove',
    'a group above the own authority',
    'moderator',
    () => app.createUser(),
    'Cannot remove - group has higher authority than yours',
  ],
  [
    'add',
    'a group to a user above',
    'verified',
    async () => administrator,
    'Limited group management - user has higher priority groups',
  ],
  [
    'remove',
    'a group from a user above',
    'member',
    async () => administrator,
    'Cannot remove - target user has higher authority',
  ],
  [
    'remove',
    'a group from an equal',
    'member',
    () => createManager(),
    'Cannot remove - target user has higher authority',
  ],
  [
    'remove',
    'a group from an owner',
    'member',
    async () => owner,
    'Cannot remove - target user has higher authority',
  ],
  [
    'add',
    'a group with a permission that the actor lacks',
    'verified',
    () => app.createUser(),
    'Cannot assign - group has permissions that you do not hold',
  ],
  [
    'remove',
    'a group with a permission that the actor lacks',
    'verified',
    () => memberOf('verified'),
    'Cannot remove - group has permissions that you do not hold',
  ],
])('a manager may not %s %s', async (action, _, group, createTarget, message) => {
  const user = await createManager()
  const target = await createTarget()
  const before = await state()

  expect(await change(user, target, groupOf(group), action)).toMatchObject({
    status: 403,
    body: { code: 'forbidden', error: message },
  })
  expect(await state()).toEqual(before)
})

test('users cannot change their own groups, not even an owner', async () => {
  for (const user of [owner, administrator]) {
    expect(await change(user, user, groupOf('verified'), 'add')).toMatchObject({
      status: 403,
      body: { error: 'You cannot change your own groups' },
    })
  }
})

test('the admin flag has more authority than every group', async () => {
  const flagged = await app.createUser()
  await app.db.execute(sql`update users set is_admin = true where id = ${flagged.id}`)

  expect((await change(administrator, flagged, groupOf('verified'), 'add')).status).toBe(403)
  expect((await change(flagged, administrator, groupOf('verified'), 'add')).status).toBe(200)
  expect((await change(owner, flagged, groupOf('verified'), 'add')).status).toBe(200)
})

test.each([
  ['no group', { action: 'add' }, { group_id: 'Group is required' }],
  ['another action', { group_id: 1, action: 'swap' }, { action: 'Action must be add or remove' }],
])('a change with %s is rejected', async (_, body, fields) => {
  expect(
    await app.request(owner, 'PUT', `/api/users/admin/users/${moderator.id}/groups`, body),
  ).toMatchObject({
    status: 400,
    body: { fields },
  })
})

test('an unknown user and an unknown group are not found', async () => {
  expect(await change(owner, { id: 2_000_000_000 }, groupOf('verified'), 'add')).toMatchObject({
    status: 404,
    body: { error: 'User not found' },
  })
  expect(await change(owner, moderator, 2_000_000_000, 'add')).toMatchObject({
    status: 404,
    body: { error: 'Group not found' },
  })
})

test('adding and removing is counted, visible and recorded once; a repeat changes nothing', async () => {
  const target = await app.createUser()
  const countOf = async () => {
    const { body } = await app.request(owner, 'GET', '/api/groups')
    return body.find(({ name }: { name: string }) => name === 'verified').member_count
  }
  const before = await countOf()

  const added = await change(administrator, target, groupOf('verified'), 'add')
  const repeated = await change(administrator, target, groupOf('verified'), 'add')

  expect(added).toMatchObject({ status: 200, body: { groups: [{ name: 'verified' }, { name: 'member' }] } })
  expect(repeated.body).toEqual(added.body)
  expect(await countOf()).toBe(before + 1)
  const own = await app.request(target, 'GET', '/api/groups/me/info')
  expect(own.body.permissions).toContain('scripts.upload')

  const removed = await change(administrator, target, groupOf('verified'), 'remove')
  expect((await change(administrator, target, groupOf('verified'), 'remove')).body).toEqual(removed.body)

  expect(removed.body.groups).toMatchObject([{ name: 'member' }])
  expect(await countOf()).toBe(before)
  const after = await app.request(target, 'GET', '/api/groups/me/info')
  expect(after.body.permissions).not.toContain('scripts.upload')
  const { rows } = await app.db.execute(sql`
    select action, user_id, metadata ->> 'group' as "group" from activities where target_id = ${target.id} order by id`)
  expect(rows).toEqual([
    { action: 'Group Assigned', user_id: administrator.id, group: 'verified' },
    { action: 'Group Removed', user_id: administrator.id, group: 'verified' },
  ])
})

test('twenty concurrent additions of one user count once', async () => {
  const target = await app.createUser()
  const before = await state()

  const responses = await Promise.all(
    Array.from({ length: 20 }, () => change(administrator, target, groupOf('verified'), 'add')),
  )

  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  const after = await state()
  expect(after?.activities).toBe(Number(before?.activities) + 1)
})

test('no change is committed with an authority that was removed before', async () => {
  const { rows: made } = await app.db.execute<{ id: number }>(sql`
    insert into groups (name, display_name, priority) values ('harmless', 'Harmless', 800) returning id`)
  const harmless = made[0]?.id ?? 0
  for (let round = 0; round < 3; round++) {
    const dismissed = await createManager()
    const keys = await app.request(owner, 'GET', `/api/users/admin/users/${dismissed.id}/groups`)
    const keeping = keys.body.groups[0].id
    const targets = await Promise.all(Array.from({ length: 12 }, () => app.createUser()))

    const acts = targets.map((target, index) =>
      index === 4 ? change(owner, dismissed, keeping, 'remove') : change(dismissed, target, harmless, 'add'),
    )
    const responses = await Promise.all(acts)

    expect(responses[4]?.status).toBe(200)
    const { rows } = await app.db.execute<{ late: number; total: number }>(sql`
      select count(*)::integer as total, count(*) filter (where id > (
        select id from activities where action = 'Group Removed' and target_id = ${dismissed.id}))::integer as late
      from activities where user_id = ${dismissed.id}`)
    expect(rows[0]?.late).toBe(0)
    const granted = responses.filter(({ status }, index) => status === 200 && index !== 4)
    expect(rows[0]?.total).toBe(granted.length)
  }
})

test('an expired membership is renewed, not duplicated', async () => {
  const target = await app.createUser()
  const before = await state()
  await app.db.execute(sql`
    insert into memberships (user_id, group_id, expires_at) values (${target.id}, ${groupOf('verified')}, ${new Date(time.getTime() - 1000).toISOString()})`)
  await app.db.execute(sql`update groups set member_count = member_count + 1 where name = 'verified'`)

  const { body } = await change(administrator, target, groupOf('verified'), 'add')

  expect(body.groups).toMatchObject([{ name: 'verified', expires_at: null }, { name: 'member' }])
  const after = await state()
  expect(after?.activities).toBe(Number(before?.activities) + 1)
})

test('an expired group gives no authority', async () => {
  const user = await createManager('scripts.upload', 'scripts.download', 'scripts.rate')
  const target = await app.createUser()
  expect((await change(user, target, groupOf('verified'), 'add')).status).toBe(200)
  await app.db.execute(sql`
    update memberships set expires_at = ${new Date(time.getTime() + 1000).toISOString()}
    where user_id = ${user.id} and group_id <> ${groupOf('member')}`)

  time = new Date(time.getTime() + 2000)

  expect((await change(user, target, groupOf('verified'), 'remove')).status).toBe(403)
})

test('GET /api/groups needs admin.groups.view and starts with the highest authority', async () => {
  expect((await app.request(null, 'GET', '/api/groups')).status).toBe(401)
  expect((await app.request(moderator, 'GET', '/api/groups')).status).toBe(403)
  const viewer = await app.createUser('admin.system.access', 'admin.groups.manage')

  const { status, body } = await app.request(viewer, 'GET', '/api/groups')

  expect(status).toBe(200)
  expect(body[0]).toMatchObject({ name: 'owner', priority: 0, is_default: false })
  expect(body[0].group_permissions).toHaveLength(29)
  expect(body[0].group_permissions[0]).toEqual({ permission_key: expect.any(String) })
  const priorities = body.map(({ priority }: { priority: number }) => priority)
  expect(priorities).toEqual(priorities.toSorted((a: number, b: number) => a - b))
})
