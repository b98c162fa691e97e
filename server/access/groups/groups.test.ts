import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Permission } from '#contract/platform/permissions.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()

const { rows: known } = await app.db.execute<{ id: number; name: string }>(sql`select id, name from groups`)
const idOf = (name: string) => known.find((group) => group.name === name)?.id ?? 0

async function state() {
  const { rows } = await app.db.execute(sql`
    select (select json_agg(g order by id) from groups g) as groups,
      (select json_agg(p order by group_id, permission_key) from group_permissions p) as keys,
      (select json_agg(m order by user_id, group_id) from memberships m) as memberships,
      (select count(*)::integer from activities) as activities`)
  return rows[0]
}

let names = 0
const fresh = (more: Record<string, unknown> = {}) => ({
  name: `group-${++names}`,
  display_name: `Group ${names}`,
  priority: 600,
  ...more,
})

/** Creates a user of rank 60 who may manage groups. */
async function createManager(...more: Permission[]): Promise<TestUser> {
  const user = await app.createUser()
  const keys: Permission[] = ['admin.system.access', 'admin.groups.manage', ...more]
  await app.joinGroup(user.id, `managers ${++names}`, 60, keys)
  return user
}

const owner = await app.createOwner()
const manager = await createManager('scripts.upload')
const create = (user: TestUser | null, body: Record<string, unknown>) =>
  app.request(user, 'POST', '/api/groups', body)
const edit = (user: TestUser | null, id: number, body: Record<string, unknown>) =>
  app.request(user, 'PUT', `/api/groups/${id}`, body)
const remove = (user: TestUser | null, id: number) => app.request(user, 'DELETE', `/api/groups/${id}`)
const createGroup = async (more: Record<string, unknown> = {}) => (await create(owner, fresh(more))).body

test.each([
  ['a visitor', async () => null, 401],
  ['a member', () => app.createUser(), 403],
  ['a user who may only see groups', () => app.createUser('admin.system.access', 'admin.groups.view'), 403],
  ['a user without admin.system.access', () => app.createUser('admin.groups.manage'), 403],
])('%s may not change groups', async (_, createCaller, status) => {
  const user = await createCaller()
  const group = await createGroup()
  const before = await state()

  expect((await create(user, fresh())).status).toBe(status)
  expect((await edit(user, group.id, { color: '#000000' })).status).toBe(status)
  expect((await remove(user, group.id)).status).toBe(status)
  expect(await state()).toEqual(before)
})

test.each([
  [{ name: ' ' }, { name: 'Name and display name are required' }],
  [{ display_name: '' }, { display_name: 'Name and display name are required' }],
  [{ name: undefined }, { name: 'Name and display name are required' }],
  [{ name: 'x'.repeat(51) }, { name: 'Names must be at most 50 characters' }],
  [{ priority: -1 }, { priority: 'Priority must be a whole number from 0 to 9999' }],
  [{ priority: 10_000 }, { priority: 'Priority must be a whole number from 0 to 9999' }],
  [{ priority: 1.5 }, { priority: 'Priority must be a whole number from 0 to 9999' }],
  [{ color: 'red;background:url(x)' }, { color: 'Color must look like #1a2b3c' }],
  [{ permissions: ['admin.everything'] }, { permissions: 'Unknown permission' }],
  [{ permissions: 'scripts.upload' }, { permissions: 'Permissions must be a list of keys' }],
  [{ style_id: 2_000_000_000 }, { style_id: 'Unknown style' }],
  [{ description: 'x'.repeat(501) }, { description: 'Description must be at most 500 characters' }],
])('a group with %j is rejected', async (wrong, fields) => {
  const before = await state()

  expect(await create(owner, fresh(wrong))).toMatchObject({
    status: 400,
    body: { code: 'validation', fields },
  })
  expect(await state()).toEqual(before)
})

test.each([
  ['above the own authority', { priority: 59 }, 'Cannot create - group has higher authority than yours'],
  ['of the own rank', { priority: 60 }, 'Cannot create - group has higher authority than yours'],
  [
    'without a priority, which is the highest',
    { priority: undefined },
    'Cannot create - group has higher authority than yours',
  ],
  [
    'with a permission that the actor lacks',
    { permissions: ['scripts.upload', 'scripts.rate', 'admin.users.ban'] },
    'Cannot create - group has permissions that you do not hold',
  ],
  [
    'that is the default',
    { is_default: true },
    'Cannot create - only administrators choose the default group',
  ],
])('an administrator cannot create a group %s', async (_, more, message) => {
  const before = await state()

  expect(await create(manager, fresh(more))).toMatchObject({
    status: 403,
    body: { code: 'forbidden', error: message },
  })
  expect(await state()).toEqual(before)
})

test('a new group has the sent fields and defaults for others', async () => {
  const sent = fresh({ name: ' builders ', display_name: 'Builders', permissions: ['scripts.upload'] })

  const { status, body } = await create(manager, sent)

  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(Number),
    name: 'builders',
    display_name: 'Builders',
    description: '',
    color: '#666666',
    priority: 600,
    style_id: null,
    is_default: false,
    member_count: 0,
    group_permissions: [{ permission_key: 'scripts.upload' }],
    user_styles: null,
  })
  expect((await app.request(manager, 'GET', `/api/groups/${body.id}`)).body).toEqual(body)
  expect((await app.request(manager, 'GET', '/api/groups')).body).toContainEqual(body)
  expect((await create(owner, fresh({ priority: undefined }))).body.priority).toBe(0)
})

test('group names are unique', async () => {
  const group = await createGroup()
  const other = await createGroup()

  for (const response of [
    await create(owner, fresh({ name: group.name })),
    await edit(owner, other.id, { name: group.name }),
  ])
    expect(response).toMatchObject({
      status: 409,
      body: { code: 'conflict', fields: { name: 'A group with this name already exists' } },
    })
})

test.each([
  [
    'a group of the own rank',
    async () => createGroup({ priority: 60 }),
    { color: '#000000' },
    'Cannot edit - group has higher authority than yours',
  ],
  [
    'a group above',
    async () => ({ id: idOf('administrator') }),
    { priority: 900 },
    'Cannot edit - group has higher authority than yours',
  ],
  [
    'a group to the own rank',
    async () => createGroup(),
    { priority: 60 },
    'Cannot edit - group has higher authority than yours',
  ],
  [
    'a permission that the actor lacks in a group',
    async () => createGroup(),
    { permissions: ['admin.users.ban'] },
    'Cannot edit - group has permissions that you do not hold',
  ],
  [
    'which group is the default',
    async () => createGroup(),
    { is_default: true },
    'Cannot edit - only administrators choose the default group',
  ],
])('an administrator cannot change %s', async (_, findGroup, change, message) => {
  const group = await findGroup()
  const before = await state()

  expect(await edit(manager, group.id, change)).toMatchObject({ status: 403, body: { error: message } })
  expect(await state()).toEqual(before)
})

test('an edit changes the sent fields only and keeps permissions that the actor lacks', async () => {
  const group = await createGroup({
    description: 'Stays',
    permissions: ['admin.users.ban', 'admin.system.access'],
  })

  const { status, body } = await edit(manager, group.id, {
    display_name: 'Renamed',
    permissions: ['admin.users.ban', 'scripts.upload'],
  })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: group.name,
    display_name: 'Renamed',
    description: 'Stays',
    priority: 600,
  })
  expect(body.group_permissions).toEqual([
    { permission_key: 'admin.users.ban' },
    { permission_key: 'scripts.upload' },
  ])
})

test('a change of permissions applies to the members at once', async () => {
  const group = await createGroup({ permissions: ['scripts.upload'] })
  const target = await app.createUser()
  const held = async () => (await app.request(target, 'GET', '/api/groups/me/info')).body.permissions
  await app.request(owner, 'POST', `/api/groups/${group.id}/assign`, { user_id: target.id })
  expect(await held()).toContain('scripts.upload')

  await edit(owner, group.id, { permissions: [] })
  expect(await held()).not.toContain('scripts.upload')

  await edit(owner, group.id, { permissions: ['scripts.upload'] })
  await remove(owner, group.id)
  expect(await held()).not.toContain('scripts.upload')
})

test('a deleted group has no members, and later calls for it get 404', async () => {
  const group = await createGroup()
  const target = await app.createUser()
  await app.request(owner, 'POST', `/api/groups/${group.id}/assign`, { user_id: target.id })

  expect((await remove(manager, group.id)).status).toBe(204)

  const notFound = { status: 404, body: { error: 'Group not found' } }
  expect(await edit(owner, group.id, { color: '#000000' })).toMatchObject(notFound)
  expect(await remove(owner, group.id)).toMatchObject(notFound)
  expect(await app.request(owner, 'GET', `/api/groups/${group.id}`)).toMatchObject(notFound)
  expect(await app.request(owner, 'GET', `/api/groups/${group.id}/members`)).toMatchObject(notFound)
  expect(
    await app.request(owner, 'POST', `/api/groups/${group.id}/assign`, { user_id: target.id }),
  ).toMatchObject(notFound)
  expect(
    await app.request(owner, 'PUT', `/api/users/admin/users/${target.id}/groups`, {
      group_id: group.id,
      action: 'add',
    }),
  ).toMatchObject(notFound)
  const { body } = await app.request(owner, 'GET', `/api/users/admin/users/${target.id}/groups`)
  expect(body.groups).toMatchObject([{ name: 'member' }])
})

test('the default group cannot be deleted, unset or get admin permissions', async () => {
  const member = idOf('member')
  const before = await state()

  expect((await remove(manager, idOf('owner'))).status).toBe(403)
  expect(await remove(owner, member)).toMatchObject({
    status: 409,
    body: { code: 'conflict', error: 'The default group cannot be deleted' },
  })
  expect((await edit(owner, member, { is_default: false })).status).toBe(409)
  expect(await edit(owner, member, { permissions: ['admin.system.access'] })).toMatchObject({
    status: 400,
    body: { fields: { permissions: 'The default group cannot hold admin permissions' } },
  })
  expect((await create(owner, fresh({ is_default: true, permissions: ['admin.users.ban'] }))).status).toBe(
    400,
  )
  expect(await state()).toEqual(before)
})

test('an owner makes another group the default, which unsets the former one', async () => {
  const next = await createGroup()

  expect((await edit(owner, next.id, { is_default: true })).body.is_default).toBe(true)

  const { body } = await app.request(owner, 'GET', '/api/groups')
  const defaults = body.filter(({ is_default }: { is_default: boolean }) => is_default)
  expect(defaults).toMatchObject([{ id: next.id }])
  const newcomer = await app.registerUser('newcomer')
  expect((await app.request(newcomer, 'GET', '/api/groups/me/info')).body.groups).toMatchObject([
    { id: next.id },
  ])
  const back = await create(owner, fresh({ is_default: true }))
  expect(back.body.is_default).toBe(true)
  await edit(owner, idOf('member'), { is_default: true })
})

test('created, edited and deleted groups are recorded with the actor', async () => {
  const { body: group } = await create(manager, fresh())
  await edit(manager, group.id, { color: '#123456' })
  await remove(manager, group.id)

  const { rows } = await app.db.execute(sql`
    select action, user_id, target_type, metadata from activities
    where target_id = ${group.id} and target_type = 'group' order by id`)
  const common = { user_id: manager.id, target_type: 'group' }
  expect(rows).toEqual([
    { ...common, action: 'Group Created', metadata: { group: group.name } },
    {
      ...common,
      action: 'Group Updated',
      metadata: {
        group: group.name,
        changed: ['color'],
        old: { color: group.color },
        new: { color: '#123456' },
      },
    },
    { ...common, action: 'Group Deleted', metadata: { group: group.name } },
  ])
})

test('a profile has the new color of a group at once', async () => {
  const user = await app.createUser()
  const group = await createGroup({ priority: 100, color: '#111111' })
  await app.request(owner, 'POST', `/api/groups/${group.id}/assign`, { user_id: user.id })
  const readColor = async () =>
    (await app.request(null, 'GET', `/api/users/profile/${user.username}`)).body.group.color
  expect(await readColor()).toBe('#111111')

  await edit(owner, group.id, { color: '#222222' })

  expect(await readColor()).toBe('#222222')
})

test('concurrent edits of different fields of a group are both saved', async () => {
  const group = await createGroup()

  const responses = await Promise.all([
    edit(owner, group.id, { color: '#abcdef' }),
    edit(manager, group.id, { description: 'Both' }),
  ])

  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  const { body } = await app.request(owner, 'GET', `/api/groups/${group.id}`)
  expect(body).toMatchObject({ color: '#abcdef', description: 'Both' })
})
