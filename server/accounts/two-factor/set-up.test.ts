import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { createAuthenticator, registerWithTwoFactor } from '#test-support/two-factor.ts'

let time = new Date('2026-05-01T12:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })

/** Advances the clock to the next time step with a new code. */
const waitForNextCode = () => void (time = new Date(time.getTime() + 30_000))
const path = (act = '') => `/api/account/two-factor${act && `/${act}`}`
const post = (caller: Pick<TestUser, 'token'> | null, act: string, body: Record<string, unknown>) =>
  app.request(caller, 'POST', path(act), body)
const stateOf = async (caller: TestUser) => (await app.request(caller, 'GET', path())).body
const statusFor = async (caller: Pick<TestUser, 'token'>) =>
  (await app.request(caller, 'GET', '/api/auth/profile')).status

async function actionsOf({ id }: TestUser): Promise<string[]> {
  const { rows } = await app.db.execute<{ action: string }>(
    sql`select action from activities where target_id = ${id} and target_type = 'user' order by id`,
  )
  return rows.map(({ action }) => action)
}

async function mailsTo({ email }: TestUser): Promise<string[]> {
  const { rows } = await app.db.execute<{ subject: string }>(sql`
    select payload ->> 'subject' as subject from graphile_worker._private_jobs
    where payload ->> 'to' = ${email} order by id`)
  return rows.map(({ subject }) => subject.replace(' - Scripthaven', ''))
}

async function storedFor({ id }: TestUser) {
  const { rows } = await app.db.execute<{ secret: string | null; stored: string }>(sql`
    select totp_secret as secret, to_jsonb(c)::text || (select coalesce(jsonb_agg(r), '[]')::text from recovery_codes r
      where r.user_id = ${id}) as stored from credentials c where user_id = ${id}`)
  return rows[0]
}

test.each([
  ['set-up', {}, { password: 'Password is required' }],
  ['set-up', { password: 'x'.repeat(257) }, { password: 'Password must be at most 256 characters' }],
  ['confirm', { code: '  ' }, { code: 'Code is required' }],
  ['confirm', { code: 123456 }, { code: 'Code is required' }],
  ['confirm', { code: '1'.repeat(101) }, { code: 'This is not a code' }],
  ['disable', {}, { password: 'Password is required', code: 'Code is required' }],
  ['recovery-codes', {}, { password: 'Password is required', code: 'Code is required' }],
])('%s with %j is rejected by field', async (act, body, fields) => {
  const member = await app.createUser()

  expect(await post(member, act, body)).toMatchObject({ status: 400, body: { code: 'validation', fields } })
})

test('a set-up needs the password and has no effect until a code confirms it', async () => {
  const member = await app.registerUser('beginner')
  const wrong = { status: 400, body: { fields: { password: 'Password is incorrect' } } }
  expect(await post(member, 'set-up', { password: 'not the password' })).toMatchObject(wrong)
  expect((await storedFor(member))?.secret).toBeNull()

  const { status, body } = await post(member, 'set-up', { password: member.password })

  expect(status).toBe(200)
  expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(body.uri).toMatch(/^otpauth:\/\/totp\/Scripthaven:beginner\?issuer=Scripthaven&secret=[A-Z2-7]{32}/)
  expect((await storedFor(member))?.stored).not.toContain(body.secret)
  expect(await stateOf(member)).toEqual({ enabled: false, enabled_at: null, recovery_codes_left: 0 })
  const { email, password } = member
  expect((await app.request(null, 'POST', '/api/auth/login', { email, password })).body).toHaveProperty(
    'user',
  )
})

test('the first code turns it on, ends other sessions, returns ten recovery codes once and sends a mail', async () => {
  const member = await app.registerUser('careful')
  const elsewhere = await app.signIn(member)
  expect(await post(member, 'confirm', { code: '123456' })).toMatchObject({
    status: 409,
    body: { error: 'Please begin the setup again' },
  })
  const { body: key } = await post(member, 'set-up', { password: member.password })
  const codeAt = createAuthenticator(key.uri)
  for (const code of ['000000', 'nonsense', 'ABCD-EFGH-JKMN-PQRS-TUVW-XYZ2', codeAt(new Date(0))])
    expect(await post(member, 'confirm', { code })).toMatchObject({
      status: 400,
      body: { fields: { code: expect.stringContaining('This code is not right') } },
    })
  expect((await stateOf(member)).enabled).toBe(false)

  const { status, body } = await post(member, 'confirm', { code: ` ${codeAt(time).replace(/^.../, '$& ')} ` })

  expect(status).toBe(200)
  expect(new Set(body.recovery_codes).size).toBe(10)
  expect([await statusFor(member), await statusFor(elsewhere)]).toEqual([200, 401])
  expect(await stateOf(member)).toEqual({
    enabled: true,
    enabled_at: time.toISOString(),
    recovery_codes_left: 10,
  })
  expect((await app.request(member, 'GET', '/api/auth/profile')).body.user.two_factor_enabled).toBe(true)
  const stored = (await storedFor(member))?.stored ?? ''
  for (const code of body.recovery_codes) expect(stored).not.toContain(code.replaceAll('-', ''))
  expect(await actionsOf(member)).toEqual(['User Registered', 'Two-Factor Enabled'])
  expect(await mailsTo(member)).toContain('Two-factor authentication is on')
})

test('a new set-up replaces an unconfirmed one, and a confirmed one cannot be replaced', async () => {
  const member = await app.registerUser('restarting')
  const { body: first } = await post(member, 'set-up', { password: member.password })
  const { body: second } = await post(member, 'set-up', { password: member.password })

  expect((await post(member, 'confirm', { code: createAuthenticator(first.uri)(time) })).status).toBe(400)
  expect((await post(member, 'confirm', { code: createAuthenticator(second.uri)(time) })).status).toBe(200)

  waitForNextCode()
  const again = { status: 409, body: { error: 'Two-factor authentication is on already' } }
  expect(await post(member, 'set-up', { password: member.password })).toMatchObject(again)
  expect(await post(member, 'confirm', { code: createAuthenticator(second.uri)(time) })).toMatchObject(again)
})

test('of concurrent confirmations only one gets recovery codes', async () => {
  const member = await app.registerUser('impatient')
  const { body } = await post(member, 'set-up', { password: member.password })
  const code = createAuthenticator(body.uri)(time)

  const responses = await Promise.all([1, 2, 3].map(() => post(member, 'confirm', { code })))

  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect((await stateOf(member)).recovery_codes_left).toBe(10)
})

test('password and code together turn it off and remove all its data', async () => {
  const member = await registerWithTwoFactor(app, 'leaver', time)
  const elsewhere = await app.signIn(member)
  const { password } = member
  expect(await post(member, 'disable', { password, code: member.codeAt(time) })).toMatchObject({
    status: 400,
    body: { fields: { code: 'This code has been used. Please wait for the next one.' } },
  })
  waitForNextCode()
  const code = member.codeAt(time)
  expect(await post(member, 'disable', { password: 'wrong one', code })).toMatchObject({
    status: 400,
    body: { fields: { password: 'Password is incorrect' } },
  })
  expect(await post(member, 'disable', { password, code: '000000' })).toMatchObject({ status: 400 })
  expect((await stateOf(member)).enabled).toBe(true)

  expect(await post(member, 'disable', { password, code })).toMatchObject({ status: 200 })

  expect(await stateOf(member)).toEqual({ enabled: false, enabled_at: null, recovery_codes_left: 0 })
  expect((await storedFor(member))?.secret).toBeNull()
  expect([await statusFor(member), await statusFor(elsewhere)]).toEqual([200, 401])
  expect(await actionsOf(member)).toContain('Two-Factor Disabled')
  expect(await mailsTo(member)).toContain('Two-factor authentication is off')
  expect(await post(member, 'disable', { password, code })).toMatchObject({
    status: 409,
    body: { error: 'Two-factor authentication is off' },
  })
})

test('new recovery codes replace the old ones', async () => {
  const member = await registerWithTwoFactor(app, 'renewing', time)
  const { password } = member
  waitForNextCode()

  const { status, body } = await post(member, 'recovery-codes', { password, code: member.codeAt(time) })

  expect(status).toBe(200)
  expect(body.recovery_codes).toHaveLength(10)
  const [former = ''] = member.recoveryCodes
  const [fresh = ''] = body.recovery_codes
  expect((await post(member, 'recovery-codes', { password, code: former })).status).toBe(400)
  expect((await post(member, 'disable', { password, code: fresh.toLowerCase() })).status).toBe(200)
  expect(await actionsOf(member)).toEqual([
    'User Registered',
    'Two-Factor Enabled',
    'Recovery Codes Renewed',
    'Recovery Code Used',
    'Two-Factor Disabled',
  ])
  expect(await mailsTo(member)).toEqual(
    expect.arrayContaining(['You have new recovery codes', 'A recovery code was used']),
  )
})

test('a secret of another key is reported as such, and a recovery code still works', async () => {
  const member = await registerWithTwoFactor(app, 'moved', time)
  const other = await registerWithTwoFactor(app, 'other', time)
  await app.db.execute(sql`update credentials set totp_secret = (
    select totp_secret from credentials where user_id = ${other.id}) where user_id = ${member.id}`)
  waitForNextCode()
  const { password } = member

  expect(await post(member, 'disable', { password, code: other.codeAt(time) })).toMatchObject({
    status: 400,
    body: { fields: { code: expect.stringContaining('Use a recovery code') } },
  })
  expect((await post(member, 'disable', { password, code: member.recoveryCodes[3] })).status).toBe(200)
})
