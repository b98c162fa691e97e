import { sql } from 'drizzle-orm'
import { unzip } from 'unzipit'
import { expect, test } from 'vitest'

import { day } from '#platform/clock.ts'
import { runJob, runQueued } from '#test-support/analyses.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { handOverScripts } from '#server/scripts/scripts.public.ts'
import { joinScript } from '#test-support/members.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { deleteAccounts } from './delete-account.ts'
import { purgeExports, writeExport } from './export-own-data.ts'
import { userColumns } from './user-columns.rules.ts'

let now = new Date('2026-11-20T10:00:00Z')
const app = await startTestApp({ clock: { now: () => now } })
const visitor = null

const ownData = async (user: TestUser) => (await app.request(user, 'GET', '/api/account/own-data')).body
const leave = (user: TestUser, password: string) => app.request(user, 'DELETE', '/api/account', { password })

async function valueOf<T>(query: ReturnType<typeof sql>): Promise<T | undefined> {
  const { rows } = await app.db.execute<{ value: T }>(query)
  return rows[0]?.value
}

async function mailsTo(email: string): Promise<string[]> {
  const { rows } = await app.db.execute<{ subject: string }>(sql`
    select payload ->> 'subject' as subject from graphile_worker._private_jobs
    where payload ->> 'to' = ${email} order by id`)
  return rows.map(({ subject }) => subject)
}

/** The tables that still contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await app.db.execute<{ table: string }>(sql`
    select c.relname as table from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
  const names: string[] = []
  for (const { table } of rows) {
    const hit = sql`select 1 as value from ${sql.identifier(table)} t where to_jsonb(t)::text like ${`%${text}%`} limit 1`
    if ((await valueOf(hit)) !== undefined) names.push(table)
  }
  return names
}

test('an export needs a session, and one a day is prepared', async () => {
  const member = await app.createUser()
  expect((await app.request(visitor, 'POST', '/api/account/export')).status).toBe(401)

  const first = await app.request(member, 'POST', '/api/account/export')
  const second = await app.request(member, 'POST', '/api/account/export')

  expect(first).toMatchObject({ status: 200, body: { export: { state: 'preparing', downloadUrl: null } } })
  expect(second).toMatchObject({
    status: 409,
    body: { error: 'You can request a copy of your data once a day' },
  })
})

test('an export has the rows and files of its user, without secrets and data of others', async () => {
  const author = await app.createUser('scripts.upload', 'scripts.download', 'scripts.rate')
  const other = await app.createUser()
  const { body: script } = await app.request(
    author,
    'POST',
    '/api/scripts',
    await scriptForm({ name: 'Lantern' }),
  )
  const liked = await insertTestScript(app, { author: other, name: 'Harbour' })
  await app.request(author, 'POST', `/api/scripts/${liked}/like`)
  await app.db.execute(sql`update users set notes = 'NOTE-CANARY' where id = ${author.id}`)
  await app.request(author, 'POST', '/api/account/export')

  await runQueued(app, writeExport)

  const { export: ready } = await ownData(author)
  expect(ready).toMatchObject({ state: 'ready', expiresAt: '2026-11-27T10:00:00.000Z' })
  expect(await mailsTo(author.email)).toContain('Your data is ready to download - Scripthaven')
  const response = await fetch(`${app.url}${ready.downloadUrl}`)
  const bytes = await response.arrayBuffer()
  expect(bytes.byteLength).toBe(ready.size)
  const { entries } = await unzip(bytes)
  const read = async (name: string) => JSON.parse((await entries[name]?.text()) ?? 'null')
  expect(await read('account.json')).toMatchObject([{ id: author.id, email: author.email }])
  expect(await read('likes.json')).toMatchObject([{ script_id: liked }])
  expect(await read('scripts.json')).toMatchObject([{ name: 'Lantern' }])
  expect(await read('follows.json')).toEqual([])
  expect(await read(`scripts/${script.id}/script.json`)).toMatchObject({
    name: 'Lantern',
    versions: [{ number: '1.0.0' }],
  })
  const files = Object.keys(entries)
  expect(files.filter((name) => name.startsWith(`scripts/${script.id}/version-`))).toHaveLength(1)
  expect(files.filter((name) => name.startsWith(`scripts/${script.id}/image-`))).toHaveLength(1)
  const texts = await Promise.all(
    files
      .filter((name) => name.endsWith('.json'))
      .map((name) => entries[name]?.text() ?? Promise.resolve('')),
  )
  expect(texts.join('\n')).not.toMatch(/NOTE-CANARY|argon2|password_hash/)
  expect(texts.join('\n')).not.toContain(other.email)
})

test('the link of an export ends with its session, and the file after seven days', async () => {
  const member = await app.createUser()
  await app.request(member, 'POST', '/api/account/export')
  await runQueued(app, writeExport)
  const { export: ready } = await ownData(member)
  const forged = `${ready.downloadUrl.slice(0, -3)}abc`

  expect((await fetch(`${app.url}${forged}`)).status).toBe(403)
  await app.request(member, 'POST', '/api/auth/logout')
  expect((await fetch(`${app.url}${ready.downloadUrl}`)).status).toBe(401)

  now = new Date(now.getTime() + 8 * day)
  await purgeExports(app.app)
  expect(await valueOf(sql`select count(*)::int as value from account_exports`)).toBe(0)
})

test('a deletion needs the password, ends other sessions and can be taken back for 14 days', async () => {
  const member = await app.registerUser('undecided')
  const otherDevice = await app.signIn(member)

  expect(await leave(member, 'wrong password')).toMatchObject({
    status: 400,
    body: { fields: { password: 'Password is incorrect' } },
  })
  expect((await ownData(member)).deletedAt).toBeNull()
  const { status, body } = await leave(member, member.password)

  expect({ status, body }).toEqual({
    status: 200,
    body: { deletedAt: new Date(now.getTime() + 14 * day).toISOString() },
  })
  expect((await app.request(otherDevice, 'GET', '/api/auth/profile')).status).toBe(401)
  expect((await leave(member, member.password)).body).toEqual(body)
  now = new Date(now.getTime() + 13 * day)
  await runJob(app, { name: 'delete-accounts', run: deleteAccounts })
  expect((await app.request(member, 'POST', '/api/account/restore')).body.deletedAt).toBeNull()
  expect((await app.request(member, 'POST', '/api/account/restore')).status).toBe(409)
  now = new Date(now.getTime() + 2 * day)
  await deleteAccounts(app.app)
  expect(await valueOf(sql`select username as value from users where id = ${member.id}`)).toBe('undecided')
})

test('owners and administrators cannot delete their account', async () => {
  const admin = await app.registerUser('admin-who-leaves')
  await app.db.execute(sql`update users set is_admin = true where id = ${admin.id}`)

  expect((await leave(admin, admin.password)).status).toBe(409)
})

test('a deletion removes every trace of the person, and scripts and counts stay', async () => {
  const member = await app.registerUser('canary_leaver')
  const admin = await app.createOwner()
  const change = { username: 'canary.former' }
  const account = `/api/users/admin/users/${member.id}`
  expect((await app.request(admin, 'PUT', account, change)).status).toBe(200)
  expect((await app.request(admin, 'PUT', account, { username: 'canary_leaver' })).status).toBe(200)
  expect((await app.request(admin, 'PUT', `${account}/suspend`, { suspended: true })).status).toBe(200)
  expect((await app.request(admin, 'PUT', `${account}/suspend`, { suspended: false })).status).toBe(200)
  await app.joinGroup(member.id, 'uploaders', 400, ['scripts.upload', 'scripts.download', 'scripts.rate'])
  const other = await app.createUser()
  const liked = await insertTestScript(app, { author: other, name: 'Liked' })
  const { body: own } = await app.request(member, 'POST', '/api/scripts', await scriptForm({ name: 'Kept' }))
  await app.request(member, 'POST', `/api/scripts/${liked}/like`)
  await app.request(member, 'PUT', `/api/follows/script/${liked}`, {})
  await app.request(other, 'PUT', `/api/follows/author/${member.id}`, {})
  await app.request(member, 'POST', '/api/saved-searches', { name: 'All', q: 'garage' })
  await app.db.execute(
    sql`insert into discord_links (user_id, discord_user_id) values (${member.id}, '4711')`,
  )
  const users = await valueOf<number>(sql`select users as value from site_totals`)
  const report = {
    kind: 'report',
    scriptId: liked,
    reason: 'broken',
    text: 'It does not start on my server.',
  }
  await app.request(member, 'POST', '/api/cases', report)
  await joinScript(app, { id: liked, owner: other, user: member, role: 'contributor' })
  await joinScript(app, { id: own.id, owner: member, user: other, role: 'maintainer' })
  await leave(member, member.password)
  await app.db.execute(
    sql`insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
    values (${member.id}, 'Spam', true, 'staff', 1)`,
  )
  now = new Date(now.getTime() + 15 * day)
  await deleteAccounts(app.app)
  expect(await tablesWith('canary_leaver')).toContain('users')

  await app.db.execute(sql`update bans set lifted_at = ${now.toISOString()} where user_id = ${member.id}`)
  await deleteAccounts(app.app)
  await deleteAccounts(app.app)

  // Events have the names of their time, and are deleted after 30 days.
  expect(await tablesWith('canary_leaver')).toEqual(['events'])
  for (const [name, { deletion }] of Object.entries(userColumns)) {
    const [table = '', column = ''] = name.split('.')
    if (deletion !== 'delete' || column === 'discord_user_id' || column === 'ip') continue
    const count = sql`select count(*)::int as value from ${sql.identifier(table)} where ${sql.identifier(column)} = ${member.id}`
    expect([name, await valueOf(count)]).toEqual([name, 0])
  }
  const renamed = `deleted user ${member.id}`
  expect(
    await valueOf(
      sql`select description as value from activities where action = 'Member Invited' and user_id = ${other.id}`,
    ),
  ).toBe(`${other.username} invited ${renamed} to Liked`)
  expect(await valueOf(sql`select username as value from users where id = ${member.id}`)).toBe(renamed)
  expect((await app.request(visitor, 'GET', `/api/scripts/${own.id}`)).body).toMatchObject({
    author: renamed,
  })
  await runQueued(app, handOverScripts)
  expect((await app.request(visitor, 'GET', `/api/scripts/${own.id}`)).body).toMatchObject({
    author: other.username,
  })
  const { body: page } = await app.request(visitor, 'GET', `/api/scripts/${own.id}/versions`)
  expect(page.versions).toMatchObject([{ uploadedBy: { username: renamed } }])
  expect((await app.request(visitor, 'GET', `/api/scripts/${liked}`)).body.likes).toBe(0)
  expect(await valueOf(sql`select reputation as value from users where id = ${other.id}`)).toBe(0)
  expect(await valueOf(sql`select users as value from site_totals`)).toBe((users ?? 0) - 1)
  expect(await valueOf(sql`select count(*)::int as value from cases where opened_by = ${member.id}`)).toBe(1)
  expect((await mailsTo(member.email)).at(-1)).toBe('Your account was deleted - Scripthaven')
  const { email, password } = member
  expect((await app.request(visitor, 'POST', '/api/auth/login', { email, password })).status).toBe(401)
  expect((await app.registerUser('canary_leaver')).id).not.toBe(member.id)
})
