import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Permission } from '#contract/permissions.ts'
import { startTestHub, type Person } from '#server/testing.ts'

const hub = await startTestHub()

const { rows: known } = await hub.db.execute<{ id: number; name: string }>(sql`select id, name from groups`)
const idOf = (name: string) => known.find((group) => group.name === name)?.id ?? 0

async function state() {
  const { rows } = await hub.db.execute(sql`
    select (select json_agg(g order by id) from groups g) as groups,
      (select json_agg(p order by group_id, permission_key) from group_permissions p) as keys,
      (select json_agg(m order by user_id, group_id) from memberships m) as memberships,
      (select count(*)::integer from activities) as told`)
  return rows[0]
}

let names = 0
const fresh = (more: Record<string, unknown> = {}) => ({
  name: `group-${++names}`,
  display_name: `Group ${names}`,
  priority: 600,
  ...more,
})

/** Somebody of rank 60 who manages groups and holds these keys beside. */
async function manager(...more: Permission[]): Promise<Person> {
  const someone = await hub.person()
  const keys: Permission[] = ['admin.system.access', 'admin.groups.manage', ...more]
  await hub.joinGroup(someone.id, `managers ${++names}`, 60, keys)
  return someone
}

const owner = await hub.owner()
const someManager = await manager('scripts.upload')
const create = (someone: Person | null, body: Record<string, unknown>) =>
  hub.as(someone, 'POST', '/api/groups', body)
const edit = (someone: Person | null, id: number, body: Record<string, unknown>) =>
  hub.as(someone, 'PUT', `/api/groups/${id}`, body)
const remove = (someone: Person | null, id: number) => hub.as(someone, 'DELETE', `/api/groups/${id}`)
const made = async (more: Record<string, unknown> = {}) => (await create(owner, fresh(more))).body

test.each([
  ['a visitor', async () => null, 401],
  ['a member', () => hub.person(), 403],
  ['somebody who may see groups only', () => hub.person('admin.system.access', 'admin.groups.view'), 403],
  ['somebody with the key but no way into the back office', () => hub.person('admin.groups.manage'), 403],
])('%s changes no group', async (_, who, status) => {
  const someone = await who()
  const group = await made()
  const before = await state()

  expect((await create(someone, fresh())).status).toBe(status)
  expect((await edit(someone, group.id, { color: '#000000' })).status).toBe(status)
  expect((await remove(someone, group.id)).status).toBe(status)
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
])('a group with %j is refused', async (wrong, fields) => {
  const before = await state()

  expect(await create(owner, fresh(wrong))).toMatchObject({
    status: 400,
    body: { code: 'validation', fields },
  })
  expect(await state()).toEqual(before)
})

test.each([
  ['above one’s own', { priority: 59 }, 'Cannot create - group has higher authority than yours'],
  ['of one’s own rank', { priority: 60 }, 'Cannot create - group has higher authority than yours'],
  [
    'without a priority, which is the highest',
    { priority: undefined },
    'Cannot create - group has higher authority than yours',
  ],
  [
    'with a permission one lacks',
    { permissions: ['scripts.upload', 'scripts.rate', 'admin.users.ban'] },
    'Cannot create - group has permissions that you do not hold',
  ],
  ['for everybody', { is_default: true }, 'Cannot create - only administrators choose the default group'],
])('nobody creates a group %s', async (_, more, message) => {
  const before = await state()

  expect(await create(someManager, fresh(more))).toMatchObject({
    status: 403,
    body: { code: 'forbidden', error: message },
  })
  expect(await state()).toEqual(before)
})

test('a group is created with what was sent and the defaults of the rest, and can be read', async () => {
  const sent = fresh({ name: ' builders ', display_name: 'Builders', permissions: ['scripts.upload'] })

  const { status, body } = await create(someManager, sent)

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
  expect((await hub.as(someManager, 'GET', `/api/groups/${body.id}`)).body).toEqual(body)
  expect((await hub.as(someManager, 'GET', '/api/groups')).body).toContainEqual(body)
  expect((await create(owner, fresh({ priority: undefined }))).body.priority).toBe(0)
})

test('a key name is taken once', async () => {
  const group = await made()
  const other = await made()

  for (const answer of [
    await create(owner, fresh({ name: group.name })),
    await edit(owner, other.id, { name: group.name }),
  ])
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'conflict', fields: { name: 'A group with this name already exists' } },
    })
})

test.each([
  [
    'a group of one’s own rank',
    async () => made({ priority: 60 }),
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
    'a group up to one’s own rank',
    async () => made(),
    { priority: 60 },
    'Cannot edit - group has higher authority than yours',
  ],
  [
    'a permission that one lacks into a group',
    async () => made(),
    { permissions: ['admin.users.ban'] },
    'Cannot edit - group has permissions that you do not hold',
  ],
  [
    'another group the default',
    async () => made(),
    { is_default: true },
    'Cannot edit - only administrators choose the default group',
  ],
])('nobody makes %s', async (_, whose, change, message) => {
  const group = await whose()
  const before = await state()

  expect(await edit(someManager, group.id, change)).toMatchObject({ status: 403, body: { error: message } })
  expect(await state()).toEqual(before)
})

test('only what is sent changes, and what somebody else gave may stay', async () => {
  const group = await made({ description: 'Stays', permissions: ['admin.users.ban', 'admin.system.access'] })

  const { status, body } = await edit(someManager, group.id, {
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

test('a change of permissions acts on the members at once', async () => {
  const group = await made({ permissions: ['scripts.upload'] })
  const target = await hub.person()
  const held = async () => (await hub.as(target, 'GET', '/api/groups/me/info')).body.permissions
  await hub.as(owner, 'POST', `/api/groups/${group.id}/assign`, { user_id: target.id })
  expect(await held()).toContain('scripts.upload')

  await edit(owner, group.id, { permissions: [] })
  expect(await held()).not.toContain('scripts.upload')

  await edit(owner, group.id, { permissions: ['scripts.upload'] })
  await remove(owner, group.id)
  expect(await held()).not.toContain('scripts.upload')
})

test('a deleted group is gone from its members, and a modal that still shows it is told so', async () => {
  const group = await made()
  const target = await hub.person()
  await hub.as(owner, 'POST', `/api/groups/${group.id}/assign`, { user_id: target.id })

  expect((await remove(someManager, group.id)).status).toBe(204)

  const gone = { status: 404, body: { error: 'Group not found' } }
  expect(await edit(owner, group.id, { color: '#000000' })).toMatchObject(gone)
  expect(await remove(owner, group.id)).toMatchObject(gone)
  expect(await hub.as(owner, 'GET', `/api/groups/${group.id}`)).toMatchObject(gone)
  expect(await hub.as(owner, 'GET', `/api/groups/${group.id}/members`)).toMatchObject(gone)
  expect(await hub.as(owner, 'POST', `/api/groups/${group.id}/assign`, { user_id: target.id })).toMatchObject(
    gone,
  )
  expect(
    await hub.as(owner, 'PUT', `/api/users/admin/users/${target.id}/groups`, {
      group_id: group.id,
      action: 'add',
    }),
  ).toMatchObject(gone)
  const { body } = await hub.as(owner, 'GET', `/api/users/admin/users/${target.id}/groups`)
  expect(body.groups).toMatchObject([{ name: 'member' }])
})

test('one group is the default: it is not deleted, not given up, and holds no admin permission', async () => {
  const member = idOf('member')
  const before = await state()

  expect((await remove(someManager, idOf('owner'))).status).toBe(403)
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

test('an owner makes another group the default, and the former one steps down', async () => {
  const next = await made()

  expect((await edit(owner, next.id, { is_default: true })).body.is_default).toBe(true)

  const { body } = await hub.as(owner, 'GET', '/api/groups')
  const defaults = body.filter(({ is_default }: { is_default: boolean }) => is_default)
  expect(defaults).toMatchObject([{ id: next.id }])
  const newcomer = await hub.registered('newcomer')
  expect((await hub.as(newcomer, 'GET', '/api/groups/me/info')).body.groups).toMatchObject([{ id: next.id }])
  const back = await create(owner, fresh({ is_default: true }))
  expect(back.body.is_default).toBe(true)
  await edit(owner, idOf('member'), { is_default: true })
})

test('creating, editing and deleting a group is told with who did it', async () => {
  const { body: group } = await create(someManager, fresh())
  await edit(someManager, group.id, { color: '#123456' })
  await remove(someManager, group.id)

  const { rows } = await hub.db.execute(sql`
    select action, user_id, target_type, metadata from activities
    where target_id = ${group.id} and target_type = 'group' order by id`)
  const common = { user_id: someManager.id, target_type: 'group' }
  expect(rows).toEqual([
    { ...common, action: 'Group Created', metadata: { group: group.name } },
    { ...common, action: 'Group Updated', metadata: { group: group.name, changed: ['color'] } },
    { ...common, action: 'Group Deleted', metadata: { group: group.name } },
  ])
})

test('a profile shows the new colour of a group at once', async () => {
  const someone = await hub.person()
  const group = await made({ priority: 100, color: '#111111' })
  await hub.as(owner, 'POST', `/api/groups/${group.id}/assign`, { user_id: someone.id })
  const shown = async () =>
    (await hub.as(null, 'GET', `/api/users/profile/${someone.username}`)).body.group.color
  expect(await shown()).toBe('#111111')

  await edit(owner, group.id, { color: '#222222' })

  expect(await shown()).toBe('#222222')
})

test('two who edit one group at once both keep what they changed', async () => {
  const group = await made()

  const answers = await Promise.all([
    edit(owner, group.id, { color: '#abcdef' }),
    edit(someManager, group.id, { description: 'Both' }),
  ])

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { body } = await hub.as(owner, 'GET', `/api/groups/${group.id}`)
  expect(body).toMatchObject({ color: '#abcdef', description: 'Both' })
})
