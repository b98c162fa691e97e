import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, hour, minute } from '#platform/clock.ts'
import { createDiscordKeys, discordConfig } from '#test-support/discord.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let now = new Date('2026-05-04T10:00:00Z')
const discord = discordConfig(createDiscordKeys().publicKey)
const app = await startTestApp({ clock: { now: () => now }, config: { discord } })

const generate = (user: TestUser | null, body: Record<string, unknown> = {}) =>
  app.request(user, 'POST', '/api/discord-verification/generate-code', body)
const readStatus = (user: TestUser | null, userId: number) =>
  app.request(user, 'GET', `/api/discord-verification/status/${userId}`)

async function codesOf({ id }: TestUser): Promise<{ used: boolean }[]> {
  const { rows } = await app.db.execute<{ used: boolean }>(sql`
    select used_at is not null as used from codes where user_id = ${id} and kind = 'discord' order by created_at`)
  return rows
}

test('users only get codes for their own account', async () => {
  const member = await app.createUser()
  const other = await app.createUser()

  expect((await generate(null)).status).toBe(401)
  expect(await generate(member, { userId: other.id })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
  expect((await generate(member, { userId: 'me' })).body.fields).toEqual({
    userId: 'User id must be a number',
  })
  expect([...(await codesOf(member)), ...(await codesOf(other))]).toEqual([])
})

test('on a site without a Discord application there is no code', async () => {
  const bare = await startTestApp()
  const member = await bare.createUser()

  const response = await bare.request(member, 'POST', '/api/discord-verification/generate-code', {})

  expect(response).toMatchObject({
    status: 503,
    body: { error: 'Discord verification is not set up on this site', code: 'unavailable' },
  })
  expect(response.headers.get('retry-after')).toBe('3600')
  const { rows } = await bare.db.execute(sql`select from codes`)
  expect(rows).toEqual([])
})

test('a code has 8 unambiguous characters and is valid for 15 minutes', async () => {
  const member = await app.createUser()

  const { status, body } = await generate(member, { userId: member.id })

  expect(status).toBe(200)
  expect(body.verificationCode).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
  expect(body.expiresAt).toBe(after(now, 15 * minute).toISOString())
})

test('the own status contains the code while it is valid', async () => {
  const member = await app.createUser()
  expect((await readStatus(member, member.id)).body).toEqual({
    isVerified: false,
    hasActiveCode: false,
    verificationCode: null,
    expiresAt: null,
    discordUserId: null,
    userGroup: 'unverified',
  })

  const { body: code } = await generate(member)
  expect((await readStatus(member, member.id)).body).toMatchObject({ hasActiveCode: true, ...code })

  now = after(now, 15 * minute)
  expect((await readStatus(member, member.id)).body).toMatchObject({
    hasActiveCode: false,
    verificationCode: null,
    expiresAt: null,
  })
})

test('the status of another user needs admin.users.list and never contains the code', async () => {
  const member = await app.createUser()
  const lister = await app.createUser('admin.system.access', 'admin.users.list')
  const { body: code } = await generate(member)

  expect((await readStatus(null, member.id)).status).toBe(401)
  expect((await readStatus(await app.createUser(), member.id)).status).toBe(403)
  expect((await readStatus(await app.createUser('admin.users.list'), member.id)).status).toBe(403)
  expect((await readStatus(lister, 2_000_000_000)).status).toBe(404)
  expect((await readStatus(lister, member.id)).body).toMatchObject({
    hasActiveCode: true,
    verificationCode: null,
    expiresAt: code.expiresAt,
  })
})

test('the database contains no usable code, and another secret cannot derive one', async () => {
  const member = await app.createUser()
  const { body } = await generate(member)

  const { rows } = await app.db.execute<{ text: string }>(
    sql`select row_to_json(c)::text as text from codes c`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ text }) => text).join()).not.toContain(body.verificationCode)

  await app.db.execute(sql`update codes set hash = 'made with another key' where user_id = ${member.id}`)
  expect((await readStatus(member, member.id)).body).toMatchObject({
    hasActiveCode: false,
    verificationCode: null,
  })
})

test('a new code replaces the previous one', async () => {
  const member = await app.createUser()
  const { body: first } = await generate(member)

  const { body: second } = await generate(member)

  expect(second.verificationCode).not.toBe(first.verificationCode)
  expect((await readStatus(member, member.id)).body).toMatchObject(second)
  expect(await codesOf(member)).toEqual([{ used: true }, { used: false }])
})

test('an account gets five codes an hour, also with concurrent requests', async () => {
  const member = await app.createUser()

  const responses = await Promise.all(Array.from({ length: 10 }, () => generate(member)))

  const rejected = responses.filter((response) => response.status === 429)
  expect(responses.filter((response) => response.status === 200)).toHaveLength(5)
  expect(rejected.map(({ headers }) => headers.get('retry-after'))).toEqual(rejected.map(() => '3600'))
  expect(rejected).toHaveLength(5)
  expect((await codesOf(member)).map(({ used }) => used)).toEqual([true, true, true, true, false])

  now = after(now, hour + 1)
  expect((await generate(member)).status).toBe(200)
})
