import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestHub, type Answer } from '#server/testing.ts'

import { reserveFailure } from './sign-in-limits.ts'

/** Two nodes of one hub behind a proxy that both trust, and how many of their calls failed at the table of limits. */
async function startNodes() {
  let complaints = 0
  const hub = await startTestHub({
    config: { rateLimits: true, trustedProxies: ['127.0.0.1'] },
    logsTo: (text) => (complaints += text.includes('Limits are counted by this node alone') ? 1 : 0),
  })
  return { one: hub, two: await hub.anotherNode(), complaints: () => complaints }
}

const { one, two } = await startNodes()
type Node = Pick<typeof two, 'as'>

let addresses = 0
const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`
const from = (ip: string) => ({ 'x-forwarded-for': ip })

const signIn = (node: Node, email: string, password: string, ip: string) =>
  node.as(null, 'POST', '/api/auth/login', { email, password }, from(ip))

async function registered(node: Node, username: string) {
  const account = { username, email: `${username}@example.com`, password: 'correct horse' }
  const { body } = await node.as(null, 'POST', '/api/auth/register', account, from(newAddress()))
  return { ...account, token: String(body.accessToken) }
}

const countOf = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

test('failures at two nodes at the same moment count together, to the last one', async () => {
  const member = await registered(one, 'guessed')
  const attacker = newAddress()

  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      signIn(index % 2 ? one : two, member.email, `guess ${index}`, attacker),
    ),
  )

  expect(countOf(answers, 401)).toBe(10)
  expect(countOf(answers, 429)).toBe(14)
})

test('a node that saw no failure tells an honest time to wait', async () => {
  const member = await registered(one, 'watched')
  const attacker = newAddress()
  for (let index = 0; index < 10; index++)
    expect((await signIn(one, member.email, 'wrong', attacker)).status).toBe(401)

  const refused = await signIn(two, member.email, member.password, attacker)

  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(refused.headers.get('retry-after')).toBe('30')
  expect((await signIn(two, member.email, member.password, newAddress())).status).toBe(200)
})

test('successes do not count, at whichever node', async () => {
  const member = await registered(two, 'frequent')
  const home = newAddress()

  for (let index = 0; index < 12; index++)
    expect((await signIn(index % 2 ? one : two, member.email, member.password, home)).status).toBe(200)
})

test('five registrations an hour come from one address, through all nodes together', async () => {
  const home = newAddress()
  const register = (node: Node, username: string) =>
    node.as(
      null,
      'POST',
      '/api/auth/register',
      { username, email: `${username}@example.com`, password: 'correct horse' },
      from(home),
    )

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => register(index % 2 ? one : two, `sibling${index}`)),
  )

  expect(countOf(answers, 201)).toBe(5)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.headers.get('retry-after')).toBe('720')
})

test('a flood that one node stopped soon stops at the other', async () => {
  const flooder = newAddress()
  const search = (node: Node, word: string) =>
    node.as(null, 'GET', `/api/scripts/search?q=${word}`, undefined, from(flooder))
  for (let index = 0; index < 20; index++) expect((await search(one, `harbour${index}`)).status).toBe(200)
  expect((await search(one, 'harbour20')).status).toBe(429)

  // Each try that is let through adds to the count, so it takes tries on both sides of the exchange, which comes once a
  // second; fewer than the twenty that this node would let through by itself.
  const often = { interval: 150, timeout: 2_000 }
  await expect.poll(async () => (await search(two, 'harbour21')).status, often).toBe(429)

  expect(retryAfterOf(await search(two, 'harbour22'))).toBeGreaterThanOrEqual(1)
  const neighbour = await two.as(null, 'GET', '/api/scripts/search?q=quay', undefined, from(newAddress()))
  expect(neighbour.status).toBe(200)
})

const retryAfterOf = (answer: Answer) => Number(answer.headers.get('retry-after'))

test('what holds nobody any more is forgotten', async () => {
  const limits = one.hub.limits
  const policy = { calls: 1, perSeconds: 60 }
  await limits.take('quick', 'somebody', policy)
  await one.db.execute(sql`update limits set empty_at = -1 where id = 'quick somebody'`)
  await limits.take('slow', 'somebody', policy)

  await limits.forgetIdle()

  const { rows } = await one.db.execute(sql`select id from limits where id like '% somebody'`)
  expect(rows).toEqual([{ id: 'slow somebody' }])
})

test('a clock of the database that was set back locks nobody out for longer than the limit does', async () => {
  const policy = { calls: 2, perSeconds: 60 }
  await one.hub.limits.take('clock', 'somebody', policy)
  await one.db.execute(sql`update limits set empty_at = 7200 where id = 'clock somebody'`)

  const refused = two.hub.limits.take('clock', 'somebody', policy)

  await expect(refused).rejects.toMatchObject({ retryAfter: 30 })
})

test('a thousand failures in five minutes stop all guessing, at every node', async () => {
  const { one: first, two: second } = await startNodes()
  const fail = (index: number) =>
    reserveFailure(
      (index % 2 ? first : second).hub.limits,
      `account${index}`,
      `10.0.${Math.floor(index / 250)}.${index % 250}`,
    )
  // So many at once as a busy node lets in.
  for (let begun = 0; begun < 1000; begun += 50)
    await Promise.all(Array.from({ length: 50 }, (_, index) => fail(begun + index)))

  for (const { hub } of [first, second])
    await expect(reserveFailure(hub.limits, 'one more', '203.0.113.1')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 1,
    })
})

test('without its table each node still limits by itself, and counts what it saw before', async () => {
  const { one: first, two: second, complaints } = await startNodes()
  const member = await registered(first, 'besieged')
  const attacker = newAddress()
  for (let index = 0; index < 4; index++)
    expect((await signIn(first, member.email, 'wrong', attacker)).status).toBe(401)

  await first.db.execute(sql`drop table limits`)

  const fail = (node: Node) => signIn(node, member.email, 'wrong', attacker)
  for (let index = 0; index < 6; index++) expect((await fail(first)).status).toBe(401)
  expect((await fail(first)).status).toBe(429)
  for (let index = 0; index < 10; index++) expect((await fail(second)).status).toBe(401)
  expect((await fail(second)).status).toBe(429)
  expect((await signIn(first, member.email, member.password, newAddress())).status).toBe(200)
  await expect.poll(complaints).toBe(2)
})
