import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { userNoteLimits } from '#contract/moderation/user-notes.ts'
import type { Permission } from '#contract/platform/permissions.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let time = new Date('2026-06-15T12:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })

let groups = 0
async function createStaff(priority: number, ...keys: Permission[]): Promise<TestUser> {
  const user = await app.createUser()
  await app.joinGroup(user.id, `staff ${++groups}`, priority, ['admin.system.access', ...keys])
  return user
}

const writer = await createStaff(50, 'admin.users.edit.notes')
const notesOf = ({ id }: { id: number }) => `/api/users/admin/users/${id}/notes`
const sameIpOf = (id: number | undefined) => `/api/users/admin/users/${id}/same-ip`
const add = (user: TestUser, target: { id: number }, text: string) =>
  app.request(user, 'POST', notesOf(target), { text })

test('notes have an author and a time, newest first, and are never in the log', async () => {
  const target = await app.createUser()
  expect((await add(writer, target, '  ')).status).toBe(400)
  expect((await add(writer, target, 'x'.repeat(2001))).body.fields).toEqual({
    text: 'A note must be at most 2000 characters',
  })
  await add(writer, target, ' Warned about spam. ')
  const first = time.toISOString()
  time = new Date(time.getTime() + 3_600_000)
  const { status, body } = await add(writer, target, 'NOTE-CANARY')

  expect(status).toBe(201)
  expect(body.notes).toEqual([
    { id: expect.any(Number), text: 'NOTE-CANARY', author: writer.username, created_at: time.toISOString() },
    { id: expect.any(Number), text: 'Warned about spam.', author: writer.username, created_at: first },
  ])
  expect((await app.request(writer, 'GET', notesOf(target))).body).toEqual(body)
  const { rows } = await app.db.execute(sql`
    select action, metadata::text || description as texts from activities where target_id = ${target.id}`)
  expect(rows).toMatchObject([{ action: 'Note Added' }, { action: 'Note Added' }])
  expect(JSON.stringify(rows)).not.toContain('NOTE-CANARY')
})

test('writing a note needs more authority than the user', async () => {
  const stronger = await createStaff(10)
  for (const target of [stronger, writer]) expect((await add(writer, target, 'x')).status).toBe(403)
  expect((await add(await createStaff(5, 'admin.users.edit.basic'), stronger, 'x')).status).toBe(403)
  expect((await add(writer, { id: 2_000_000_000 }, 'x')).status).toBe(404)
  expect((await app.request(writer, 'GET', notesOf({ id: 2_000_000_000 }))).status).toBe(404)
  expect((await app.request(writer, 'GET', notesOf(stronger))).body).toEqual({ notes: [] })
})

test('authors delete their notes, others need more authority than the author', async () => {
  const target = await app.createUser()
  const other = await app.createUser()
  const peer = await createStaff(50, 'admin.users.edit.notes')
  const { body } = await add(writer, target, 'First')
  const path = `${notesOf(target)}/${body.notes[0].id}`

  expect(await app.request(peer, 'DELETE', path)).toMatchObject({
    status: 403,
    body: { error: 'Cannot delete note - its author has higher priority groups' },
  })
  expect((await app.request(writer, 'DELETE', `${notesOf(other)}/${body.notes[0].id}`)).status).toBe(404)
  expect((await app.request(writer, 'DELETE', path)).body).toEqual({ notes: [] })
  expect((await app.request(writer, 'DELETE', path)).status).toBe(404)
  const again = (await add(writer, target, 'Second')).body.notes[0].id
  const senior = await createStaff(20, 'admin.users.edit.notes')
  expect((await app.request(senior, 'DELETE', `${notesOf(target)}/${again}`)).body).toEqual({ notes: [] })
})

test('saved reasons are listed by kind, and each kind needs its permission', async () => {
  const moderator = await createStaff(50, 'admin.users.ban')
  const reviewer = await createStaff(50, 'admin.scripts.moderate')
  const path = '/api/saved-reasons'
  const save = (user: TestUser, kind: string, text: string) => app.request(user, 'POST', path, { kind, text })

  expect((await save(moderator, 'hide', 'Spam')).status).toBe(403)
  expect((await save(reviewer, 'ban', 'Spam')).status).toBe(403)
  expect((await save(moderator, 'ban', ' ')).body.fields).toEqual({ text: 'Please write a reason' })
  expect((await save(moderator, 'kick', 'Spam')).status).toBe(400)
  const { status, body } = await save(moderator, 'ban', ' Wave of spam ')
  expect(status).toBe(201)
  expect((await save(moderator, 'ban', 'Wave of spam')).body).toEqual(body)
  await save(reviewer, 'hide', 'Advertising')

  expect((await app.request(reviewer, 'GET', `${path}?kind=ban`)).body).toEqual({
    reasons: [{ id: expect.any(Number), kind: 'ban', text: 'Wave of spam' }],
  })
  const [{ id }] = body.reasons
  expect((await app.request(reviewer, 'DELETE', `${path}/${id}`)).status).toBe(403)
  expect((await app.request(moderator, 'DELETE', `${path}/${id}`)).body).toEqual({ reasons: [] })
  expect((await app.request(moderator, 'DELETE', `${path}/${id}`)).status).toBe(404)
})

test('a kind has at most 50 saved reasons', async () => {
  const moderator = await createStaff(50, 'admin.users.ban')
  await app.db.execute(sql`
    insert into saved_reasons (kind, text, created_at)
    select 'suspend', 'Reason ' || n, now() from generate_series(1, ${userNoteLimits.reasonsMax}::int) n`)

  const body = { kind: 'suspend', text: 'One more' }
  expect(await app.request(moderator, 'POST', '/api/saved-reasons', body)).toMatchObject({
    status: 409,
    body: { error: 'At most 50 reasons can be saved' },
  })
})

test('reasons that are saved at the same time are neither duplicates nor more than 50', async () => {
  const reviewer = await createStaff(50, 'admin.scripts.moderate')
  await app.db.execute(sql`delete from saved_reasons where kind = 'hide'`)
  await app.db.execute(sql`
    insert into saved_reasons (kind, text, created_at)
    select 'hide', 'Reason ' || n, now() from generate_series(1, ${userNoteLimits.reasonsMax - 2}::int) n`)
  const texts = ['Same', 'Same', 'Same', 'One', 'Two', 'Three']

  const responses = await Promise.all(
    texts.map((text) => app.request(reviewer, 'POST', '/api/saved-reasons', { kind: 'hide', text })),
  )

  expect(responses.filter(({ status }) => ![201, 409].includes(status))).toEqual([])
  const { body } = await app.request(reviewer, 'GET', '/api/saved-reasons?kind=hide')
  expect(body.reasons).toHaveLength(userNoteLimits.reasonsMax)
  expect(body.reasons.filter(({ text }: { text: string }) => text === 'Same').length).toBeLessThanOrEqual(1)
})

test('accounts from the same IP come first, then those of the network', async () => {
  const lister = await createStaff(50, 'admin.users.list')
  const users: TestUser[] = []
  for (let index = 0; index < 5; index++) users.push(await app.createUser())
  const [one, neighbour, same, cut, elsewhere] = users
  for (const [user, registered, login] of [
    [one, '203.0.113.7', '198.51.100.1'],
    [neighbour, '203.0.113.8', null],
    [same, '192.0.2.1', '203.0.113.7'],
    [cut, '198.51.100.0/24', null],
    [elsewhere, '192.0.2.9', null],
  ] as const)
    await app.db.execute(sql`
      update users set registration_ip = ${registered}, last_login_ip = ${login} where id = ${user?.id}`)

  const { body } = await app.request(lister, 'GET', sameIpOf(one?.id))

  expect(body.users.map(({ id, match }: { id: number; match: string }) => [id, match])).toEqual([
    [same?.id, 'ip'],
    [cut?.id, 'network'],
    [neighbour?.id, 'network'],
  ])
  expect(body.users[0]).toMatchObject({ username: same?.username, status: 'active', is_banned: false })
  const fresh = await app.createUser()
  await app.db.execute(sql`
    update users set registration_ip = null, last_login_ip = null where id = ${fresh.id}`)
  expect((await app.request(lister, 'GET', sameIpOf(fresh.id))).body).toEqual({ users: [] })
  expect((await app.request(lister, 'GET', sameIpOf(2_000_000_000))).status).toBe(404)
})
