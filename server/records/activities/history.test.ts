import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

import { groupOf, isOfGroup } from '#server/records/records.tables.ts'

const app = await startTestApp()
const owner = await app.createOwner()
const auditor = await app.createUser('admin.system.access', 'admin.audit')

type Entry = { action: string; users: { username: string } | null; metadata: { old?: object; new?: object } }
const history = async (type: string, id: number) => {
  const { body } = await app.request(
    auditor,
    'GET',
    `/api/activities/history?target_type=${type}&target_id=${id}`,
  )
  return body.activities.map(({ action, users, metadata }: Entry) => ({
    action,
    by: users?.username,
    old: metadata.old,
    new: metadata.new,
  }))
}

test('a holder of admin.audit reads who changed a user with old and new values, but not the log', async () => {
  const user = await app.createUser()
  const path = `/api/users/admin/users/${user.id}`
  await app.request(owner, 'PUT', `${path}/suspend`, { suspended: true })
  await app.request(owner, 'PUT', `${path}/suspend`, { suspended: false })
  await app.request(owner, 'PUT', `${path}/admin`, { is_admin: true })
  await app.request(owner, 'POST', `${path}/ban`, { reason: 'Spam', is_permanent: true })
  await app.request(owner, 'DELETE', `${path}/unban`)

  const by = owner.username
  expect(await history('user', user.id)).toEqual([
    {
      action: 'User Unbanned',
      by,
      old: { bannedUntil: 'Permanent', reason: 'Spam' },
      new: { bannedUntil: null, reason: null },
    },
    {
      action: 'User Banned',
      by,
      old: { bannedUntil: null, reason: null },
      new: { bannedUntil: 'Permanent', reason: 'Spam' },
    },
    { action: 'Admin Promoted', by, old: { isAdmin: false }, new: { isAdmin: true } },
    { action: 'Suspension Ended', by, old: { status: 'suspended' }, new: { status: 'active' } },
    { action: 'User Suspended', by, old: { status: 'active' }, new: { status: 'suspended' } },
  ])
  expect((await app.request(auditor, 'GET', '/api/activities')).status).toBe(403)
  expect((await app.request(auditor, 'GET', '/api/activities/export')).status).toBe(403)
})

test('memberships and groups have old and new values', async () => {
  const user = await app.createUser()
  const { body: group } = await app.request(owner, 'POST', '/api/groups', {
    name: 'curators',
    display_name: 'Curators',
    priority: 700,
  })
  const until = '2099-01-01T00:00:00.000Z'
  await app.request(owner, 'POST', `/api/groups/${group.id}/assign`, { user_id: user.id, expires_at: until })
  await app.request(owner, 'DELETE', `/api/groups/${group.id}/assign/${user.id}`)
  await app.request(owner, 'PUT', `/api/groups/${group.id}`, { priority: 800 })

  const by = owner.username
  expect(await history('user', user.id)).toEqual([
    { action: 'Group Removed', by, old: { isMember: true, until }, new: { isMember: false, until: null } },
    { action: 'Group Assigned', by, old: { isMember: false, until: null }, new: { isMember: true, until } },
  ])
  expect(await history('group', group.id)).toMatchObject([
    { action: 'Group Updated', by, old: { priority: 700 }, new: { priority: 800 } },
    { action: 'Group Removed', by, old: { isMember: true, until }, new: { isMember: false, until: null } },
    { action: 'Group Assigned', by, old: { isMember: false, until: null }, new: { isMember: true, until } },
    { action: 'Group Created', by },
  ])
})

test('the history of a group has no members of other groups and is read by its index', async () => {
  const user = await app.createUser()
  const groups = []
  for (const name of ['drivers', 'pilots']) {
    const { body } = await app.request(owner, 'POST', '/api/groups', { name, display_name: name })
    groups.push(body)
    await app.request(owner, 'POST', `/api/groups/${body.id}/assign`, { user_id: user.id })
  }

  for (const { id } of groups)
    expect(await history('group', id)).toMatchObject([
      { action: 'Group Assigned' },
      { action: 'Group Created' },
    ])
  // Metadata of a client does not change what is found.
  const { body } = await app.request(owner, 'POST', '/api/activities', {
    type: 'user',
    action: 'Profile Updated',
    target_type: 'user',
    target_id: user.id,
    metadata: { groupId: groups[0].id },
  })
  expect(body.action).toBe('Profile Updated')
  expect(await history('group', groups[0].id)).toHaveLength(2)

  await app.db.execute(sql`
    insert into activities (type, action, target_id, target_type, metadata)
    select 'user', 'Group Assigned', ${user.id}, 'user', jsonb_build_object('groupId', 1000000 + i)
    from generate_series(1, 20000) i`)
  await app.db.execute(sql`analyze activities`)
  const { rows } = await app.db.execute(sql`
    explain select id from activities where ${isOfGroup} and ${groupOf} = ${groups[0].id}::text
    order by created_at desc, id desc limit 20`)
  const plan = rows.map((row) => Object.values(row).join('')).join('\n')
  expect(plan).toMatch(/Merge Append/)
  expect(plan).not.toMatch(/Seq Scan|Sort  /)
})

test.each([
  ['', { target_type: 'Target type must be user, script or group' }],
  ['target_type=user', { target_id: 'Not an id' }],
  ['target_type=partner&target_id=1', { target_type: 'Target type must be user, script or group' }],
])('the history rejects %s', async (query, fields) => {
  expect(await app.request(auditor, 'GET', `/api/activities/history?${query}`)).toMatchObject({
    status: 400,
    body: { fields },
  })
})
