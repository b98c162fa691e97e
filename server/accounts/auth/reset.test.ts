import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startMailbox } from '#test-support/mail.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let time = new Date()
const mailbox = await startMailbox()
const app = await startTestApp({
  clock: { now: () => time },
  runsJobs: true,
  config: { smtpUrl: mailbox.url, mailFrom: { name: 'Night City', address: 'hub@hub.example' } },
})

const invalidReset = {
  status: 400,
  body: { error: 'This reset link is invalid or has expired', code: 'bad_request' },
}
const invalidConfirmation = {
  status: 400,
  body: { error: 'This confirmation link is invalid or has expired', code: 'bad_request' },
}

/** Registers a user and waits for the confirmation mail. */
async function registered(username: string) {
  const user = await app.registerUser(username)
  const confirmation = await mailbox.next(user.email)
  return { ...user, confirmation: tokenIn(confirmation.message, 'verify-email') }
}

const request = (email: string) => app.request(null, 'POST', '/api/auth/reset-password', { email })
const confirm = (token: string, password: string) =>
  app.request(null, 'POST', '/api/auth/reset-password/confirm', { token, password })
const verify = (token: string) => app.request(null, 'POST', '/api/auth/verify-email', { token })
const signIn = (email: string, password: string) =>
  app.request(null, 'POST', '/api/auth/login', { email, password })

function tokenIn(message: string, page: string): string {
  const [, token = ''] = new RegExp(`https://hub\\.example/${page}\\?token=([\\w-]{43})`).exec(message) ?? []
  return token
}

async function mailedLink({ email }: Pick<TestUser, 'email'>): Promise<string> {
  expect(await request(email)).toMatchObject({ status: 200, body: { success: true } })
  const { message } = await mailbox.next(email)
  return tokenIn(message, 'reset-password')
}

/** Waits until no job is due. */
async function jobsDone() {
  await expect
    .poll(async () => {
      const { rows } = await app.db.execute(
        sql`select 1 from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts`,
      )
      return rows.length
    })
    .toBe(0)
}

test('the response does not reveal whether an email has an account, and unknown emails get no mail', async () => {
  const member = await registered('known')

  const known = await request(member.email)
  const unknown = await request('stranger@example.com')

  expect(known.body).toEqual({ success: true })
  expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body })
  await mailbox.next(member.email)
  await jobsDone()
  expect(mailbox.received).toEqual([])
})

test('the link starts with PUBLIC_URL, whatever the Host header is', async () => {
  const member = await registered('hosted')

  await app.request(
    null,
    'POST',
    '/api/auth/reset-password',
    { email: member.email },
    { 'x-forwarded-host': 'evil.example' },
  )
  const { message, from } = await mailbox.next(member.email)

  expect(from).toBe('hub@hub.example')
  expect(message).toContain('From: Night City <hub@hub.example>')
  expect(message).toContain('Subject: Reset your password - Scripthaven')
  expect(message).toContain('https://hub.example/reset-password?token=')
  expect(message).not.toContain('evil.example')
})

test.each([
  ['no token', { password: 'something new' }, { status: 400, body: { error: invalidReset.body.error } }],
  ['an unknown token', { token: 'x'.repeat(43), password: 'something new' }, invalidReset],
  ['a token that is too long', { token: 'x'.repeat(500), password: 'something new' }, { status: 400 }],
])('%s sets no password', async (_, body, expected) => {
  expect(await app.request(null, 'POST', '/api/auth/reset-password/confirm', body)).toMatchObject(expected)
})

test('a rejected password leaves the link valid', async () => {
  const member = await registered('picky')
  const token = await mailedLink(member)

  expect(await confirm(token, '12345')).toMatchObject({
    status: 400,
    body: { fields: { password: 'Password must be at least 6 characters' } },
  })
  expect((await confirm(token, 'at last a good one')).status).toBe(200)
  expect((await signIn(member.email, 'at last a good one')).status).toBe(200)
})

test('a link works once, ends all sessions and sets the new password', async () => {
  const member = await registered('forgetful')
  const token = await mailedLink(member)

  const responses = await Promise.all([confirm(token, 'remembered'), confirm(token, 'remembered')])

  const statuses = responses.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
  expect(await confirm(token, 'another one')).toMatchObject(invalidReset)
  expect((await app.request(member, 'GET', '/api/auth/profile')).status).toBe(401)
  expect((await signIn(member.email, member.password)).status).toBe(401)
  expect((await signIn(member.email, 'remembered')).status).toBe(200)
  expect((await mailbox.next(member.email)).message).toContain('Subject: Your password was changed')
  const { rows } = await app.db.execute<{ action: string }>(
    sql`select action from activities where target_id = ${member.id} order by id`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'User Registered',
    'Password Reset Requested',
    'Password Reset',
    'User Login',
  ])
})

test('a link expires after 60 minutes', async () => {
  const member = await registered('slow')
  const token = await mailedLink(member)

  time = new Date(time.getTime() + 60 * 60_000 + 1000)

  expect(await confirm(token, 'too late now')).toMatchObject(invalidReset)
})

test('a sign-in, a password change and an email change revoke the link', async () => {
  const signsIn = await registered('signs-in')
  const changes = await registered('changes')
  const moves = await registered('moves')
  const tokens = [await mailedLink(signsIn), await mailedLink(changes), await mailedLink(moves)]

  await signIn(signsIn.email, signsIn.password)
  const passwords = { currentPassword: changes.password, newPassword: 'another one' }
  expect((await app.request(changes, 'PUT', '/api/users/me/password', passwords)).status).toBe(200)
  expect((await app.request(moves, 'PUT', '/api/auth/profile', { email: 'moved@example.com' })).status).toBe(
    200,
  )

  for (const token of tokens) expect(await confirm(token, 'not any more')).toMatchObject(invalidReset)
})

test('a user with an admin permission needs twelve characters, and a shorter password leaves the link valid', async () => {
  const member = await registered('mighty')
  await app.joinGroup(member.id, 'mighty ones', 60, ['admin.system.access'])
  const token = await mailedLink(member)

  expect(await confirm(token, 'elevenchars')).toMatchObject({
    status: 400,
    body: { code: 'validation', fields: { password: 'Password must be at least 12 characters' } },
  })
  expect((await confirm(token, 'twelve chars')).status).toBe(200)
})

test('an account gets five links a day, and the sixth call has the same response', async () => {
  const member = await registered('insistent')
  for (let index = 0; index < 5; index++) await mailedLink(member)

  expect(await request(member.email)).toMatchObject({ status: 200, body: { success: true } })

  await jobsDone()
  expect(mailbox.received.filter(({ to }) => to === member.email)).toEqual([])
  time = new Date(time.getTime() + 24 * 3_600_000 + 1000)
  expect(await mailedLink(member)).toHaveLength(43)
})

test('a confirmation link can be opened more than once', async () => {
  const member = await registered('confirming')
  expect(await verify('x'.repeat(43))).toMatchObject(invalidConfirmation)
  expect((await app.request(member, 'GET', '/api/auth/profile')).body.user.email_verified).toBe(false)

  expect(await verify(member.confirmation)).toMatchObject({ status: 200, body: { success: true } })
  expect((await verify(member.confirmation)).status).toBe(200)

  expect((await app.request(member, 'GET', '/api/auth/profile')).body.user.email_verified).toBe(true)
  const { rows } = await app.db.execute(
    sql`select 1 from activities where user_id = ${member.id} and action = 'Email Verified'`,
  )
  expect(rows).toHaveLength(1)
})

test('a confirmation link only confirms the address that it was sent to', async () => {
  const member = await registered('relocated')
  await app.request(member, 'PUT', '/api/auth/profile', { email: 'relocated2@example.com' })
  const { message } = await mailbox.next('relocated2@example.com')

  expect(await verify(member.confirmation)).toMatchObject(invalidConfirmation)
  expect((await verify(tokenIn(message, 'verify-email'))).status).toBe(200)
})

test('tokens of one kind are not valid for another', async () => {
  const member = await registered('crossing')
  const reset = await mailedLink(member)

  expect(await confirm(member.confirmation, 'not this way')).toMatchObject(invalidReset)
  expect(await verify(reset)).toMatchObject(invalidConfirmation)
})
