import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Permission } from '#contract/platform/permissions.ts'
import { endTimedSuspensions } from '#server/moderation/user-admin/suspend-user.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let time = new Date('2026-06-15T12:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })
const later = (hours: number) => new Date(time.getTime() + hours * 3_600_000).toISOString()

type Named = Pick<TestUser, 'id' | 'username'>
const idsOf = (users: readonly Named[]) => users.map(({ id }) => id)
const post = (user: TestUser | null, path: string, body?: Record<string, unknown>) =>
  app.request(user, 'POST', `/api/users/admin/${path}`, body)
const ban = (user: TestUser | null, users: readonly Named[], more: object = { is_permanent: true }) =>
  post(user, 'bans/bulk', { ids: idsOf(users), reason: 'Spam', ...more })
const lift = (user: TestUser | null, users: readonly Named[]) =>
  post(user, 'bans/bulk/lift', { ids: idsOf(users) })
const suspend = (user: TestUser | null, users: readonly Named[], more: object = {}) =>
  post(user, 'suspensions/bulk', { ids: idsOf(users), reason: 'Spam', ...more })
const undo = (user: TestUser | null, actId: number) => post(user, `bulk-acts/${actId}/undo`)

const one = ({ id }: Named, end: string) => `/api/users/admin/users/${id}/${end}`

let moderators = 0
async function createModerator(priority: number, ...more: Permission[]): Promise<TestUser> {
  const user = await app.createUser()
  const keys: Permission[] = ['admin.system.access', 'admin.users.ban', 'admin.users.list', ...more]
  await app.joinGroup(user.id, `marshals ${++moderators}`, priority, keys)
  return user
}

const owner = await app.createOwner()
const moderator = await createModerator(50)
async function createUsers(count: number): Promise<TestUser[]> {
  const users: TestUser[] = []
  for (let index = 0; index < count; index++) users.push(await app.createUser())
  return users
}
const done = ({ id, username }: Named) => ({ id, username, done: true, scripts: 0, reason: null })
const failed = ({ id, username }: Named, reason: string) => ({
  id,
  username,
  done: false,
  scripts: 0,
  reason,
})

async function stateOf(users: readonly Named[]) {
  const { rows } = await app.db.execute<{ state: string }>(sql`
    select u.status || case when b.id is null then '' else ', banned' end as state from users u
      left join bans b on b.user_id = u.id and b.lifted_at is null
        and (b.is_permanent or b.expires_at > ${time.toISOString()}::timestamptz)
    where u.id = any(${sql.param(idsOf(users))}::int[]) order by u.id`)
  return rows.map(({ state }) => state)
}

async function bulkActs() {
  const { rows } = await app.db.execute(sql`select count(*)::int as acts from bulk_acts`)
  return rows[0]
}

test.each([
  [{ ids: [] }, { ids: 'Users are required' }],
  [{ ids: Array.from({ length: 101 }, (_, index) => index + 1) }, { ids: 'At most 100 users' }],
  [{ ids: ['x'] }, { ids: 'Not an id' }],
  [{ reason: ' ' }, { reason: 'Please provide a reason for the ban' }],
  [{ is_permanent: false }, { expires_at: 'Please specify a custom duration' }],
  [{ is_permanent: false, expires_at: later(-1) }, { expires_at: 'Please enter a valid custom duration' }],
])('the bulk ban %j is rejected', async (change, fields) => {
  const [user] = await createUsers(1)
  if (!user) return
  const before = await bulkActs()

  expect(await ban(moderator, [user], { is_permanent: true, ...change })).toMatchObject({
    status: 400,
    body: { code: 'validation', fields },
  })
  expect(await stateOf([user])).toEqual(['active'])
  expect(await bulkActs()).toEqual(before)
})

test('users whom the moderator may not ban are listed with the reason and do not stop the others', async () => {
  const users = await createUsers(3)
  const [peer, senior] = [await createModerator(50), await createModerator(10)]
  const [bannedBefore] = await createUsers(1)
  if (!bannedBefore) return
  await app.request(owner, 'POST', `/api/users/admin/users/${bannedBefore.id}/ban`, {
    reason: 'Theft',
    is_permanent: true,
  })
  const stronger = 'Cannot ban - user has higher priority groups'
  const all = [peer, ...users, senior, owner, moderator, bannedBefore, { id: 2_000_000_000, username: '' }]

  const { status, body } = await ban(moderator, [...all, ...users])

  expect(status).toBe(200)
  expect(body).toEqual({
    act_id: expect.any(Number),
    results: [
      failed(peer, stronger),
      ...users.map(done),
      failed(senior, stronger),
      failed(owner, stronger),
      failed(moderator, 'You cannot do this to your own account'),
      failed(bannedBefore, 'This user is already banned'),
      { id: 2_000_000_000, username: null, done: false, scripts: 0, reason: 'User not found' },
    ],
  })
  expect(await stateOf(users)).toEqual(users.map(() => 'active, banned'))
  expect(await stateOf([peer, senior, owner, moderator])).toEqual(['active', 'active', 'active', 'active'])
  const { rows } = await app.db.execute(sql`
    select action, user_id, metadata->'bulkAct' as act from activities
    where target_id = any(${sql.param(idsOf(users))}::int[])`)
  expect(rows).toEqual(users.map(() => ({ action: 'User Banned', user_id: moderator.id, act: body.act_id })))
})

test('an act that does nothing cannot be undone, and users without permission do nothing', async () => {
  const before = await bulkActs()
  expect((await ban(moderator, [owner, moderator])).body.act_id).toBeNull()
  expect(await bulkActs()).toEqual(before)

  const users = await createUsers(1)
  expect((await ban(await app.createUser(), users)).status).toBe(403)
  expect(await stateOf(users)).toEqual(['active'])
})

test('the undo of a bulk ban lifts its bans, once', async () => {
  const users = await createUsers(3)
  const { body } = await ban(moderator, users)
  expect((await app.request(users[0] ?? null, 'GET', '/api/groups/me/info')).body.code).toBe('banned')

  const undone = await undo(moderator, body.act_id)

  expect(undone).toMatchObject({ status: 200, body: { act_id: null, results: users.map(done) } })
  expect(await stateOf(users)).toEqual(['active', 'active', 'active'])
  expect((await app.request(users[0] ?? null, 'GET', '/api/groups/me/info')).status).toBe(200)
  expect(await undo(moderator, body.act_id)).toMatchObject({
    status: 409,
    body: { error: 'This was already undone' },
  })
  expect((await undo(moderator, 2_000_000_000)).status).toBe(404)
})

test('of two concurrent undos one is rejected', async () => {
  const users = await createUsers(2)
  const { body } = await ban(moderator, users)

  const responses = await Promise.all([undo(moderator, body.act_id), undo(moderator, body.act_id)])

  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]))
})

test('an act is undone by its user or one with at least their authority, and within 24 hours', async () => {
  const senior = await createModerator(20)
  const users = await createUsers(2)
  const { body } = await ban(senior, users)
  expect(await undo(moderator, body.act_id)).toMatchObject({
    status: 403,
    body: { error: 'Cannot undo - the user who did it has higher authority than yours' },
  })
  expect(await stateOf(users)).toEqual(['active, banned', 'active, banned'])
  expect((await undo(await createModerator(20), body.act_id)).status).toBe(200)

  const late = (await ban(moderator, users)).body
  time = new Date(later(24))
  expect(await undo(moderator, late.act_id)).toMatchObject({
    status: 409,
    body: { error: 'This can no longer be undone' },
  })
  expect(await stateOf(users)).toEqual(['active, banned', 'active, banned'])
})

test('the undo leaves what was changed since, and lists it', async () => {
  const [again, extended, lifted, promoted, plain] = await createUsers(5)
  if (!again || !extended || !lifted || !promoted || !plain) return
  const users = [again, extended, lifted, promoted, plain]
  const { body } = await ban(moderator, users)
  for (const user of [again, lifted]) await app.request(moderator, 'DELETE', one(user, 'unban'))
  await app.request(moderator, 'POST', one(again, 'ban'), { reason: 'Theft', is_permanent: true })
  await app.request(moderator, 'PUT', one(extended, 'ban'), { expires_at: later(400) })
  await app.joinGroup(promoted.id, 'elders', 5, [])

  const undone = await undo(moderator, body.act_id)

  expect(undone.body.results).toEqual([
    failed(again, 'This user was banned again'),
    failed(extended, 'The ban was changed in the meantime'),
    done(lifted),
    failed(promoted, 'Cannot unban - user has higher priority groups'),
    done(plain),
  ])
  expect(await stateOf(users)).toEqual([
    'active, banned',
    'active, banned',
    'active',
    'active, banned',
    'active',
  ])
})

test('bans are lifted in bulk by the rules of a single ban, and the undo puts them back', async () => {
  const [own, timed, senior, free] = await createUsers(4)
  if (!own || !timed || !senior || !free) return
  await ban(moderator, [own])
  await ban(moderator, [timed], { expires_at: later(5) })
  await ban(owner, [senior])
  const users = [own, timed, senior, free]

  const { body } = await lift(moderator, users)

  expect(body.results).toEqual([
    done(own),
    done(timed),
    failed(senior, 'Cannot unban - issuer of the ban has higher authority than yours'),
    failed(free, 'This user is not banned'),
  ])
  expect(await stateOf(users)).toEqual(['active', 'active', 'active, banned', 'active'])
  await undo(moderator, body.act_id)
  expect(await stateOf(users)).toEqual(['active, banned', 'active, banned', 'active, banned', 'active'])
  const { body: history } = await app.request(moderator, 'GET', `/api/users/admin/users/${timed.id}/ban`)
  expect(history).toMatchObject({
    ban_info: { expires_at: later(5), banned_by: moderator.username },
    history: [{ state: 'in_force', lifted_by: null }],
  })
})

test('a suspension has a reason and an end, and the undo returns each status', async () => {
  const [active, reviewed, already] = await createUsers(3)
  if (!active || !reviewed || !already) return
  await app.db.execute(sql`update users set status = 'under_review' where id = ${reviewed.id}`)
  await app.db.execute(sql`update users set status = 'suspended' where id = ${already.id}`)
  const users = [active, reviewed, already]
  for (const more of [{ reason: '' }, { expires_at: later(-1) }, { expires_at: 'soon' }])
    expect((await suspend(moderator, users, more)).status).toBe(400)

  const { body } = await suspend(moderator, users, { expires_at: later(24) })

  expect(body.results).toEqual([
    done(active),
    done(reviewed),
    failed(already, 'This user is already suspended'),
  ])
  expect(await stateOf(users)).toEqual(['suspended', 'suspended', 'suspended'])
  expect((await app.request(active, 'GET', '/api/groups/me/info')).body.code).toBe('suspended')
  expect((await app.request(moderator, 'GET', `/api/users/admin/users/${active.id}`)).body).toMatchObject({
    suspension: { reason: 'Spam', ends_at: later(24), suspended_by: moderator.username },
  })
  await undo(moderator, body.act_id)
  expect(await stateOf(users)).toEqual(['active', 'under_review', 'suspended'])
})

test('a timed suspension ends by itself and returns the status before it', async () => {
  const [active, reviewed, ended, permanent] = await createUsers(4)
  if (!active || !reviewed || !ended || !permanent) return
  await app.db.execute(sql`update users set status = 'under_review' where id = ${reviewed.id}`)
  const users = [active, reviewed, ended, permanent]
  await suspend(moderator, [active, reviewed, ended], { expires_at: later(2) })
  await suspend(moderator, [permanent])
  // Ended by hand and suspended again without an end: the first end must not apply.
  await app.request(moderator, 'PUT', `/api/users/admin/users/${ended.id}/suspend`, { suspended: false })
  await app.request(moderator, 'PUT', `/api/users/admin/users/${ended.id}/suspend`, { suspended: true })

  await endTimedSuspensions(app.app)
  expect(await stateOf(users)).toEqual(['suspended', 'suspended', 'suspended', 'suspended'])
  time = new Date(later(2))
  await endTimedSuspensions(app.app)

  expect(await stateOf(users)).toEqual(['active', 'under_review', 'suspended', 'suspended'])
  expect((await app.request(active, 'GET', '/api/groups/me/info')).status).toBe(200)
})

test('a suspension that was renewed since is not undone', async () => {
  const [user] = await createUsers(1)
  if (!user) return
  const { body } = await suspend(moderator, [user])
  time = new Date(later(1))
  const path = `/api/users/admin/users/${user.id}/suspend`
  await app.request(moderator, 'PUT', path, { suspended: false })
  await app.request(moderator, 'PUT', path, { suspended: true })

  expect((await undo(moderator, body.act_id)).body.results).toEqual([
    failed(user, 'This user was suspended again'),
  ])
  expect(await stateOf([user])).toEqual(['suspended'])
})

const visibleOf = async (author: Named) => {
  const { rows } = await app.db.execute<{ publication: string }>(sql`
    select publication from scripts where user_id = ${author.id} order by id`)
  return rows.map(({ publication }) => publication)
}

test('hiding the scripts needs the permission to moderate scripts', async () => {
  const [author] = await createUsers(1)
  if (!author) return
  await insertTestScript(app, { author })
  const before = await bulkActs()

  expect(await ban(moderator, [author], { is_permanent: true, hide_scripts: 'spam' })).toMatchObject({
    status: 403,
    body: { error: 'You need permission to hide and restore scripts' },
  })
  expect((await ban(moderator, [author], { is_permanent: true, hide_scripts: 'dull' })).status).toBe(400)
  expect(await stateOf([author])).toEqual(['active'])
  expect(await visibleOf(author)).toEqual(['published'])
  expect(await bulkActs()).toEqual(before)
})

test('a ban hides the scripts of the banned users only, and the undo restores what it hid', async () => {
  const marshal = await createModerator(40, 'admin.scripts.moderate')
  const [spammer, second] = await createUsers(2)
  const peer = await createModerator(40)
  if (!spammer || !second) return
  const first = await insertTestScript(app, { author: spammer })
  await insertTestScript(app, { author: spammer })
  await insertTestScript(app, { author: second })
  await insertTestScript(app, { author: peer })
  // Hidden before, so the undo must not show it.
  await app.request(owner, 'POST', `/api/scripts/${first}/removal`, { reason: 'stolen' })
  expect(await visibleOf(spammer)).toEqual(['removed', 'published'])

  const { body } = await ban(marshal, [spammer, peer, second], { is_permanent: true, hide_scripts: 'spam' })

  expect(body.results).toEqual([
    { ...done(spammer), scripts: 1 },
    failed(peer, 'Cannot ban - user has higher priority groups'),
    { ...done(second), scripts: 1 },
  ])
  expect(await visibleOf(spammer)).toEqual(['removed', 'removed'])
  expect(await visibleOf(peer)).toEqual(['published'])
  const { body: list } = await app.request(null, 'GET', `/api/scripts?author=${second.username}`)
  expect(JSON.stringify(list)).not.toContain(second.username)

  // A user without the permission to restore scripts undoes nothing.
  expect((await undo(await createModerator(40), body.act_id)).status).toBe(403)
  const undone = await undo(marshal, body.act_id)

  expect(undone.body.results).toEqual([
    { ...done(spammer), scripts: 1 },
    { ...done(second), scripts: 1 },
  ])
  expect(await visibleOf(spammer)).toEqual(['removed', 'published'])
  expect(await visibleOf(second)).toEqual(['published'])
  expect(await stateOf([spammer, second])).toEqual(['active', 'active'])
})
