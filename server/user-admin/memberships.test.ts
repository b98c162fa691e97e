import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Permission } from '#contract/permissions.ts'
import { startTestHub, type Person } from '#server/testing.ts'

let time = new Date()
const hub = await startTestHub({ clock: { now: () => time } })

const change = (someone: Person | null, target: { id: number }, groupId: number, action: string) =>
  hub.as(someone, 'PUT', `/api/users/admin/users/${target.id}/groups`, { group_id: groupId, action })

const { rows: known } = await hub.db.execute<{ id: number; name: string }>(sql`select id, name from groups`)
const groupOf = (name: string) => known.find((group) => group.name === name)?.id ?? 0

/** Everything that a membership change could touch. */
async function state() {
  const { rows } = await hub.db.execute(sql`
    select (select json_agg(m order by user_id, group_id) from memberships m) as memberships,
      (select json_agg(json_build_array(id, member_count) order by id) from groups) as counts,
      (select count(*)::integer from activities) as activities`)
  return rows[0]
}

/** Somebody of a built-in group, put there by hand. */
async function memberOf(name: string): Promise<Person> {
  const someone = await hub.person()
  await hub.db.execute(
    sql`insert into memberships (user_id, group_id) values (${someone.id}, ${groupOf(name)})`,
  )
  await hub.db.execute(sql`update groups set member_count = member_count + 1 where name = ${name}`)
  return someone
}

let keepers = 0
/** Somebody of rank 60 who may change memberships and holds these keys beside. */
async function keeper(...more: Permission[]): Promise<Person> {
  const someone = await hub.person()
  const keys: Permission[] = ['admin.system.access', 'admin.users.list', 'admin.users.edit.groups', ...more]
  await hub.joinGroup(someone.id, `keepers ${++keepers}`, 60, keys)
  return someone
}

const owner = await hub.owner()
const administrator = await memberOf('administrator')
const moderator = await memberOf('moderator')

test.each([
  ['a visitor', async () => null, 401],
  ['a member', () => hub.person(), 403],
  ['a moderator', async () => moderator, 403],
  ['somebody with the key but no way into the back office', () => hub.person('admin.users.edit.groups'), 403],
])('%s changes no membership', async (_, who, status) => {
  const someone = await who()
  const target = await hub.person()
  const before = await state()

  expect((await change(someone, target, groupOf('verified'), 'add')).status).toBe(status)
  expect(await state()).toEqual(before)
})

test.each([
  [
    'add',
    'a group above one’s own',
    'moderator',
    () => hub.person(),
    'Cannot assign - group has higher authority than yours',
  ],
  [
    'remove',
    'a group above one’s own',
    'moderator',
    () => hub.person(),
    'Cannot remove - group has higher authority than yours',
  ],
  [
    'add',
    'a group on somebody above',
    'verified',
    async () => administrator,
    'Limited group management - user has higher priority groups',
  ],
  [
    'remove',
    'a group of somebody above',
    'member',
    async () => administrator,
    'Cannot remove - target user has higher authority',
  ],
  [
    'remove',
    'a group of an equal',
    'member',
    () => keeper(),
    'Cannot remove - target user has higher authority',
  ],
  [
    'remove',
    'a group of an owner',
    'member',
    async () => owner,
    'Cannot remove - target user has higher authority',
  ],
  [
    'add',
    'a group with a permission one lacks',
    'verified',
    () => hub.person(),
    'Cannot assign - group has permissions that you do not hold',
  ],
  [
    'remove',
    'a group with a permission one lacks',
    'verified',
    () => memberOf('verified'),
    'Cannot remove - group has permissions that you do not hold',
  ],
])('nobody may %s %s', async (action, _, group, whom, message) => {
  const someone = await keeper()
  const target = await whom()
  const before = await state()

  expect(await change(someone, target, groupOf(group), action)).toMatchObject({
    status: 403,
    body: { code: 'forbidden', error: message },
  })
  expect(await state()).toEqual(before)
})

test('nobody changes their own groups, not even an owner', async () => {
  for (const someone of [owner, administrator]) {
    expect(await change(someone, someone, groupOf('verified'), 'add')).toMatchObject({
      status: 403,
      body: { error: 'You cannot change your own groups' },
    })
  }
})

test('the admin flag counts above every group', async () => {
  const flagged = await hub.person()
  await hub.db.execute(sql`update users set is_admin = true where id = ${flagged.id}`)

  expect((await change(administrator, flagged, groupOf('verified'), 'add')).status).toBe(403)
  expect((await change(flagged, administrator, groupOf('verified'), 'add')).status).toBe(200)
  expect((await change(owner, flagged, groupOf('verified'), 'add')).status).toBe(200)
})

test.each([
  ['no group', { action: 'add' }, { group_id: 'Group is required' }],
  ['another action', { group_id: 1, action: 'swap' }, { action: 'Action must be add or remove' }],
])('a change with %s is refused', async (_, body, fields) => {
  expect(await hub.as(owner, 'PUT', `/api/users/admin/users/${moderator.id}/groups`, body)).toMatchObject({
    status: 400,
    body: { fields },
  })
})

test('an unknown person and an unknown group are not found', async () => {
  expect(await change(owner, { id: 2_000_000_000 }, groupOf('verified'), 'add')).toMatchObject({
    status: 404,
    body: { error: 'User not found' },
  })
  expect(await change(owner, moderator, 2_000_000_000, 'add')).toMatchObject({
    status: 404,
    body: { error: 'Group not found' },
  })
})

test('adding and removing counts, shows and is logged once; a repeat changes nothing', async () => {
  const target = await hub.person()
  const countOf = async () => {
    const { body } = await hub.as(owner, 'GET', '/api/groups')
    return body.find(({ name }: { name: string }) => name === 'verified').member_count
  }
  const before = await countOf()

  const added = await change(administrator, target, groupOf('verified'), 'add')
  const repeated = await change(administrator, target, groupOf('verified'), 'add')

  expect(added).toMatchObject({ status: 200, body: { groups: [{ name: 'verified' }, { name: 'member' }] } })
  expect(repeated.body).toEqual(added.body)
  expect(await countOf()).toBe(before + 1)
  const own = await hub.as(target, 'GET', '/api/groups/me/info')
  expect(own.body.permissions).toContain('scripts.upload')

  const removed = await change(administrator, target, groupOf('verified'), 'remove')
  expect((await change(administrator, target, groupOf('verified'), 'remove')).body).toEqual(removed.body)

  expect(removed.body.groups).toMatchObject([{ name: 'member' }])
  expect(await countOf()).toBe(before)
  const after = await hub.as(target, 'GET', '/api/groups/me/info')
  expect(after.body.permissions).not.toContain('scripts.upload')
  const { rows } = await hub.db.execute(sql`
    select action, user_id, metadata ->> 'group' as "group" from activities where target_id = ${target.id} order by id`)
  expect(rows).toEqual([
    { action: 'Group Assigned', user_id: administrator.id, group: 'verified' },
    { action: 'Group Removed', user_id: administrator.id, group: 'verified' },
  ])
})

test('twenty who add the same person at once count one', async () => {
  const target = await hub.person()
  const before = await state()

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => change(administrator, target, groupOf('verified'), 'add')),
  )

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  const after = await state()
  expect(after?.activities).toBe(Number(before?.activities) + 1)
})

test('nothing done with authority that is being taken away counts after it is gone', async () => {
  const { rows: made } = await hub.db.execute<{ id: number }>(sql`
    insert into groups (name, display_name, priority) values ('harmless', 'Harmless', 800) returning id`)
  const harmless = made[0]?.id ?? 0
  for (let round = 0; round < 3; round++) {
    const dismissed = await keeper()
    const keys = await hub.as(owner, 'GET', `/api/users/admin/users/${dismissed.id}/groups`)
    const keeping = keys.body.groups[0].id
    const targets = await Promise.all(Array.from({ length: 12 }, () => hub.person()))

    const acts = targets.map((target, index) =>
      index === 4 ? change(owner, dismissed, keeping, 'remove') : change(dismissed, target, harmless, 'add'),
    )
    const answers = await Promise.all(acts)

    expect(answers[4]?.status).toBe(200)
    const { rows } = await hub.db.execute<{ late: number; total: number }>(sql`
      select count(*)::integer as total, count(*) filter (where id > (
        select id from activities where action = 'Group Removed' and target_id = ${dismissed.id}))::integer as late
      from activities where user_id = ${dismissed.id}`)
    expect(rows[0]?.late).toBe(0)
    const granted = answers.filter(({ status }, index) => status === 200 && index !== 4)
    expect(rows[0]?.total).toBe(granted.length)
  }
})

test('a membership that has ended is renewed, not doubled', async () => {
  const target = await hub.person()
  const before = await state()
  await hub.db.execute(sql`
    insert into memberships (user_id, group_id, expires_at) values (${target.id}, ${groupOf('verified')}, ${new Date(time.getTime() - 1000).toISOString()})`)
  await hub.db.execute(sql`update groups set member_count = member_count + 1 where name = 'verified'`)

  const { body } = await change(administrator, target, groupOf('verified'), 'add')

  expect(body.groups).toMatchObject([{ name: 'verified', expires_at: null }, { name: 'member' }])
  const after = await state()
  expect(after?.activities).toBe(Number(before?.activities) + 1)
})

test('authority follows the clock: an expired group lifts nobody', async () => {
  const someone = await keeper('scripts.upload', 'scripts.download', 'scripts.rate')
  const target = await hub.person()
  expect((await change(someone, target, groupOf('verified'), 'add')).status).toBe(200)
  await hub.db.execute(sql`
    update memberships set expires_at = ${new Date(time.getTime() + 1000).toISOString()}
    where user_id = ${someone.id} and group_id <> ${groupOf('member')}`)

  time = new Date(time.getTime() + 2000)

  expect((await change(someone, target, groupOf('verified'), 'remove')).status).toBe(403)
})

test('GET /api/groups is for those who may see groups, most authoritative first', async () => {
  expect((await hub.as(null, 'GET', '/api/groups')).status).toBe(401)
  expect((await hub.as(moderator, 'GET', '/api/groups')).status).toBe(403)
  const viewer = await hub.person('admin.system.access', 'admin.groups.manage')

  const { status, body } = await hub.as(viewer, 'GET', '/api/groups')

  expect(status).toBe(200)
  expect(body[0]).toMatchObject({ name: 'owner', priority: 0, is_default: false })
  expect(body[0].group_permissions).toHaveLength(25)
  expect(body[0].group_permissions[0]).toEqual({ permission_key: expect.any(String) })
  const priorities = body.map(({ priority }: { priority: number }) => priority)
  expect(priorities).toEqual(priorities.toSorted((a: number, b: number) => a - b))
})
