import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, hour, minute } from '#platform/clock.ts'
import { startTestHub, type Person } from '#server/testing.ts'

let now = new Date('2026-05-04T10:00:00Z')
const hub = await startTestHub({ clock: { now: () => now } })

const generate = (someone: Person | null, body: Record<string, unknown> = {}) =>
  hub.as(someone, 'POST', '/api/discord-verification/generate-code', body)
const status = (someone: Person | null, userId: number) =>
  hub.as(someone, 'GET', `/api/discord-verification/status/${userId}`)

async function codesOf({ id }: Person): Promise<{ used: boolean }[]> {
  const { rows } = await hub.db.execute<{ used: boolean }>(sql`
    select used_at is not null as used from codes where user_id = ${id} and kind = 'discord' order by created_at`)
  return rows
}

test('a code is given to nobody but the person it is for', async () => {
  const member = await hub.person()
  const other = await hub.person()

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

test('a code has 8 signs that nobody mixes up and is good for 15 minutes', async () => {
  const member = await hub.person()

  const { status: answered, body } = await generate(member, { userId: member.id })

  expect(answered).toBe(200)
  expect(body.verificationCode).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
  expect(body.expiresAt).toBe(after(now, 15 * minute).toISOString())
})

test('the status shows the code to its owner for as long as it is good', async () => {
  const member = await hub.person()
  expect((await status(member, member.id)).body).toEqual({
    isVerified: false,
    hasActiveCode: false,
    verificationCode: null,
    expiresAt: null,
    discordUserId: null,
    userGroup: 'unverified',
  })

  const { body: code } = await generate(member)
  expect((await status(member, member.id)).body).toMatchObject({ hasActiveCode: true, ...code })

  now = after(now, 15 * minute)
  expect((await status(member, member.id)).body).toMatchObject({
    hasActiveCode: false,
    verificationCode: null,
    expiresAt: null,
  })
})

test('the status of another is for those who list users, and never shows them the code', async () => {
  const member = await hub.person()
  const lister = await hub.person('admin.system.access', 'admin.users.list')
  const { body: code } = await generate(member)

  expect((await status(null, member.id)).status).toBe(401)
  expect((await status(await hub.person(), member.id)).status).toBe(403)
  expect((await status(await hub.person('admin.users.list'), member.id)).status).toBe(403)
  expect((await status(lister, 2_000_000_000)).status).toBe(404)
  expect((await status(lister, member.id)).body).toMatchObject({
    hasActiveCode: true,
    verificationCode: null,
    expiresAt: code.expiresAt,
  })
})

test('a stolen database holds nothing to redeem, and another secret makes nothing of it', async () => {
  const member = await hub.person()
  const { body } = await generate(member)

  const { rows } = await hub.db.execute<{ text: string }>(
    sql`select row_to_json(c)::text as text from codes c`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ text }) => text).join()).not.toContain(body.verificationCode)

  await hub.db.execute(sql`update codes set hash = 'made with another key' where user_id = ${member.id}`)
  expect((await status(member, member.id)).body).toMatchObject({
    hasActiveCode: false,
    verificationCode: null,
  })
})

test('a new code takes the place of the one before', async () => {
  const member = await hub.person()
  const { body: first } = await generate(member)

  const { body: second } = await generate(member)

  expect(second.verificationCode).not.toBe(first.verificationCode)
  expect((await status(member, member.id)).body).toMatchObject(second)
  expect(await codesOf(member)).toEqual([{ used: true }, { used: false }])
})

test('an account gets five codes an hour, however many it asks for at once', async () => {
  const member = await hub.person()

  const answers = await Promise.all(Array.from({ length: 10 }, () => generate(member)))

  const refused = answers.filter((answer) => answer.status === 429)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5)
  expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(refused.map(() => '3600'))
  expect(refused).toHaveLength(5)
  expect((await codesOf(member)).map(({ used }) => used)).toEqual([true, true, true, true, false])

  now = after(now, hour + 1)
  expect((await generate(member)).status).toBe(200)
})
