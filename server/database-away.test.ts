import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import type { DatabaseAddress } from '#platform/database.ts'
import { scriptForm } from '#server/scripts/testing-forms.ts'
import { openLine } from '#server/testing-line.ts'
import { startTestHub } from '#server/testing.ts'

const line = await openLine()
afterAll(() => line.close())
let direct: DatabaseAddress = { connectionString: '' }
const hub = await startTestHub({
  config: { metricsToken: 'a token for the collector' },
  through(address) {
    direct = address
    return line.through(address)
  },
})
const author = await hub.person('scripts.upload', 'scripts.download', 'scripts.rate')
const { body: script } = await hub.as(author, 'POST', '/api/scripts', await scriptForm())

const isReady = async () => (await hub.as(null, 'GET', '/api/health')).status
const ready = () => expect.poll(isReady, { timeout: 5_000, interval: 100 }).toBe(200)

/** An answer, and how many milliseconds it took. */
async function timed(...call: Parameters<typeof hub.as>) {
  const start = performance.now()
  const answer = await hub.as(...call)
  return { ...answer, milliseconds: performance.now() - start }
}

const slowest = (answers: { milliseconds: number }[]) =>
  Math.max(...answers.map(({ milliseconds }) => milliseconds))

/** What another node writes, by a line of its own. */
async function elsewhere(statement: string) {
  const client = new Client({ ...direct })
  await client.connect()
  await client.query(statement)
  await client.end()
}

beforeEach(async () => {
  line.mend()
  await ready()
})

describe('while the database is stopped', () => {
  test('what is stored, files and links go on; the rest says so at once; then all is as before', async () => {
    const { body: link } = await hub.as(author, 'GET', `/api/scripts/${script.id}/download`)
    const before = await hub.as(null, 'GET', '/api/categories')

    line.cut()
    const like = await timed(author, 'POST', `/api/scripts/${script.id}/like`)
    const read = await timed(null, 'GET', '/api/stats')
    const health = await timed(null, 'GET', '/api/health')
    const stored = await hub.as(null, 'GET', '/api/categories')
    const file = await hub.as(null, 'GET', link.downloadUrl)
    const live = await hub.as(null, 'GET', '/api/health/live')
    const authorization = 'Bearer a token for the collector'
    const metrics = await hub.as(null, 'GET', '/metrics', undefined, { authorization })
    const page = await hub.as(null, 'GET', '/robots.txt')

    for (const refused of [like, read, health]) {
      expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(refused.milliseconds).toBeLessThan(2_000)
    }
    expect(stored).toMatchObject({ status: 200, body: before.body })
    expect(file.status).toBe(200)
    expect(live.status).toBe(200)
    expect(page.status).toBe(200)
    expect(metrics).toMatchObject({
      status: 200,
      body: expect.stringContaining('scripthaven_calls_in_flight 0'),
    })

    await elsewhere(`update categories set description = 'Changed meanwhile' where name = 'Cars'`)
    line.mend()
    await ready()
    await expect
      .poll(async () => JSON.stringify((await hub.as(null, 'GET', '/api/categories')).body), {
        timeout: 5_000,
      })
      .toContain('Changed meanwhile')
    expect((await hub.as(author, 'POST', `/api/scripts/${script.id}/like`)).status).toBe(200)
  })

  test('a transaction that is under way ends with a refusal, and nothing of it stays', async () => {
    const locker = new Client({ ...direct })
    await locker.connect()
    await locker.query('begin; lock table categories in share mode')
    const adding = hub.as(await hub.owner(), 'POST', '/api/categories', {
      name: 'Boats',
      description: 'Everything that floats',
      color: '#123456',
    })
    await expect.poll(() => hub.hub.load.underWay('call')).toBe(1)

    line.cut()
    expect((await adding).status).toBe(503)
    await locker.end()
    line.mend()
    await ready()

    const { rows } = await hub.db.execute(sql`select name from categories where name = 'Boats'`)
    expect(rows).toEqual([])
  })
})

test('a database that falls silent is given up after two seconds, then at once, and comes back by itself', async () => {
  const category = { name: 'Trains', description: 'Made for a test', color: '#123456' }
  const owner = await hub.owner()
  const ask = (round: number) =>
    Promise.all([
      timed(owner, 'POST', '/api/categories', category),
      ...Array.from({ length: 29 }, (_, index) =>
        index % 2 === 0
          ? timed(null, 'GET', `/api/scripts/${script.id + 1000 * round + index}`)
          : timed(author, 'GET', '/api/users/me'),
      ),
    ])

  line.silence()
  const first = await ask(1)
  await expect.poll(async () => slowest(await ask(2)), { timeout: 10_000 }).toBeLessThan(1_000)
  const later = await ask(3)
  line.mend()

  for (const answers of [first, later])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
  // What the hub itself takes on a busy machine comes on top of the two seconds.
  expect(slowest(first)).toBeLessThan(3_500)
  expect(slowest(later)).toBeLessThan(1_000)
  await ready()
  const again = await Promise.all(Array.from({ length: 30 }, () => hub.as(author, 'GET', '/api/users/me')))
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
  const { rows } = await hub.db.execute(sql`select name from categories where name = 'Trains'`)
  expect(rows).toEqual([])
})

test('a database that is slow makes no queue: reads give up, nothing piles up, and no connection is spoilt', async () => {
  line.delay(2_000)
  let most = 0
  const watching = setInterval(() => (most = Math.max(most, hub.hub.load.underWay('call'))), 5)
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) => timed(null, 'GET', `/api/scripts/${script.id + 2000 + index}`)),
  )
  clearInterval(watching)
  line.mend()

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(200)
  await ready()
  expect((await hub.as(null, 'GET', `/api/scripts/${script.id + 3000}`)).status).toBe(404)
})
