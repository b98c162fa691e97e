import { expect, test } from 'vitest'

import { startTestHub } from '#server/testing.ts'

// Requests of these tests come from addresses of their own, through a proxy that the hub trusts.
const hub = await startTestHub({ config: { rateLimits: true, trustedProxies: ['127.0.0.1'] } })

let addresses = 0
const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`
const post = (path: string, body: Record<string, unknown>, ip: string) =>
  hub.as(null, 'POST', path, body, { 'x-forwarded-for': ip })
const signIn = (email: string, password: string, ip: string) =>
  post('/api/auth/login', { email, password }, ip)

/** Neighbours in one network, each with an address of their own. */
function registerInCrowd(index: number) {
  const body = { username: `crowd${index}`, email: `crowd${index}@example.com`, password: 'correct horse' }
  return post('/api/auth/register', body, `203.0.113.${index + 1}`)
}

async function registered(username: string) {
  const email = `${username}@example.com`
  const password = 'correct horse'
  const { body } = await post('/api/auth/register', { username, email, password }, newAddress())
  return { token: String(body.accessToken), email, password }
}

test('ten failures lock this address out of this account, with an honest time to wait', async () => {
  const member = await registered('guessed')
  const other = await registered('unharmed')
  const attacker = newAddress()
  for (let index = 0; index < 10; index++)
    expect((await signIn(member.email, 'wrong', attacker)).status).toBe(401)

  const refused = await signIn(member.email, member.password, attacker)

  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30)
  expect((await signIn(other.email, other.password, attacker)).status).toBe(200)
  expect((await signIn(member.email, member.password, newAddress())).status).toBe(200)
})

test('failures made at the same moment count like failures one after another', async () => {
  const member = await registered('flooded')
  const attacker = newAddress()

  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => signIn(member.email, `guess ${index}`, attacker)),
  )

  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(6)
})

test('twenty failures lock an address out of every account', async () => {
  const member = await registered('bystander')
  const attacker = newAddress()
  for (let index = 0; index < 20; index++)
    expect((await signIn(`unknown${index}@example.com`, 'wrong', attacker)).status).toBe(401)

  expect((await signIn(member.email, member.password, attacker)).status).toBe(429)
})

test('successes do not count', async () => {
  const member = await registered('frequent')
  const home = newAddress()

  for (let index = 0; index < 25; index++)
    expect((await signIn(member.email, member.password, home)).status).toBe(200)
})

test('an account under attack from everywhere answers its owner, only later', async () => {
  const member = await registered('besieged')
  for (let index = 0; index < 100; index++)
    expect((await signIn(member.email, 'wrong', newAddress())).status).toBe(401)

  const startedAt = performance.now()
  const answer = await signIn(member.email, member.password, newAddress())

  expect(answer.status).toBe(200)
  expect(performance.now() - startedAt).toBeGreaterThan(990)
})

test('five registrations an hour come from one address', async () => {
  const home = newAddress()
  const register = (name: string) =>
    post(
      '/api/auth/register',
      { username: name, email: `${name}@example.com`, password: 'correct horse' },
      home,
    )
  for (let index = 0; index < 5; index++) expect((await register(`sibling${index}`)).status).toBe(201)

  const sixth = await register('sibling5')

  expect(sixth).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(600)
})

test('twenty registrations a day come from one network', async () => {
  for (let index = 0; index < 20; index++) expect((await registerInCrowd(index)).status).toBe(201)

  expect((await registerInCrowd(20)).status).toBe(429)
})

test('a stolen session cannot guess the password', async () => {
  const member = await registered('robbed')
  const change = (currentPassword: string) =>
    hub.as(member, 'PUT', '/api/users/me/password', { currentPassword, newPassword: 'something new' })
  const move = (currentPassword: string) =>
    hub.as(member, 'PUT', '/api/auth/profile', { email: 'robber@example.com', currentPassword })
  for (let index = 0; index < 5; index++) {
    expect((await change('wrong')).status).toBe(400)
    expect((await move('wrong')).status).toBe(400)
  }

  expect((await change(member.password)).status).toBe(429)
  expect((await move(member.password)).status).toBe(429)
})

test('a person changes the address five times a day', async () => {
  const member = await registered('nomad')
  const move = (to: string) => hub.as(member, 'PUT', '/api/auth/profile', { email: `${to}@example.com` })
  for (let index = 0; index < 5; index++) expect((await move(`camp${index}`)).status).toBe(200)

  expect((await move('camp5')).status).toBe(429)
  expect((await hub.as(member, 'GET', '/api/auth/profile')).body.user.email).toBe('camp4@example.com')
})
