import { setTimeout } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { scriptForm } from '#test-support/script-forms.ts'
import { startTcpProxy } from '#test-support/tcp-proxy.ts'
import { startTestApp } from '#test-support/test-app.ts'

const proxy = await startTcpProxy()
afterAll(() => proxy.close())
let log = ''
const app = await startTestApp({
  onLog: (line) => (log += line),
  config: { metricsToken: 'a token for the collector' },
  proxy,
  // Those of production.
  databaseTimeouts: {},
})
const author = await app.createUser('scripts.upload', 'scripts.download', 'scripts.rate')
const { body: script } = await app.request(author, 'POST', '/api/scripts', await scriptForm())

const isReady = async () => (await app.request(null, 'GET', '/api/health')).status
const ready = () => expect.poll(isReady, { interval: 100 }).toBe(200)

/** A response and its duration in milliseconds. */
async function timed(...call: Parameters<typeof app.request>) {
  const start = performance.now()
  const response = await app.request(...call)
  return { ...response, milliseconds: performance.now() - start }
}

/** A script that does not exist, not yet cached. */
const readOther = (index: number) => timed(null, 'GET', `/api/scripts/${script.id + index}`)

const slowest = (responses: { milliseconds: number }[]) =>
  Math.max(...responses.map(({ milliseconds }) => milliseconds))

/** A write of another node, over its own connection. */
async function elsewhere(statement: string) {
  const client = new Client({ ...app.database.config })
  await client.connect()
  await client.query(statement)
  await client.end()
}

beforeEach(async () => {
  proxy.restore()
  await ready()
})

describe('while the database is stopped', () => {
  test('cached responses, files and links keep working, other calls get a 503 at once, and all recovers', async () => {
    const { body: link } = await app.request(author, 'GET', `/api/scripts/${script.id}/download`)
    const before = await app.request(null, 'GET', '/api/categories')

    proxy.cut()
    const like = await timed(author, 'POST', `/api/scripts/${script.id}/like`)
    const read = await timed(null, 'GET', '/api/stats')
    const health = await timed(null, 'GET', '/api/health')
    const stored = await app.request(null, 'GET', '/api/categories')
    const file = await app.request(null, 'GET', link.downloadUrl)
    const live = await app.request(null, 'GET', '/api/health/live')
    const authorization = 'Bearer a token for the collector'
    const metrics = await app.request(null, 'GET', '/metrics', undefined, { authorization })
    const page = await app.request(null, 'GET', '/robots.txt')

    for (const rejected of [like, read, health]) {
      expect(rejected).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect(rejected.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(rejected.milliseconds).toBeLessThan(2_000)
    }
    expect(stored).toMatchObject({ status: 200, body: before.body })
    expect(file.status).toBe(200)
    expect(live.status).toBe(200)
    expect(page.status).toBe(200)
    expect(metrics).toMatchObject({
      status: 200,
      body: expect.stringContaining('scripthaven_calls_in_flight 0'),
    })
    expect(log).toMatch(
      /"message":"The database is unavailable",.*"(error|cause)":"[^"]*(Connection terminated|ECONNRE)/,
    )

    await elsewhere(`update categories set description = 'Changed meanwhile' where name = 'Cars'`)
    proxy.restore()
    await ready()
    await expect
      .poll(async () => JSON.stringify((await app.request(null, 'GET', '/api/categories')).body))
      .toContain('Changed meanwhile')
    expect((await app.request(author, 'POST', `/api/scripts/${script.id}/like`)).status).toBe(200)
  })

  test('a running transaction fails with a 503 and is rolled back', async () => {
    const locker = new Client({ ...app.database.config })
    await locker.connect()
    await locker.query('begin; lock table categories in share mode')
    const adding = app.request(await app.createOwner(), 'POST', '/api/categories', {
      name: 'Boats',
      description: 'Everything that floats',
      color: '#123456',
    })
    await expect.poll(() => app.app.load.inFlight('call')).toBe(1)

    proxy.cut()
    expect((await adding).status).toBe(503)
    await locker.end()
    proxy.restore()
    await ready()

    const { rows } = await app.db.execute(sql`select name from categories where name = 'Boats'`)
    expect(rows).toEqual([])
  })
})

test('an unresponsive database fails calls after two seconds, then at once, and recovers', async () => {
  const category = { name: 'Trains', description: 'Made for a test', color: '#123456' }
  const owner = await app.createOwner()
  const ask = (round: number) =>
    Promise.all([
      timed(owner, 'POST', '/api/categories', category),
      ...Array.from({ length: 29 }, (_, index) =>
        index % 2 === 0 ? readOther(1000 * round + index) : timed(author, 'GET', '/api/users/me'),
      ),
    ])

  proxy.blackhole()
  const first = await ask(1)
  await expect.poll(async () => slowest(await ask(2))).toBeLessThan(2_000)
  const later = await ask(3)
  proxy.restore()

  for (const responses of [first, later])
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 503))
  // Ten times as long as on a machine that does nothing else.
  expect(slowest(first)).toBeLessThan(20_000)
  // None of them waits for the database.
  expect(slowest(later)).toBeLessThan(2_000)
  await ready()
  const again = await Promise.all(
    Array.from({ length: 30 }, () => app.request(author, 'GET', '/api/users/me')),
  )
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
  const { rows } = await app.db.execute(sql`select name from categories where name = 'Trains'`)
  expect(rows).toEqual([])
})

test('a slow database builds no queue: reads time out and connections stay usable', async () => {
  proxy.delay(2_000)
  let most = 0
  const watching = setInterval(() => (most = Math.max(most, app.app.load.inFlight('call'))), 5)
  const responses = await Promise.all(Array.from({ length: 300 }, (_, index) => readOther(2000 + index)))
  clearInterval(watching)
  proxy.restore()

  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 503))
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(200)
  await ready()
  expect((await app.request(null, 'GET', `/api/scripts/${script.id + 3000}`)).status).toBe(404)
})

test('a probe that began before the database recovered rejects no call afterwards', async () => {
  proxy.delay(2_000)
  expect((await readOther(4000)).status).toBe(503)
  // The first message of the probe is delayed, too.
  await setTimeout(200)
  proxy.restore()
  await ready()

  // Longer than the probe waits for its response.
  const end = performance.now() + 1_500
  const statuses: number[] = []
  while (performance.now() < end) statuses.push((await readOther(4001 + statuses.length)).status)
  expect(new Set(statuses)).toEqual(new Set([404]))
})
