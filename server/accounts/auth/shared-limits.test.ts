import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { registrationProof } from '#test-support/proof-of-work.ts'
import { startTestApp, type ApiResponse } from '#test-support/test-app.ts'

import { reserveFailure } from './sign-in.ts'

/** Two nodes behind a trusted proxy; `warnings` counts failed calls of the rate limit table. */
async function startNodes() {
  let warnings = 0
  const app = await startTestApp({
    config: { rateLimits: true, trustedProxies: ['127.0.0.1'] },
    onLog: (text) => (warnings += text.includes('Rate limits are counted by this node alone') ? 1 : 0),
  })
  return { one: app, two: await app.startNode(), warnings: () => warnings }
}

const { one, two } = await startNodes()
type Node = Pick<typeof two, 'request'>

let ips = 0
/** Each IP is in a network of its own. */
const newIp = () => `198.${50 + Math.floor(++ips / 250)}.${ips % 250}.1`
const from = (ip: string) => ({ 'x-forwarded-for': ip })

const signIn = (node: Node, email: string, password: string, ip: string) =>
  node.request(null, 'POST', '/api/auth/login', { email, password }, from(ip))

async function registered(node: Node, username: string) {
  const account = { username, email: `${username}@example.com`, password: 'correct horse' }
  const { body } = await node.request(null, 'POST', '/api/auth/register', account, from(newIp()))
  return { ...account, token: String(body.accessToken) }
}

const countOf = (responses: readonly ApiResponse[], status: number) =>
  responses.filter((response) => response.status === status).length

test('concurrent failures at two nodes count together exactly', async () => {
  const member = await registered(one, 'guessed')
  const attacker = newIp()

  const responses = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      signIn(index % 2 ? one : two, member.email, `guess ${index}`, attacker),
    ),
  )

  expect(countOf(responses, 401)).toBe(10)
  expect(countOf(responses, 429)).toBe(14)
})

test('a node without failures responds with the correct Retry-After', async () => {
  const member = await registered(one, 'watched')
  const attacker = newIp()
  for (let index = 0; index < 10; index++)
    expect((await signIn(one, member.email, 'wrong', attacker)).status).toBe(401)

  const rejected = await signIn(two, member.email, member.password, attacker)

  expect(rejected).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(rejected.headers.get('retry-after')).toBe('30')
  expect((await signIn(two, member.email, member.password, newIp())).status).toBe(200)
})

test('successes do not count at any node', async () => {
  const member = await registered(two, 'frequent')
  const home = newIp()

  for (let index = 0; index < 12; index++)
    expect((await signIn(index % 2 ? one : two, member.email, member.password, home)).status).toBe(200)
})

test('an IP may register five accounts an hour at all nodes together', async () => {
  const home = newIp()
  const register = async (node: Node, username: string) => {
    const proof = await registrationProof(one.app)
    const account = { username, email: `${username}@example.com`, password: 'correct horse', proof }
    return node.request(null, 'POST', '/api/auth/register', account, from(home))
  }

  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, index) => register(index % 2 ? one : two, `sibling${index}`)),
  )

  expect(countOf(responses, 201)).toBe(5)
  const rejected = responses.find(({ status }) => status === 429)
  expect(rejected?.headers.get('retry-after')).toBe('720')
})

test('a flood that one node has stopped soon stops at the other', async () => {
  const flooder = newIp()
  const search = (node: Node, word: string) =>
    node.request(null, 'GET', `/api/scripts/search?q=${word}`, undefined, from(flooder))
  for (let index = 0; index < 20; index++) expect((await search(one, `harbour${index}`)).status).toBe(200)
  expect((await search(one, 'harbour20')).status).toBe(429)

  // Nodes exchange counts once a second. Accepted attempts count too, so there must be fewer than the limit of twenty.
  const often = { interval: 1_000, timeout: 18_000 }
  await expect.poll(async () => (await search(two, 'harbour21')).status, often).toBe(429)

  expect(retryAfterOf(await search(two, 'harbour22'))).toBeGreaterThanOrEqual(1)
  const neighbour = await two.request(null, 'GET', '/api/scripts/search?q=quay', undefined, from(newIp()))
  expect(neighbour.status).toBe(200)
})

const retryAfterOf = (response: ApiResponse) => Number(response.headers.get('retry-after'))

test('limits without effect are purged', async () => {
  const limits = one.app.sharedLimiter
  const policy = { calls: 1, perSeconds: 60 }
  await limits.consume('quick', 'user', policy)
  await one.db.execute(sql`update limits set empty_at = -1 where id = 'quick user'`)
  await limits.consume('slow', 'user', policy)

  await limits.purgeIdle()

  const { rows } = await one.db.execute(sql`select id from limits where id like '% user'`)
  expect(rows).toEqual([{ id: 'slow user' }])
})

test('a database clock that was set back does not extend a limit', async () => {
  const policy = { calls: 2, perSeconds: 60 }
  await one.app.sharedLimiter.consume('clock', 'user', policy)
  await one.db.execute(sql`update limits set empty_at = 7200 where id = 'clock user'`)

  const rejected = two.app.sharedLimiter.consume('clock', 'user', policy)

  await expect(rejected).rejects.toMatchObject({ retryAfter: 30 })
})

test('a thousand failures in five minutes stop all sign-ins at every node', async () => {
  const { one: first, two: second } = await startNodes()
  const fail = (index: number) =>
    reserveFailure(
      (index % 2 ? first : second).app.sharedLimiter,
      `account${index}`,
      `10.0.${Math.floor(index / 250)}.${index % 250}`,
    )
  // As many concurrent calls as the load shedding accepts.
  for (let begun = 0; begun < 1000; begun += 50)
    await Promise.all(Array.from({ length: 50 }, (_, index) => fail(begun + index)))

  for (const { app } of [first, second])
    await expect(reserveFailure(app.sharedLimiter, 'one more', '203.0.113.1')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 1,
    })
})

test('without the table each node limits by itself and includes earlier failures', async () => {
  const { one: first, two: second, warnings } = await startNodes()
  const member = await registered(first, 'besieged')
  const attacker = newIp()
  for (let index = 0; index < 4; index++)
    expect((await signIn(first, member.email, 'wrong', attacker)).status).toBe(401)

  await first.db.execute(sql`drop table limits`)

  const fail = (node: Node) => signIn(node, member.email, 'wrong', attacker)
  for (let index = 0; index < 6; index++) expect((await fail(first)).status).toBe(401)
  expect((await fail(first)).status).toBe(429)
  for (let index = 0; index < 10; index++) expect((await fail(second)).status).toBe(401)
  expect((await fail(second)).status).toBe(429)
  expect((await signIn(first, member.email, member.password, newIp())).status).toBe(200)
  await expect.poll(warnings).toBe(2)
})
