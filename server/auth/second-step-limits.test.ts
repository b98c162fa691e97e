import { expect, test } from 'vitest'

import { startTestHub } from '#server/testing.ts'
import { guarded, type Guarded } from '#server/two-factor/testing.ts'

let time = new Date('2026-05-01T12:00:00Z')
const hub = await startTestHub({
  clock: { now: () => time },
  config: { rateLimits: true, trustedProxies: ['127.0.0.1'] },
})

let addresses = 0
/** Every call from an address of its own: the limit is the person's, wherever guesses come from. */
const post = (path: string, body: Record<string, unknown>) =>
  hub.as(null, 'POST', `/api/auth/${path}`, body, { 'x-forwarded-for': `198.51.100.${++addresses}` })

async function challenged(username: string): Promise<Guarded & { challenge: string }> {
  const person = await guarded(hub, username, time)
  time = new Date(time.getTime() + 30_000)
  const { body } = await post('login', { email: person.email, password: person.password })
  return { ...person, challenge: body.challenge }
}

const tooMany = {
  status: 429,
  body: { code: 'rate_limited', error: 'Too many wrong codes. Please try again later.' },
}

test('five wrong codes in five minutes close the second step of this person, with an honest time to wait', async () => {
  const member = await challenged('guessed')
  const other = await challenged('unharmed')
  const { challenge } = member

  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, index) => post('login/two-factor', { challenge, code: `00000${index}` })),
  )

  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429, 429])
  const refused = await post('login/two-factor', { challenge, code: member.codeAt(time) })
  expect(refused).toMatchObject(tooMany)
  expect(Number(refused.headers.get('retry-after'))).toBe(60)
  expect(await post('login/two-factor', { challenge, code: member.recoveryCodes[0] })).toMatchObject(tooMany)
  const again = await post('login', { email: member.email, password: member.password })
  expect(await post('login/two-factor', { challenge: again.body.challenge, code: '000001' })).toMatchObject(
    tooMany,
  )
  const settings = { password: member.password, code: '000001' }
  expect(await hub.as(member, 'POST', '/api/account/two-factor/disable', settings)).toMatchObject(tooMany)
  const ofOther = { challenge: other.challenge, code: other.codeAt(time) }
  expect((await post('login/two-factor', ofOther)).status).toBe(200)
})

test('right codes do not count, nor does what is wrong with anything but the code', async () => {
  const member = await challenged('frequent')
  const { password } = member
  for (let index = 0; index < 7; index++) {
    const wrong = { password: 'not the password', code: '000000' }
    expect((await hub.as(member, 'POST', '/api/account/two-factor/disable', wrong)).status).toBe(400)
    time = new Date(time.getTime() + 30_000)
    const proof = { password, code: member.codeAt(time) }
    const renewed = await hub.as(member, 'POST', '/api/account/two-factor/recovery-codes', proof)
    expect(renewed.status).toBe(200)
  }
})
