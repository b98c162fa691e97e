import { expect, test } from 'vitest'

import { registrationProof } from '#test-support/proof-of-work.ts'
import { startTestApp } from '#test-support/test-app.ts'

// The requests have different IPs, which a trusted proxy sends.
const app = await startTestApp({ config: { rateLimits: true, trustedProxies: ['127.0.0.1'] } })

let ips = 0
/** Each IP is in a network of its own. */
const newIp = () => `198.${50 + Math.floor(++ips / 250)}.${ips % 250}.1`
const post = (path: string, body: Record<string, unknown>, ip: string) =>
  app.request(null, 'POST', path, body, { 'x-forwarded-for': ip })
const signIn = (email: string, password: string, ip: string) =>
  post('/api/auth/login', { email, password }, ip)

/** Registers from another IP of the same network. */
async function registerInNetwork(index: number) {
  const proof = await registrationProof(app.app)
  const username = `crowd${index}`
  const body = { username, email: `${username}@example.com`, password: 'correct horse', proof }
  return post('/api/auth/register', body, `203.0.113.${index + 1}`)
}

async function registered(username: string) {
  const email = `${username}@example.com`
  const password = 'correct horse'
  const { body } = await post('/api/auth/register', { username, email, password }, newIp())
  return { token: String(body.accessToken), email, password }
}

test('ten failures lock an account for the IP, with Retry-After', async () => {
  const member = await registered('guessed')
  const other = await registered('unharmed')
  const attacker = newIp()
  for (let index = 0; index < 10; index++)
    expect((await signIn(member.email, 'wrong', attacker)).status).toBe(401)

  const rejected = await signIn(member.email, member.password, attacker)

  expect(rejected).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(20)
  expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(30)
  expect((await signIn(other.email, other.password, attacker)).status).toBe(200)
  expect((await signIn(member.email, member.password, newIp())).status).toBe(200)
})

test('concurrent failures count exactly', async () => {
  const member = await registered('flooded')
  const attacker = newIp()

  const responses = await Promise.all(
    Array.from({ length: 16 }, (_, index) => signIn(member.email, `guess ${index}`, attacker)),
  )

  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(6)
})

test('twenty failures lock all accounts for the IP', async () => {
  const member = await registered('bystander')
  const attacker = newIp()
  for (let index = 0; index < 20; index++)
    expect((await signIn(`unknown${index}@example.com`, 'wrong', attacker)).status).toBe(401)

  expect((await signIn(member.email, member.password, attacker)).status).toBe(429)
})

test('successes do not count', async () => {
  const member = await registered('frequent')
  const home = newIp()

  for (let index = 0; index < 25; index++)
    expect((await signIn(member.email, member.password, home)).status).toBe(200)
})

test('the owner of an attacked account can still sign in, with a delay', async () => {
  const member = await registered('besieged')
  for (let index = 0; index < 100; index++)
    expect((await signIn(member.email, 'wrong', newIp())).status).toBe(401)

  const startedAt = performance.now()
  const response = await signIn(member.email, member.password, newIp())

  expect(response.status).toBe(200)
  expect(performance.now() - startedAt).toBeGreaterThan(990)
})

test('an IP may register five accounts an hour', async () => {
  const home = newIp()
  const register = async (username: string) => {
    const proof = await registrationProof(app.app)
    const body = { username, email: `${username}@example.com`, password: 'correct horse', proof }
    return post('/api/auth/register', body, home)
  }
  for (let index = 0; index < 5; index++) expect((await register(`sibling${index}`)).status).toBe(201)

  const sixth = await register('sibling5')

  expect(sixth).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(600)
})

test('a network may register twenty accounts a day', async () => {
  for (let index = 0; index < 20; index++) expect((await registerInNetwork(index)).status).toBe(201)

  expect((await registerInNetwork(20)).status).toBe(429)
})

test('a session cannot be used to guess the password', async () => {
  const member = await registered('robbed')
  const change = (currentPassword: string) =>
    app.request(member, 'PUT', '/api/users/me/password', { currentPassword, newPassword: 'something new' })
  const changeEmail = (currentPassword: string) =>
    app.request(member, 'PUT', '/api/auth/profile', { email: 'robber@example.com', currentPassword })
  for (let index = 0; index < 5; index++) {
    expect((await change('wrong')).status).toBe(400)
    expect((await changeEmail('wrong')).status).toBe(400)
  }

  expect((await change(member.password)).status).toBe(429)
  expect((await changeEmail(member.password)).status).toBe(429)
})

test('a user may change the email five times a day', async () => {
  const member = await registered('nomad')
  const changeEmail = (to: string) =>
    app.request(member, 'PUT', '/api/auth/profile', { email: `${to}@example.com` })
  for (let index = 0; index < 5; index++) expect((await changeEmail(`camp${index}`)).status).toBe(200)

  expect((await changeEmail('camp5')).status).toBe(429)
  expect((await app.request(member, 'GET', '/api/auth/profile')).body.user.email).toBe('camp4@example.com')
})
