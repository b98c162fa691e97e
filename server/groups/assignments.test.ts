import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Permission } from '#contract/permissions.ts'
import { startTestHub, type Person } from '#server/testing.ts'

let time = new Date('2026-06-15T12:00:00Z')
const hub = await startTestHub({ clock: { now: () => time } })
const later = (hours: number) => new Date(time.getTime() + hours * 3_600_000).toISOString()

const owner = await hub.owner()
let groups = 0
async function made(priority = 600, permissions: Permission[] = []) {
  const name = `group-${++groups}`
  const group = { name, display_name: name, priority, permissions }
  return (await hub.as(owner, 'POST', '/api/groups', group)).body
}

/** Somebody of rank 60 who may change memberships. */
async function keeper(): Promise<Person> {
  const someone = await hub.person()
  await hub.joinGroup(someone.id, `keepers ${++groups}`, 60, [
    'admin.system.access',
    'admin.users.edit.groups',
  ])
  return someone
}

const someKeeper = await keeper()
type Target = { id: number }
const assign = (someone: Person | null, group: Target, target: Target, expires_at?: string | null) =>
  hub.as(someone, 'POST', `/api/groups/${group.id}/assign`, {
    user_id: target.id,
    ...(expires_at !== undefined && { expires_at }),
  })
const extend = (someone: Person | null, group: Target, target: Target, expires_at: string | null) =>
  hub.as(someone, 'PUT', `/api/groups/${group.id}/assign/${target.id}`, { expires_at })
const unassign = (someone: Person | null, group: Target, target: Target) =>
  hub.as(someone, 'DELETE', `/api/groups/${group.id}/assign/${target.id}`)

async function state() {
  const { rows } = await hub.db.execute(sql`
    select (select json_agg(m order by user_id, group_id) from memberships m) as memberships,
      (select json_agg(json_build_array(id, member_count) order by id) from groups) as counts,
      (select count(*)::integer from activities) as told`)
  return rows[0]
}

test.each([
  ['a visitor', async () => null, 401],
  ['a member', () => hub.person(), 403],
  ['somebody who manages groups only', () => hub.person('admin.system.access', 'admin.groups.manage'), 403],
])('%s opens the second door to membership no further than the first', async (_, who, status) => {
  const someone = await who()
  const target = await hub.person()
  const group = await made()
  const before = await state()

  expect((await assign(someone, group, target)).status).toBe(status)
  expect((await extend(someone, group, target, null)).status).toBe(status)
  expect((await unassign(someone, group, target)).status).toBe(status)
  expect(await state()).toEqual(before)
})

test.each([
  [
    'a group above one’s own',
    () => made(59),
    () => hub.person(),
    'Cannot assign - group has higher authority than yours',
    'Cannot remove - group has higher authority than yours',
  ],
  [
    'an equal',
    () => made(),
    keeper,
    'Limited group management - user has higher priority groups',
    'Cannot remove - target user has higher authority',
  ],
  [
    'oneself',
    () => made(),
    async () => someKeeper,
    'You cannot change your own groups',
    'You cannot change your own groups',
  ],
  [
    'a permission one lacks',
    () => made(600, ['scripts.upload']),
    () => hub.person(),
    'Cannot assign - group has permissions that you do not hold',
    'Cannot remove - group has permissions that you do not hold',
  ],
])('the second door knows the same authority: %s', async (_, which, whom, adding, removing) => {
  const group = await which()
  const target = await whom()
  const before = await state()

  expect(await assign(someKeeper, group, target)).toMatchObject({ status: 403, body: { error: adding } })
  expect(await extend(someKeeper, group, target, null)).toMatchObject({
    status: 403,
    body: { error: adding },
  })
  expect(await unassign(someKeeper, group, target)).toMatchObject({ status: 403, body: { error: removing } })
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
])('the assignment %j is refused', async (body, fields) => {
  const group = await made()

  expect(await hub.as(owner, 'POST', `/api/groups/${group.id}/assign`, body)).toMatchObject({
    status: 400,
    body: { fields },
  })
})

test('a membership is made, ended at a time, made for good, and taken away; repeats change nothing', async () => {
  const group = await made()
  const target = await hub.person()

  const added = await assign(someKeeper, group, target, later(24))
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
  expect((await assign(someKeeper, group, target)).body).toEqual(added.body)
  expect(await state()).toEqual(once)

  expect((await extend(someKeeper, group, target, later(48))).body.expires_at).toBe(later(48))
  expect((await extend(someKeeper, group, target, null)).body.expires_at).toBeNull()
  expect((await unassign(someKeeper, group, target)).status).toBe(204)
  const ended = await state()
  expect((await unassign(someKeeper, group, target)).status).toBe(204)
  expect(await state()).toEqual(ended)
})

test('setting the end of a membership makes nobody a member', async () => {
  const group = await made()
  const target = await hub.person()

  expect(await extend(owner, group, target, later(1))).toMatchObject({
    status: 404,
    body: { error: 'Membership not found' },
  })
})

test('a member of a day is a member no more when it is over', async () => {
  const group = await made(600, ['scripts.upload'])
  const target = await hub.person()
  await assign(owner, group, target, later(24))
  const held = async () => (await hub.as(target, 'GET', '/api/groups/me/info')).body.permissions
  expect(await held()).toContain('scripts.upload')

  time = new Date(later(24))

  expect(await held()).not.toContain('scripts.upload')
  expect((await hub.as(owner, 'GET', `/api/groups/user/${target.id}`)).body).toMatchObject([
    { name: 'member' },
  ])
})

test('an administrator whose time is over does nothing more from a tab that is still open', async () => {
  const someone = await hub.person()
  const group = await made(100, ['admin.system.access', 'admin.users.edit.groups', 'admin.users.ban'])
  const harmless = await made()
  const target = await hub.person()
  await assign(owner, group, someone, later(1))
  expect((await assign(someone, harmless, target)).status).toBe(201)

  time = new Date(later(1))
  const before = await state()

  expect((await unassign(someone, harmless, target)).status).toBe(403)
  const ban = { reason: 'Spam', is_permanent: true }
  expect((await hub.as(someone, 'POST', `/api/users/admin/users/${target.id}/ban`, ban)).status).toBe(403)
  expect(await state()).toEqual(before)
})

test('both doors at once make one membership, counted once', async () => {
  for (let round = 0; round < 3; round++) {
    const group = await made()
    const target = await hub.person()

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0
          ? assign(owner, group, target)
          : hub.as(someKeeper, 'PUT', `/api/users/admin/users/${target.id}/groups`, {
              group_id: group.id,
              action: 'add',
            }),
      ),
    )

    expect(answers.every(({ status }) => status === 200 || status === 201)).toBe(true)
    expect((await hub.as(owner, 'GET', `/api/groups/${group.id}`)).body.member_count).toBe(1)
    const { rows } = await hub.db.execute(sql`
      select action from activities where target_id = ${target.id} and target_type = 'user'`)
    expect(rows).toEqual([{ action: 'Group Assigned' }])
  }
})

test('a group deleted while people are added to it leaves nothing behind', async () => {
  const group = await made()
  const targets = await Promise.all(Array.from({ length: 8 }, () => hub.person()))

  const answers = await Promise.all(
    targets.map((target, index) =>
      index === 4 ? hub.as(owner, 'DELETE', `/api/groups/${group.id}`) : assign(someKeeper, group, target),
    ),
  )

  expect(answers[4]?.status).toBe(204)
  for (const { status } of answers.toSpliced(4, 1)) expect([201, 404]).toContain(status)
  const { rows } = await hub.db.execute(sql`select from memberships where group_id = ${group.id}`)
  expect(rows).toHaveLength(0)
})

test('the members of a group come in pages, with the end of each membership and no address', async () => {
  const group = await made()
  const people: Person[] = []
  for (let index = 0; index < 3; index++) people.push(await hub.person())
  for (const someone of people) await assign(owner, group, someone, later(24))
  const path = `/api/groups/${group.id}/members`
  expect((await hub.as(null, 'GET', path)).status).toBe(401)
  expect((await hub.as(someKeeper, 'GET', path)).status).toBe(403)

  const first = await hub.as(owner, 'GET', `${path}?limit=2`)
  const second = await hub.as(owner, 'GET', `${path}?limit=2&page=2`)

  expect(first.body.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 })
  expect([...first.body.members, ...second.body.members]).toEqual(
    people.map(({ id, username }) => ({
      id,
      username,
      avatar_url: null,
      is_active: true,
      expires_at: later(24),
      created_at: later(0),
    })),
  )
})

test('everybody reads their own groups, and only who may see groups those of others', async () => {
  const someone = await hub.person()
  const path = `/api/groups/user/${someone.id}`

  expect((await hub.as(null, 'GET', path)).status).toBe(401)
  expect(await hub.as(await hub.person(), 'GET', path)).toMatchObject({
    status: 403,
    body: { error: 'Access Denied' },
  })
  expect((await hub.as(someone, 'GET', path)).body).toMatchObject([
    { name: 'member', is_default: true, is_active: true, expires_at: null },
  ])
  const viewer = await hub.person('admin.system.access', 'admin.groups.view')
  expect((await hub.as(viewer, 'GET', path)).status).toBe(200)
})
