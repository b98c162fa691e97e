import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'
import { registerWithTwoFactor, type TwoFactorUser } from '#test-support/two-factor.ts'

let time = new Date('2026-05-01T12:00:00Z')
const app = await startTestApp({
  clock: { now: () => time },
  config: { rateLimits: true, trustedProxies: ['127.0.0.1'] },
})

let ips = 0
/** Each call has another IP, because the limit is per user. */
const post = (path: string, body: Record<string, unknown>) =>
  app.request(null, 'POST', `/api/auth/${path}`, body, { 'x-forwarded-for': `198.51.${++ips}.1` })

async function challenged(username: string): Promise<TwoFactorUser & { challenge: string }> {
  const user = await registerWithTwoFactor(app, username, time)
  // The accounts are registered from one network.
  await app.db.execute(sql`delete from limits where id like 'registration without work %'`)
  time = new Date(time.getTime() + 30_000)
  const { body } = await post('login', { email: user.email, password: user.password })
  return { ...user, challenge: body.challenge }
}

const tooMany = {
  status: 429,
  body: {
    code: 'rate_limited',
    error: expect.stringMatching(/^Too many wrong codes\. Please try again in \d+ \w+\.$/),
  },
}

test('five wrong codes in five minutes lock the second step of the user, with Retry-After', async () => {
  const member = await challenged('guessed')
  const other = await challenged('unharmed')
  const { challenge } = member

  const responses = await Promise.all(
    Array.from({ length: 9 }, (_, index) => post('login/two-factor', { challenge, code: `00000${index}` })),
  )

  const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429, 429])
  const rejected = await post('login/two-factor', { challenge, code: member.codeAt(time) })
  expect(rejected).toMatchObject(tooMany)
  expect(Number(rejected.headers.get('retry-after'))).toBe(60)
  expect(await post('login/two-factor', { challenge, code: member.recoveryCodes[0] })).toMatchObject(tooMany)
  const again = await post('login', { email: member.email, password: member.password })
  expect(await post('login/two-factor', { challenge: again.body.challenge, code: '000001' })).toMatchObject(
    tooMany,
  )
  const settings = { password: member.password, code: '000001' }
  expect(await app.request(member, 'POST', '/api/account/two-factor/disable', settings)).toMatchObject(
    tooMany,
  )
  const ofOther = { challenge: other.challenge, code: other.codeAt(time) }
  expect((await post('login/two-factor', ofOther)).status).toBe(200)
})

test('correct codes and errors that are not about the code do not count', async () => {
  const member = await challenged('frequent')
  const { password } = member
  for (let index = 0; index < 7; index++) {
    const wrong = { password: 'not the password', code: '000000' }
    expect((await app.request(member, 'POST', '/api/account/two-factor/disable', wrong)).status).toBe(400)
    time = new Date(time.getTime() + 30_000)
    const proof = { password, code: member.codeAt(time) }
    const renewed = await app.request(member, 'POST', '/api/account/two-factor/recovery-codes', proof)
    expect(renewed.status).toBe(200)
  }
})
