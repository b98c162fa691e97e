import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startMailbox } from '#platform/mail-testing.ts'
import { scriptForm } from '#server/scripts/testing-forms.ts'
import { startTestHub, type Answer } from '#server/testing.ts'
import { guarded } from '#server/two-factor/testing.ts'

const mailbox = await startMailbox()
const metricsToken = 'token-of-the-metrics'
const now = new Date('2026-05-04T10:00:00Z')
let said = ''
const hub = await startTestHub({
  runsJobs: true,
  clock: { now: () => now },
  config: { smtpUrl: mailbox.url, metricsToken },
  logsTo: (text) => (said += text),
})

const secrets = new Map<string, string>()
const keep = (what: string, ...values: unknown[]) => {
  for (const value of values) secrets.set(String(value), what)
}

test('nothing secret gets into the log, whatever is done or goes wrong', async () => {
  const person = await walkThroughSecrets()
  await breakEverything(person)
  await hub.close()

  const [hash = '', ...more] = await hashes
  keep('a hash', hash, ...more)
  expect(secrets.size).toBeGreaterThan(25)
  expect([...secrets.keys()].filter((value) => value.length < 6)).toEqual([])
  expect([...secrets].filter(([value]) => said.includes(value)).map(([, what]) => what)).toEqual([])
  expect(said).not.toMatch(/\$argon2|@example\.com|Bearer /)
})

test('each line is JSON and names its request, and what failed is found by the id of its answer', async () => {
  const lines = said
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
  const requests = lines.filter(({ message }) => message === 'request')
  const failed = lines.filter(({ message }) => message === 'A request failed')

  expect(requests.length).toBeGreaterThan(25)
  expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(requests.length)
  expect(lines.every(({ time, level }) => typeof time === 'string' && typeof level === 'string')).toBe(true)
  expect(broken.length).toBeGreaterThan(3)
  for (const { headers } of broken)
    expect(failed.map(({ requestId }) => requestId)).toContain(headers.get('x-request-id'))
  expect(said).toContain('Failed query: ')
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const broken: Answer[] = []
let hashes: Promise<string[]>

/** Everything that hands out or takes a secret, right and wrong. */
async function walkThroughSecrets() {
  const person = await guarded(hub, 'keeper', now)
  const { email, password } = person
  keep('a password', password, 'a wrong password', 'the next password')
  keep('a token', person.token)
  keep('a code', person.codeAt(now), ...person.recoveryCodes)
  const { message: confirmation } = await mailbox.next(email)
  const confirm = /token=([\w-]{43})/.exec(confirmation)?.[1]
  await hub.as(null, 'POST', '/api/auth/verify-email', { token: confirm })
  await hub.as(null, 'POST', '/api/auth/login', { email, password: 'a wrong password' })
  const { body: challenge } = await hub.as(null, 'POST', '/api/auth/login', { email, password })
  const answered = { challenge: challenge.challenge, code: person.recoveryCodes[0] }
  const { body: signedIn } = await hub.as(null, 'POST', '/api/auth/login/two-factor', answered)
  keep('a challenge', challenge.challenge)
  keep('a token', signedIn.accessToken)
  await hub.joinGroup(person.id, 'keepers', 700, ['scripts.upload', 'scripts.download'])
  const someone = { ...person, token: String(signedIn.accessToken) }

  await hub.as(null, 'POST', '/api/auth/reset-password', { email })
  const reset = (await nextOf(email)).at(1)
  await hub.as(null, 'GET', `/reset-password?token=${reset}`)
  await hub.as(null, 'POST', '/api/auth/reset-password/confirm', {
    token: 'a-wrong-token',
    password: 'the next password',
  })
  keep('a mailed token', confirm, reset, 'a-wrong-token')

  const { body: script } = await hub.as(someone, 'POST', '/api/scripts', await scriptForm())
  const { body: download } = await hub.as(someone, 'GET', `/api/scripts/${script.id}/download`)
  const named = { fileName: 'garage.zip', fileType: 'application/zip', folder: 'scripts' }
  const { body: upload } = await hub.as(someone, 'POST', '/api/scripts/upload-url', named)
  for (const given of [download.downloadUrl, upload.uploadUrl]) {
    const { pathname } = new URL(given, hub.address)
    keep('a signed address', pathname.split('/').at(-1))
    await hub.as(null, 'GET', pathname)
    await hub.as(null, 'PUT', pathname, 'no archive')
    await hub.as(null, 'PUT', `${pathname}-and-more`, 'no archive')
  }
  const { body: code } = await hub.as(someone, 'POST', '/api/discord-verification/generate-code', {})
  keep('a code', code.verificationCode)
  await hub.as(null, 'GET', '/metrics', undefined, bearer(metricsToken))
  await hub.as(null, 'GET', '/metrics', undefined, bearer('another-token-of-metrics'))
  await hub.as(null, 'GET', '/api/users/me', undefined, bearer('eyJhbGciOiJub25lIn0.e30.forged'))
  keep('a token', metricsToken, 'another-token-of-metrics', 'eyJhbGciOiJub25lIn0.e30.forged')
  hashes = storedHashes()
  await hashes
  return someone
}

async function nextOf(email: string): Promise<string[]> {
  for (;;) {
    const found = /reset-password\?token=([\w-]{43})/.exec((await mailbox.next(email)).message)
    if (found) return found
  }
}

async function storedHashes(): Promise<string[]> {
  const { rows } = await hub.db.execute<{ value: string }>(sql`
    select password_hash as value from credentials union all select hash from sessions union all select hash from codes
    union all select totp_secret from credentials where totp_secret is not null`)
  return rows.map(({ value }) => value)
}

/** Writes that fail in the middle, with everything that they carry. */
async function breakEverything(person: { token: string; email: string; password: string }): Promise<void> {
  const signUp = { username: 'late', email: 'late@example.com', password: 'the next password' }
  const change = { currentPassword: person.password, newPassword: 'the next password' }
  const ways: [table: string, () => Promise<Answer>][] = [
    ['credentials', () => hub.as(null, 'POST', '/api/auth/register', signUp)],
    ['credentials', () => hub.as(person, 'PUT', '/api/users/me/password', change)],
    ['codes', () => hub.as(person, 'POST', '/api/discord-verification/generate-code', {})],
    [
      'sessions',
      () => hub.as(null, 'POST', '/api/auth/login', { email: person.email, password: person.password }),
    ],
    ['sessions', () => hub.as(person, 'GET', '/api/users/me')],
    [
      'users',
      () => hub.as(null, 'POST', '/api/auth/login', { email: person.email, password: person.password }),
    ],
  ]
  for (const [table, call] of ways) {
    const away = sql.identifier(`${table}_away`)
    await hub.db.execute(sql`alter table ${sql.identifier(table)} rename to ${away}`)
    const answer = await call()
    await hub.db.execute(sql`alter table ${away} rename to ${sql.identifier(table)}`)
    if (answer.status === 500) broken.push(answer)
  }
}
