import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Permission } from '#contract/platform/permissions.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let time = new Date('2026-06-15T12:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })
const later = (hours: number) => new Date(time.getTime() + hours * 3_600_000).toISOString()

const owner = await app.createOwner()
let groups = 0
async function createGroup(priority = 600, permissions: Permission[] = []) {
  const name = `group-${++groups}`
  const group = { name, display_name: name, priority, permissions }
  return (await app.request(owner, 'POST', '/api/groups', group)).body
}

/** Creates a user of rank 60 who may change memberships. */
async function createManager(): Promise<TestUser> {
  const user = await app.createUser()
  await app.joinGroup(user.id, `keepers ${++groups}`, 60, ['admin.system.access', 'admin.users.edit.groups'])
  return user
}

const manager = await createManager()
type Target = { id: number }
const assign = (user: TestUser | null, group: Target, target: Target, expires_at?: string | null) =>
  app.request(user, 'POST', `/api/groups/${group.id}/assign`, {
    user_id: target.id,
    ...(expires_at !== undefined && { expires_at }),
  })
const extend = (user: TestUser | null, group: Target, target: Target, expires_at: string | null) =>
  app.request(user, 'PUT', `/api/groups/${group.id}/assign/${target.id}`, { expires_at })
const unassign = (user: TestUser | null, group: Target, target: Target) =>
  app.request(user, 'DELETE', `/api/groups/${group.id}/assign/${target.id}`)

async function state() {
  const { rows } = await app.db.execute(sql`
    select (select json_agg(m order by user_id, group_id) from memberships m) as memberships,
      (select json_agg(json_build_array(id, member_count) order by id) from groups) as counts,
      (select count(*)::integer from activities) as activities`)
  return rows[0]
}

test.each([
  ['a visitor', async () => null, 401],
  ['a member', () => app.createUser(), 403],
  ['a user who only manages groups', () => app.createUser('admin.system.access', 'admin.groups.manage'), 403],
])('%s may not assign groups', async (_, createCaller, status) => {
  const user = await createCaller()
  const target = await app.createUser()
  const group = await createGroup()
  const before = await state()

  expect((await assign(user, group, target)).status).toBe(status)
  expect((await extend(user, group, target, null)).status).toBe(status)
  expect((await unassign(user, group, target)).status).toBe(status)
  expect(await state()).toEqual(before)
})

test.each([
  [
    'a group above the own authority',
    () => createGroup(59),
    () => app.createUser(),
    'Cannot assign - group has higher authority than yours',
    'Cannot remove - group has higher authority than yours',
  ],
  [
    'an equal',
    () => createGroup(),
    createManager,
    'Limited group management - user has higher priority groups',
    'Cannot remove - target user has higher authority',
  ],
  [
    'the own account',
    () => createGroup(),
    async () => manager,
    'You cannot change your own groups',
    'You cannot change your own groups',
  ],
  [
    'a permission that the actor lacks',
    () => createGroup(600, ['scripts.upload']),
    () => app.createUser(),
    'Cannot assign - group has permissions that you do not hold',
    'Cannot remove - group has permissions that you do not hold',
  ],
])('assignments are denied by authority: %s', async (_, findGroup, createTarget, adding, removing) => {
  const group = await findGroup()
  const target = await createTarget()
  const before = await state()

  expect(await assign(manager, group, target)).toMatchObject({ status: 403, body: { error: adding } })
  expect(await extend(manager, group, target, null)).toMatchObject({
    status: 403,
    body: { error: adding },
  })
  expect(await unassign(manager, group, target)).toMatchObject({ status: 403, body: { error: removing } })
  expect(await state()).toEqual(before)
})

test.each([
  [{}, { user_id: 'Please select a user' }],
  [{ user_id: 'ada' }, { user_id: 'Please select a user' }],
  [{ user_id: 1, expires_at: 'soon' }, { expires_at: 'Expiry must be a time in ISO 8601' }],
  [
    { user_id: 1, expires_at: '9999-12-31T23:59:59-05:00' },
    { expires_at: 'Expiry must be a time in ISO 8601' },
  ],
  [{ user_id: 1, expires_at: later(-1) }, { expires_at: 'Expiry must be in the future' }],
])('the assignment %j is rejected', async (body, fields) => {
  const group = await createGroup()

  expect(await app.request(owner, 'POST', `/api/groups/${group.id}/assign`, body)).toMatchObject({
    status: 400,
    body: { fields },
  })
})

test('a membership is created, limited, made permanent and removed; repeats change nothing', async () => {
  const group = await createGroup()
  const target = await app.createUser()

  const added = await assign(manager, group, target, later(24))
  expect(added).toMatchObject({
    status: 201,
    body: {
      user_id: target.id,
      group_id: group.id,
      is_active: true,
      expires_at: later(24),
      created_at: later(0),
    },
  })
  const once = await state()
  expect((await assign(manager, group, target)).body).toEqual(added.body)
  expect(await state()).toEqual(once)

  expect((await extend(manager, group, target, later(48))).body.expires_at).toBe(later(48))
  expect((await extend(manager, group, target, null)).body.expires_at).toBeNull()
  expect((await unassign(manager, group, target)).status).toBe(204)
  const ended = await state()
  expect((await unassign(manager, group, target)).status).toBe(204)
  expect(await state()).toEqual(ended)
})

test('setting the end of a missing membership does not create it', async () => {
  const group = await createGroup()
  const target = await app.createUser()

  expect(await extend(owner, group, target, later(1))).toMatchObject({
    status: 404,
    body: { error: 'Membership not found' },
  })
})

test('a membership of a day ends after the day', async () => {
  const group = await createGroup(600, ['scripts.upload'])
  const target = await app.createUser()
  await assign(owner, group, target, later(24))
  const held = async () => (await app.request(target, 'GET', '/api/groups/me/info')).body.permissions
  expect(await held()).toContain('scripts.upload')

  time = new Date(later(24))

  expect(await held()).not.toContain('scripts.upload')
  expect((await app.request(owner, 'GET', `/api/groups/user/${target.id}`)).body).toMatchObject([
    { name: 'member' },
  ])
})

test('an expired administrator may not act any more with an existing session', async () => {
  const user = await app.createUser()
  const group = await createGroup(100, ['admin.system.access', 'admin.users.edit.groups', 'admin.users.ban'])
  const harmless = await createGroup()
  const target = await app.createUser()
  await assign(owner, group, user, later(1))
  expect((await assign(user, harmless, target)).status).toBe(201)

  time = new Date(later(1))
  const before = await state()

  expect((await unassign(user, harmless, target)).status).toBe(403)
  const ban = { reason: 'Spam', is_permanent: true }
  expect((await app.request(user, 'POST', `/api/users/admin/users/${target.id}/ban`, ban)).status).toBe(403)
  expect(await state()).toEqual(before)
})

test('concurrent requests by both endpoints create one membership', async () => {
  for (let round = 0; round < 3; round++) {
    const group = await createGroup()
    const target = await app.createUser()

    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0
          ? assign(owner, group, target)
          : app.request(manager, 'PUT', `/api/users/admin/users/${target.id}/groups`, {
              group_id: group.id,
              action: 'add',
            }),
      ),
    )

    expect(responses.every(({ status }) => status === 200 || status === 201)).toBe(true)
    expect((await app.request(owner, 'GET', `/api/groups/${group.id}`)).body.member_count).toBe(1)
    const { rows } = await app.db.execute(sql`
      select action from activities where target_id = ${target.id} and target_type = 'user'`)
    expect(rows).toEqual([{ action: 'Group Assigned' }])
  }
})

test('a group that is deleted while users are added leaves no memberships', async () => {
  const group = await createGroup()
  const targets = await Promise.all(Array.from({ length: 8 }, () => app.createUser()))

  const responses = await Promise.all(
    targets.map((target, index) =>
      index === 4 ? app.request(owner, 'DELETE', `/api/groups/${group.id}`) : assign(manager, group, target),
    ),
  )

  expect(responses[4]?.status).toBe(204)
  for (const { status } of responses.toSpliced(4, 1)) expect([201, 404]).toContain(status)
  const { rows } = await app.db.execute(sql`select from memberships where group_id = ${group.id}`)
  expect(rows).toHaveLength(0)
})

test('the members of a group are paged, with their end and without email', async () => {
  const group = await createGroup()
  const users: TestUser[] = []
  for (let index = 0; index < 3; index++) users.push(await app.createUser())
  for (const user of users) await assign(owner, group, user, later(24))
  const path = `/api/groups/${group.id}/members`
  expect((await app.request(null, 'GET', path)).status).toBe(401)
  expect((await app.request(manager, 'GET', path)).status).toBe(403)

  const first = await app.request(owner, 'GET', `${path}?limit=2`)
  const second = await app.request(owner, 'GET', `${path}?limit=2&page=2`)

  expect(first.body.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 })
  expect([...first.body.members, ...second.body.members]).toEqual(
    users.map(({ id, username }) => ({
      id,
      username,
      avatar_url: null,
      is_active: true,
      expires_at: later(24),
      created_at: later(0),
    })),
  )
})

test('users read their own groups; groups of others need admin.groups.view', async () => {
  const user = await app.createUser()
  const path = `/api/groups/user/${user.id}`

  expect((await app.request(null, 'GET', path)).status).toBe(401)
  expect(await app.request(await app.createUser(), 'GET', path)).toMatchObject({
    status: 403,
    body: { error: 'Access Denied' },
  })
  expect((await app.request(user, 'GET', path)).body).toMatchObject([
    { name: 'member', is_default: true, is_active: true, expires_at: null },
  ])
  const viewer = await app.createUser('admin.system.access', 'admin.groups.view')
  expect((await app.request(viewer, 'GET', path)).status).toBe(200)
})
