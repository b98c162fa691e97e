import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startMailbox } from '#test-support/mail.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { createDiscordKeys, discordConfig } from '#test-support/discord.ts'
import { startTestApp, type ApiResponse } from '#test-support/test-app.ts'
import { registerWithTwoFactor } from '#test-support/two-factor.ts'

const mailbox = await startMailbox()
const metricsToken = 'token-of-the-metrics'
const now = new Date('2026-05-04T10:00:00Z')
let log = ''
const app = await startTestApp({
  runsJobs: true,
  clock: { now: () => now },
  config: {
    smtpUrl: mailbox.url,
    metricsToken,
    discord: discordConfig(createDiscordKeys().publicKey),
  },
  onLog: (text) => (log += text),
})

const secrets = new Map<string, string>()
const keep = (what: string, ...values: unknown[]) => {
  for (const value of values) secrets.set(String(value), what)
}

test('the log contains no secret, after successes and failures', async () => {
  const user = await useSecrets()
  await failEverything(user)
  await app.close()

  const [hash = '', ...more] = await hashes
  keep('a hash', hash, ...more)
  expect(secrets.size).toBeGreaterThan(25)
  expect([...secrets.keys()].filter((value) => value.length < 6)).toEqual([])
  expect([...secrets].filter(([value]) => log.includes(value)).map(([, what]) => what)).toEqual([])
  expect(log).not.toMatch(/\$argon2|@example\.com|Bearer /)
})

test('each line is JSON with the request id, which also the response of a failed request has', async () => {
  const lines = log
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
  const requests = lines.filter(({ message }) => message === 'request')
  const failed = lines.filter(({ message }) => message === 'A request failed')

  expect(requests.length).toBeGreaterThan(25)
  expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(requests.length)
  expect(lines.every(({ time, level }) => typeof time === 'string' && typeof level === 'string')).toBe(true)
  expect(failedResponses.length).toBeGreaterThan(3)
  for (const { headers } of failedResponses)
    expect(failed.map(({ requestId }) => requestId)).toContain(headers.get('x-request-id'))
  expect(log).toContain('Failed query: ')
  // Drizzle wraps the error of PostgreSQL, which says why the statement failed.
  expect(failed.map(({ cause }) => cause)).toContain('relation "credentials" does not exist')
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const failedResponses: ApiResponse[] = []
let hashes: Promise<string[]>

/** Calls everything that returns or accepts a secret, with right and wrong ones. */
async function useSecrets() {
  const registered = await registerWithTwoFactor(app, 'keeper', now)
  const { email, password } = registered
  keep('a password', password, 'a wrong password', 'the next password')
  keep('a token', registered.token)
  keep('a code', registered.codeAt(now), ...registered.recoveryCodes)
  const { message: confirmation } = await mailbox.next(email)
  const confirm = /token=([\w-]{43})/.exec(confirmation)?.[1]
  await app.request(null, 'POST', '/api/auth/verify-email', { token: confirm })
  await app.request(null, 'POST', '/api/auth/login', { email, password: 'a wrong password' })
  const { body: challenge } = await app.request(null, 'POST', '/api/auth/login', { email, password })
  const secondStep = { challenge: challenge.challenge, code: registered.recoveryCodes[0] }
  const { body: signedIn } = await app.request(null, 'POST', '/api/auth/login/two-factor', secondStep)
  keep('a challenge', challenge.challenge)
  keep('a token', signedIn.accessToken)
  await app.joinGroup(registered.id, 'keepers', 700, ['scripts.upload', 'scripts.download'])
  const user = { ...registered, token: String(signedIn.accessToken) }

  await app.request(null, 'POST', '/api/auth/reset-password', { email })
  const reset = (await nextOf(email)).at(1)
  await app.request(null, 'GET', `/reset-password?token=${reset}`)
  await app.request(null, 'POST', '/api/auth/reset-password/confirm', {
    token: 'a-wrong-token',
    password: 'the next password',
  })
  keep('a mailed token', confirm, reset, 'a-wrong-token')

  const { body: script } = await app.request(user, 'POST', '/api/scripts', await scriptForm())
  const { body: download } = await app.request(user, 'GET', `/api/scripts/${script.id}/download`)
  const named = { fileName: 'garage.zip', fileType: 'application/zip', folder: 'scripts' }
  const { body: upload } = await app.request(user, 'POST', '/api/scripts/upload-url', named)
  for (const given of [download.downloadUrl, upload.uploadUrl]) {
    const { pathname } = new URL(given, app.url)
    keep('a signed URL', pathname.split('/').at(-1))
    await app.request(null, 'GET', pathname)
    await app.request(null, 'PUT', pathname, 'no archive')
    await app.request(null, 'PUT', `${pathname}-and-more`, 'no archive')
  }
  const { body: code } = await app.request(user, 'POST', '/api/discord-verification/generate-code', {})
  keep('a code', code.verificationCode)
  await app.request(null, 'GET', '/metrics', undefined, bearer(metricsToken))
  await app.request(null, 'GET', '/metrics', undefined, bearer('another-token-of-metrics'))
  await app.request(null, 'GET', '/api/users/me', undefined, bearer('eyJhbGciOiJub25lIn0.e30.forged'))
  keep('a token', metricsToken, 'another-token-of-metrics', 'eyJhbGciOiJub25lIn0.e30.forged')
  hashes = storedHashes()
  await hashes
  return user
}

async function nextOf(email: string): Promise<string[]> {
  for (;;) {
    const found = /reset-password\?token=([\w-]{43})/.exec((await mailbox.next(email)).message)
    if (found) return found
  }
}

async function storedHashes(): Promise<string[]> {
  const { rows } = await app.db.execute<{ value: string }>(sql`
    select password_hash as value from credentials union all select hash from sessions union all select hash from codes
    union all select totp_secret from credentials where totp_secret is not null`)
  return rows.map(({ value }) => value)
}

/** Makes writes fail after they have received their input. */
async function failEverything(user: { token: string; email: string; password: string }): Promise<void> {
  const signUp = { username: 'late', email: 'late@example.com', password: 'the next password' }
  const change = { currentPassword: user.password, newPassword: 'the next password' }
  const ways: [table: string, () => Promise<ApiResponse>][] = [
    ['credentials', () => app.request(null, 'POST', '/api/auth/register', signUp)],
    ['credentials', () => app.request(user, 'PUT', '/api/users/me/password', change)],
    ['codes', () => app.request(user, 'POST', '/api/discord-verification/generate-code', {})],
    [
      'sessions',
      () => app.request(null, 'POST', '/api/auth/login', { email: user.email, password: user.password }),
    ],
    ['sessions', () => app.request(user, 'GET', '/api/users/me')],
    [
      'users',
      () => app.request(null, 'POST', '/api/auth/login', { email: user.email, password: user.password }),
    ],
  ]
  for (const [table, call] of ways) {
    const away = sql.identifier(`${table}_away`)
    await app.db.execute(sql`alter table ${sql.identifier(table)} rename to ${away}`)
    const response = await call()
    await app.db.execute(sql`alter table ${away} rename to ${sql.identifier(table)}`)
    if (response.status === 500) failedResponses.push(response)
  }
}
