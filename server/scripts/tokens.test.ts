import { randomBytes } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, day, hour, minute } from '#platform/clock.ts'
import { mailEndingTokens, sweepSessions } from '#server/accounts/accounts.public.ts'
import { analyseAll } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const start = new Date('2026-06-15T12:00:00Z')
let now = start
const app = await startTestApp({ clock: { now: () => now } })
const draft = { name: 'Server one', scopes: ['download'], scripts: 'all', days: 90 }

type Fields = Partial<Record<keyof typeof draft | 'currentPassword', unknown>>

const create = (user: TestUser, fields: Fields = {}) =>
  app.request(user, 'POST', '/api/account/tokens', { ...draft, ...fields })
async function tokenOf(user: TestUser, fields: Fields = {}): Promise<{ token: string; id: string }> {
  const { status, body } = await create(user, fields)
  expect(status).toBe(201)
  return { token: body.token, id: body.created.id }
}
const listOf = async (user: TestUser) => (await app.request(user, 'GET', '/api/account/tokens')).body
const current = (token: { token: string }) => app.request(token, 'GET', '/api/tokens/current')
const statusOf = async (token: { token: string }) => (await current(token)).status
const subjects = async (email: string) => {
  const { rows } = await app.db.execute<{ subject: string }>(sql`
    select split_part(payload->>'subject', ' - ', 1) as subject from graphile_worker._private_jobs
    where payload->>'to' = ${email} order by id`)
  return rows.map(({ subject }) => subject)
}

async function submit(author: TestUser, name = 'Garage') {
  const archive = {
    fileName: 'a.zip',
    content: zipOf([{ name: 'g/fxmanifest.lua', content: `fx_version 'cerulean' -- ${name}` }]),
  }
  const { body } = await app.request(author, 'POST', '/api/scripts', await scriptForm({ name }, { archive }))
  await analyseAll(app)
  return { id: Number(body.id), versionId: Number(body.versionId) }
}

test.each([
  ['no name', { name: ' ' }],
  ['a name with a line break', { name: 'a\nb' }],
  ['a long name', { name: 'x'.repeat(61) }],
  ['no scope', { scopes: [] }],
  ['another scope', { scopes: ['admin'] }],
  ['another number of days', { days: 3650 }],
  ['no scripts', { scripts: [] }],
  ['a script of another user', { scripts: [1] }],
  ['a script that does not exist', { scripts: [999_999] }],
])('a token with %s is rejected, and none is created', async (_, fields) => {
  const other = await app.createUser('scripts.upload')
  await submit(other)
  const user = await app.createUser()
  expect(await create(user, fields)).toMatchObject({ status: 400, body: { code: 'validation' } })
  expect(await listOf(user)).toEqual([])
})

test('15 minutes after the sign-in the password is needed', async () => {
  const user = await app.registerUser('late')
  now = after(now, 16 * minute)
  expect((await create(user)).body.fields).toEqual({ currentPassword: 'Current password is required' })
  expect((await create(user, { currentPassword: 'wrong password' })).status).toBe(400)
  expect(await listOf(user)).toEqual([])
  expect((await create(user, { currentPassword: user.password })).status).toBe(201)
})

test('a token has prefix, length and checksum, is shown once and stored as a hash', async () => {
  const user = await app.createUser()
  const { body } = await create(user)
  expect(body.token).toMatch(/^shv_[0-9A-Za-z]{38}$/)
  expect(body.created).toMatchObject({
    name: 'Server one',
    hint: body.token.slice(0, 8),
    scopes: ['download'],
    scripts: null,
    expiresAt: after(now, 90 * day).toISOString(),
    lastUsedAt: null,
  })
  expect(await listOf(user)).toEqual([body.created])
  expect(await subjects(user.email)).toEqual(['An access token was created'])

  const { rows } = await app.db.execute<{ text: string }>(
    sql`select row_to_json(s)::text as text from sessions s`,
  )
  expect(rows.map(({ text }) => text).join()).not.toContain(body.token.slice(8))
})

test('a token that was changed, of another form or unknown is rejected', async () => {
  const { token } = await tokenOf(await app.createUser())
  const other = token.endsWith('A') ? 'B' : 'A'
  for (const wrong of [token.slice(0, -1) + other, token.slice(0, 20), `shv_${'0'.repeat(38)}`, `x${token}`])
    expect(await current({ token: wrong })).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(await statusOf({ token })).toBe(200)
})

test('the use of a token is recorded, and does not make its user active', async () => {
  const user = await app.createUser()
  const token = await tokenOf(user)
  await app.db.execute(sql`update users set last_active_at = null where id = ${user.id}`)
  expect((await current(token)).body).toMatchObject({ username: user.username, token: { id: token.id } })
  await expect.poll(async () => (await listOf(user))[0].lastUsedAt).toBe(now.toISOString())
  const { rows } = await app.db.execute(sql`select last_active_at from users where id = ${user.id}`)
  expect(rows).toEqual([{ last_active_at: null }])
})

test('a user has 20 tokens at most, also with simultaneous calls', async () => {
  const user = await app.createUser()
  const replies = await Promise.all(Array.from({ length: 22 }, () => create(user)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 20 }, () => 201),
    409,
    409,
  ])
  expect(await listOf(user)).toHaveLength(20)
})

test('tokens are no sessions: neither listed there, nor ended by other devices, nor replaced by sign-ins', async () => {
  const user = await app.createUser()
  const token = await tokenOf(user)
  for (let count = 0; count < 30; count++) await app.signIn(user)
  const fresh = await app.signIn(user)
  expect((await app.request(fresh, 'GET', '/api/account/sessions')).body).toHaveLength(10)
  expect((await app.request(fresh, 'DELETE', `/api/account/sessions/${token.id}`)).status).toBe(404)
  expect((await app.request(fresh, 'DELETE', '/api/account/sessions')).status).toBe(204)
  expect(await statusOf(token)).toBe(200)
})

test('a token ends when its user or anyone who has it revokes it', async () => {
  const user = await app.createUser()
  const stranger = await app.createUser()
  const [one, two] = [await tokenOf(user), await tokenOf(user)]
  expect((await app.request(stranger, 'DELETE', `/api/account/tokens/${one.id}`)).status).toBe(404)
  expect(await statusOf(one)).toBe(200)
  expect((await app.request(user, 'DELETE', `/api/account/tokens/${one.id}`)).status).toBe(204)
  expect(await statusOf(one)).toBe(401)

  const revoke = (token: string) => app.request(null, 'POST', '/api/tokens/revoke', { token })
  expect((await revoke('shv_short')).status).toBe(400)
  expect((await revoke(`shv_${'0'.repeat(38)}`)).status).toBe(204)
  expect(await statusOf(two)).toBe(200)
  expect((await revoke(two.token)).status).toBe(204)
  expect(await statusOf(two)).toBe(401)
  expect(await subjects(user.email)).toContain('Your access token “Server one” was revoked')
})

test('a token ends with a change of the password, a ban, the deletion of the account, and its time', async () => {
  const changes = await app.registerUser('changes')
  const changed = await tokenOf(changes)
  const passwords = { currentPassword: changes.password, newPassword: 'another long passphrase 7' }
  expect((await app.request(changes, 'PUT', '/api/users/me/password', passwords)).status).toBe(200)
  expect(await statusOf(changed)).toBe(401)

  const moderator = await app.createOwner()
  const user = await app.createUser()
  const banned = await tokenOf(user)
  now = after(now, minute)
  const terms = { reason: 'Spam in comments', is_permanent: true }
  expect((await app.request(moderator, 'POST', `/api/users/admin/users/${user.id}/ban`, terms)).status).toBe(
    201,
  )
  expect(await statusOf(banned)).toBe(401)
  expect((await app.request(moderator, 'DELETE', `/api/users/admin/users/${user.id}/unban`)).status).toBe(200)
  expect(await statusOf(banned)).toBe(401)
  expect(await listOf(user)).toEqual([])
  now = after(now, minute)
  const later = await tokenOf(user)
  expect(await statusOf(later)).toBe(200)
  await sweepSessions(app.app)
  const { rows } = await app.db.execute(
    sql`select from sessions where user_id = ${user.id} and kind = 'token'`,
  )
  expect(rows).toHaveLength(1)

  const timed = await tokenOf(user, { days: 30 })
  now = after(now, 30 * day)
  expect(await statusOf(timed)).toBe(401)
  expect(await statusOf(later)).toBe(200)

  const leaving = await app.registerUser('leaving')
  const left = await tokenOf(leaving)
  expect(await statusOf(left)).toBe(200)
  const { status } = await app.request(leaving, 'DELETE', '/api/account', { password: leaving.password })
  expect([status, await statusOf(left)]).toEqual([expect.toSatisfy((code: number) => code < 300), 401])
})

test('an email is sent once, three days before the end', async () => {
  const user = await app.createUser()
  await tokenOf(user, { days: 30, name: 'Build' })
  const about = async () => (await subjects(user.email)).filter((subject) => subject.includes('expires'))
  now = after(now, 27 * day - hour)
  await mailEndingTokens(app.app)
  expect(await about()).toEqual([])
  now = after(now, hour)
  await mailEndingTokens(app.app)
  await mailEndingTokens(app.app)
  expect(await about()).toEqual(['Your access token “Build” expires soon'])
})

test('with the scope publish a program uploads versions of its scripts, and nothing of others', async () => {
  const author = await app.createUser('scripts.upload', 'admin.system.access', 'admin.scripts.moderate')
  const other = await app.createUser('scripts.upload')
  const [one, two, foreign] = [
    await submit(author, 'One'),
    await submit(author, 'Two'),
    await submit(other, 'Other'),
  ]
  const publish = async (token: { token: string }, id: number) => {
    const content = zipOf([{ name: 'g/a.lua', content: randomBytes(8).toString('hex') }])
    const form = editForm({}, { archive: { fileName: 'a.zip', content } })
    return (await app.request(token, 'POST', `/api/scripts/${id}/versions`, form)).status
  }
  const versions = async (id: number) =>
    (await app.request(author, 'GET', `/api/scripts/${id}/versions`)).body.pagination.total

  const download = await tokenOf(author, { scopes: ['read', 'download'] })
  const chosen = await tokenOf(author, { scopes: ['publish'], scripts: [one.id] })
  const all = await tokenOf(author, { scopes: ['publish'] })
  for (const [token, id] of [
    [download, one.id],
    [chosen, two.id],
    // Its user is a moderator.
    [all, foreign.id],
  ] as const) {
    expect(await publish(token, id)).toBe(403)
    expect(await versions(id)).toBe(1)
  }
  expect(await publish(chosen, one.id)).toBe(201)
  expect(await publish(all, two.id)).toBe(201)
  expect((await current(chosen)).body.token.scripts).toEqual([{ id: one.id, name: 'One' }])

  await app.request(author, 'DELETE', `/api/scripts/${one.id}`)
  expect((await current(chosen)).body.token.scripts).toEqual([])
  expect(await publish(chosen, two.id)).toBe(403)
})

test('with the scope read a program reads versions that are not public, of its scripts only', async () => {
  const author = await app.createUser('scripts.upload', 'scripts.download')
  const [one, two] = [await submit(author, 'Read one'), await submit(author, 'Read two')]
  await app.db.execute(sql`update scripts set publication = 'review' where id in (${one.id}, ${two.id})`)
  await app.db.execute(
    sql`update script_versions set published_at = null where script_id in (${one.id}, ${two.id})`,
  )
  const status = async (token: { token: string } | null, path: string) =>
    (await app.request(token, 'GET', path)).status
  const read = await tokenOf(author, { scopes: ['read'], scripts: [one.id] })
  const download = await tokenOf(author, { scopes: ['download'], scripts: [one.id] })

  for (const part of ['', '/report', '/files', '/install']) {
    const path = (version: number) => `/api/versions/${version}${part}`
    expect(await status(read, path(one.versionId))).toBe(200)
    expect(await status(read, path(two.versionId))).toBe(404)
    expect(await status(download, path(one.versionId))).toBe(404)
    expect(await status(null, path(one.versionId))).toBe(404)
  }
  expect(await status(read, `/api/scripts/${one.id}/versions`)).toBe(200)
  expect(await status(read, `/api/scripts/${two.id}/versions`)).toBe(404)
  expect(await status(download, `/api/versions/${one.versionId}/download`)).toBe(200)
  expect(await status(download, `/api/versions/${two.versionId}/download`)).toBe(404)
  expect(await status(download, `/api/scripts/${two.id}/download`)).toBe(404)
})

test('the list of tokens names no script that is hidden and no longer of their user', async () => {
  const author = await app.createUser('scripts.upload')
  const [own, transferred] = [await submit(author, 'Still own'), await submit(author, 'Handed over')]
  const token = await tokenOf(author, { scopes: ['read'], scripts: [own.id, transferred.id] })
  await app.db.execute(
    sql`update scripts set publication = 'review' where id in (${own.id}, ${transferred.id})`,
  )
  const names = async () => JSON.stringify([await listOf(author), (await current(token)).body])
  expect(await names()).toContain('Handed over')

  const heir = await app.createUser('scripts.upload')
  await app.db.execute(sql`update scripts set user_id = ${heir.id} where id = ${transferred.id}`)

  expect(await names()).toContain('Still own')
  expect(await names()).not.toContain('Handed over')
})

test('a download with a token needs the permission of its user, and counts with its source', async () => {
  const author = await app.createUser('scripts.upload')
  const { id, versionId } = await submit(author, 'Downloaded')
  const user = await app.createUser('scripts.download')
  const without = await app.createUser()
  await app.db.execute(sql`
    delete from group_permissions where permission_key = 'scripts.download'
      and group_id in (select group_id from memberships where user_id = ${without.id})`)
  const link = (token: { token: string }) => app.request(token, 'GET', `/api/versions/${versionId}/download`)
  expect((await link(await tokenOf(without))).status).toBe(403)

  const token = await tokenOf(user)
  const { body } = await link(token)
  const file = await fetch(app.url + body.downloadUrl)
  expect(file.status).toBe(200)
  await file.arrayBuffer()
  expect((await app.request(token, 'POST', `/api/scripts/${id}/download`)).body.downloads).toBe(1)
  const { rows } = await app.db.execute(sql`
    select source, count from script_days where script_id = ${id} and figure = 'downloads'`)
  expect(rows).toEqual([{ source: 'token', count: 1 }])

  await app.request(user, 'DELETE', `/api/account/tokens/${token.id}`)
  expect((await fetch(app.url + body.downloadUrl)).status).toBe(401)
})
