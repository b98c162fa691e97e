import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startMailbox } from '#platform/mail-testing.ts'
import { startTestHub, type Person } from '#server/testing.ts'

let time = new Date()
const mailbox = await startMailbox()
const hub = await startTestHub({
  clock: { now: () => time },
  runsJobs: true,
  config: { smtpUrl: mailbox.url, mailFrom: { name: 'Night City', address: 'hub@hub.example' } },
})

const deadReset = {
  status: 400,
  body: { error: 'This reset link is invalid or has expired', code: 'bad_request' },
}
const deadConfirmation = {
  status: 400,
  body: { error: 'This confirmation link is invalid or has expired', code: 'bad_request' },
}

/** Somebody who registered and got the confirmation mail. */
async function registered(username: string) {
  const person = await hub.registered(username)
  const confirmation = await mailbox.next(person.email)
  return { ...person, confirmation: tokenIn(confirmation.message, 'verify-email') }
}

const request = (email: string) => hub.as(null, 'POST', '/api/auth/reset-password', { email })
const confirm = (token: string, password: string) =>
  hub.as(null, 'POST', '/api/auth/reset-password/confirm', { token, password })
const verify = (token: string) => hub.as(null, 'POST', '/api/auth/verify-email', { token })
const signIn = (email: string, password: string) =>
  hub.as(null, 'POST', '/api/auth/login', { email, password })

function tokenIn(message: string, page: string): string {
  const [, token = ''] = new RegExp(`https://hub\\.example/${page}\\?token=([\\w-]{43})`).exec(message) ?? []
  return token
}

async function mailedLink({ email }: Pick<Person, 'email'>): Promise<string> {
  expect(await request(email)).toMatchObject({ status: 200, body: { success: true } })
  const { message } = await mailbox.next(email)
  return tokenIn(message, 'reset-password')
}

/** Until the job runner has nothing left that could run now. */
async function jobsDone() {
  await expect
    .poll(async () => {
      const { rows } = await hub.db.execute(
        sql`select 1 from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts`,
      )
      return rows.length
    })
    .toBe(0)
}

test('whether an address has an account is not told, and a stranger gets no mail', async () => {
  const member = await registered('known')

  const known = await request(member.email)
  const unknown = await request('stranger@example.com')

  expect(known.body).toEqual({ success: true })
  expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body })
  await mailbox.next(member.email)
  await jobsDone()
  expect(mailbox.received).toEqual([])
})

test('the link leads to the address that the owner set, whatever host a request names', async () => {
  const member = await registered('hosted')

  await hub.as(
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
  ['no token', { password: 'something new' }, { status: 400, body: { error: deadReset.body.error } }],
  ['an invented token', { token: 'x'.repeat(43), password: 'something new' }, deadReset],
  ['an endless token', { token: 'x'.repeat(500), password: 'something new' }, { status: 400 }],
])('%s sets no password', async (_, body, expected) => {
  expect(await hub.as(null, 'POST', '/api/auth/reset-password/confirm', body)).toMatchObject(expected)
})

test('a refused password leaves the link good', async () => {
  const member = await registered('picky')
  const token = await mailedLink(member)

  expect(await confirm(token, '12345')).toMatchObject({
    status: 400,
    body: { fields: { password: 'Password must be at least 6 characters' } },
  })
  expect((await confirm(token, 'at last a good one')).status).toBe(200)
  expect((await signIn(member.email, 'at last a good one')).status).toBe(200)
})

test('a link works once; then all sessions have ended and the new password counts', async () => {
  const member = await registered('forgetful')
  const token = await mailedLink(member)

  const answers = await Promise.all([confirm(token, 'remembered'), confirm(token, 'remembered')])

  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
  expect(await confirm(token, 'another one')).toMatchObject(deadReset)
  expect((await hub.as(member, 'GET', '/api/auth/profile')).status).toBe(401)
  expect((await signIn(member.email, member.password)).status).toBe(401)
  expect((await signIn(member.email, 'remembered')).status).toBe(200)
  expect((await mailbox.next(member.email)).message).toContain('Subject: Your password was changed')
  const { rows } = await hub.db.execute<{ action: string }>(
    sql`select action from activities where target_id = ${member.id} order by id`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'User Registered',
    'Password Reset Requested',
    'Password Reset',
    'User Login',
  ])
})

test('a link is dead after 60 minutes', async () => {
  const member = await registered('slow')
  const token = await mailedLink(member)

  time = new Date(time.getTime() + 60 * 60_000 + 1000)

  expect(await confirm(token, 'too late now')).toMatchObject(deadReset)
})

test('a link is dead once its person has signed in, changed the password or changed the address', async () => {
  const signsIn = await registered('signs-in')
  const changes = await registered('changes')
  const moves = await registered('moves')
  const tokens = [await mailedLink(signsIn), await mailedLink(changes), await mailedLink(moves)]

  await signIn(signsIn.email, signsIn.password)
  const passwords = { currentPassword: changes.password, newPassword: 'another one' }
  expect((await hub.as(changes, 'PUT', '/api/users/me/password', passwords)).status).toBe(200)
  expect((await hub.as(moves, 'PUT', '/api/auth/profile', { email: 'moved@example.com' })).status).toBe(200)

  for (const token of tokens) expect(await confirm(token, 'not any more')).toMatchObject(deadReset)
})

test('whoever holds an admin key needs twelve characters, and the link stays good for them', async () => {
  const member = await registered('mighty')
  await hub.joinGroup(member.id, 'mighty ones', 60, ['admin.system.access'])
  const token = await mailedLink(member)

  expect(await confirm(token, 'elevenchars')).toMatchObject({
    status: 400,
    body: { code: 'validation', fields: { password: 'Password must be at least 12 characters' } },
  })
  expect((await confirm(token, 'twelve chars')).status).toBe(200)
})

test('an account gets five links a day, and the sixth call sounds the same', async () => {
  const member = await registered('insistent')
  for (let index = 0; index < 5; index++) await mailedLink(member)

  expect(await request(member.email)).toMatchObject({ status: 200, body: { success: true } })

  await jobsDone()
  expect(mailbox.received.filter(({ to }) => to === member.email)).toEqual([])
  time = new Date(time.getTime() + 24 * 3_600_000 + 1000)
  expect(await mailedLink(member)).toHaveLength(43)
})

test('a confirmation link confirms its address, as often as it is opened', async () => {
  const member = await registered('confirming')
  expect(await verify('x'.repeat(43))).toMatchObject(deadConfirmation)
  expect((await hub.as(member, 'GET', '/api/auth/profile')).body.user.email_verified).toBe(false)

  expect(await verify(member.confirmation)).toMatchObject({ status: 200, body: { success: true } })
  expect((await verify(member.confirmation)).status).toBe(200)

  expect((await hub.as(member, 'GET', '/api/auth/profile')).body.user.email_verified).toBe(true)
  const { rows } = await hub.db.execute(
    sql`select 1 from activities where user_id = ${member.id} and action = 'Email Verified'`,
  )
  expect(rows).toHaveLength(1)
})

test('a confirmation link is good for the address it was mailed to and for no other', async () => {
  const member = await registered('relocated')
  await hub.as(member, 'PUT', '/api/auth/profile', { email: 'relocated2@example.com' })
  const { message } = await mailbox.next('relocated2@example.com')

  expect(await verify(member.confirmation)).toMatchObject(deadConfirmation)
  expect((await verify(tokenIn(message, 'verify-email'))).status).toBe(200)
})

test('a link of one kind opens nothing of another', async () => {
  const member = await registered('crossing')
  const reset = await mailedLink(member)

  expect(await confirm(member.confirmation, 'not this way')).toMatchObject(deadReset)
  expect(await verify(reset)).toMatchObject(deadConfirmation)
})
