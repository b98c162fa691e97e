import { setImmediate as turn } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

import { inTransaction } from '#platform/database/database.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestApp } from '#test-support/test-app.ts'

/** Calls that change categories wait until the returned function is called. */
async function lockCategories({ db }: TestApp) {
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const transaction = inTransaction(db, async (tx) => {
    await tx.execute(sql`lock table categories in share mode`)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  return async () => {
    release.resolve()
    await transaction
  }
}

test('calls beyond the slots get 503 at once; cached responses, health and files do not', async () => {
  const lines: string[] = []
  const app = await startTestApp({
    config: { requestsInFlightMax: 2, metricsToken: 'a token for the collector' },
    onLog: (text) => lines.push(text),
  })
  const owner = await app.createOwner()
  await app.request(null, 'GET', '/api/categories')
  const unlock = await lockCategories(app)
  const add = (name: string) =>
    app.request(owner, 'POST', '/api/categories', { name, description: 'Made for a test', color: '#123456' })

  const pending = [add('Boats'), add('Planes')]
  await expect.poll(() => app.app.load.inFlight('call')).toBe(2)
  const rejected = await add('Trains')
  const uncached = await app.request(null, 'GET', '/api/stats')
  const cached = await app.request(null, 'GET', '/api/categories')
  const health = await app.request(null, 'GET', '/api/health')
  const image = await app.request(null, 'GET', '/files/images/none.webp')
  await unlock()

  expect(rejected).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(rejected.headers.get('retry-after')).toBe('1')
  expect(uncached.status).toBe(503)
  expect(cached.status).toBe(200)
  expect(health).toMatchObject({ status: 200, body: { load: 'ok' } })
  expect(image.status).toBe(404)
  expect((await Promise.all(pending)).map(({ status }) => status)).toEqual([201, 201])
  expect((await add('Trains')).status).toBe(201)
  expect((await app.request(null, 'GET', '/api/stats')).status).toBe(200)
  const { body } = await app.request(null, 'GET', '/metrics', undefined, {
    authorization: 'Bearer a token for the collector',
  })
  expect(body).toContain('scripthaven_refused_total{reason="call"} 2')
  expect(body).toContain('scripthaven_calls_in_flight 0')
  expect(lines.join('').match(/Requests are rejected/g)).toHaveLength(1)
})

test('transfers have slots of their own, of which one IP gets at most half', async () => {
  const app = await startTestApp({ config: { transfersMax: 4, trustedProxies: ['127.0.0.1'] } })
  const author = await app.createUser('scripts.upload')
  const other = await app.createUser('scripts.upload')
  const open: ReadableStreamDefaultController<Uint8Array>[] = []
  const send = async (ip: string) => {
    const wanted = { fileName: 'a.zip', fileType: 'application/zip', folder: 'scripts' }
    const { body } = await app.request(
      open.length < 3 ? author : other,
      'POST',
      '/api/scripts/upload-url',
      wanted,
    )
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from('PK'))
        open.push(controller)
      },
    })
    const sent: RequestInit = {
      method: 'PUT',
      body: stream,
      duplex: 'half',
      headers: { 'x-forwarded-for': ip },
    }
    return fetch(new URL(body.uploadUrl, app.url), sent)
  }

  const transfers = [await begin('192.0.2.1', 1), await begin('192.0.2.1', 2)]
  const third = await send('192.0.2.1')
  transfers.push(await begin('192.0.2.2', 3), await begin('192.0.2.3', 4))
  const surplus = await send('192.0.2.4')
  const call = await app.request(author, 'GET', '/api/users/me')

  expect([third.status, surplus.status]).toEqual([503, 503])
  expect(surplus.headers.get('retry-after')).toBe('5')
  expect(call.status).toBe(200)
  for (const controller of open) attempt(() => controller.close())
  expect((await Promise.all(transfers.map(({ done }) => done))).map(({ status }) => status)).toEqual([
    200, 200, 200, 200,
  ])
  expect(app.app.load.inFlight('transfer')).toBe(0)

  async function begin(ip: string, running: number) {
    const done = send(ip)
    await expect.poll(() => app.app.load.inFlight('transfer')).toBe(running)
    return { done }
  }
})

/** The stream of a rejected upload is already closed. */
function attempt(act: () => void) {
  try {
    act()
  } catch {
    return
  }
}

test('an overloaded event loop serves only cached responses, and health reports it', async () => {
  const lines: string[] = []
  const app = await startTestApp({ eventLoopDelayMax: 20, onLog: (text) => lines.push(text) })
  const id = await insertTestScript(app, { author: await app.createUser() })
  // Not a list of scripts: a late notification of the insert above would remove it from the cache.
  await app.request(null, 'GET', '/api/partners')
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const blocking = (async () => {
    while (!stop.signal.aborted) {
      const until = performance.now() + 60
      while (performance.now() < until);
      await turn()
    }
  })()

  await expect.poll(() => app.app.load.isOverloaded()).toBe(true)
  const rejected = await app.request(null, 'GET', `/api/scripts/${id}`)
  const cached = await app.request(null, 'GET', '/api/partners')
  const health = await app.request(null, 'GET', '/api/health')
  const live = await app.request(null, 'GET', '/api/health/live')
  stop.abort()
  await blocking

  expect(rejected).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(rejected.headers.get('retry-after')).toBe('2')
  expect(cached.status).toBe(200)
  expect(health).toMatchObject({ status: 200, body: { status: 'ok', load: 'overloaded' } })
  expect(live.status).toBe(200)
  expect(lines.join('')).toContain('The event loop is overloaded')
  await expect.poll(() => app.app.load.isOverloaded()).toBe(false)
  expect((await app.request(null, 'GET', `/api/scripts/${id}`)).status).toBe(200)
})

test('sign-ins beyond the capacity get 503 after one second, which slows down retries', async () => {
  const app = await startTestApp()
  const signIn = async () => {
    const startedAt = performance.now()
    const body = { email: 'nobody@example.com', password: 'not the right one' }
    const response = await app.request(null, 'POST', '/api/auth/login', body)
    return { ...response, waited: performance.now() - startedAt }
  }

  const responses = await Promise.all(Array.from({ length: 80 }, signIn))

  const rejected = responses.filter(({ status }) => status === 503)
  expect(responses.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(33)
  expect(rejected.length).toBeGreaterThan(0)
  for (const { body, headers, waited } of rejected) {
    expect(body.error).toBe('Too many people are signing in at this moment. Please try again.')
    expect(headers.get('retry-after')).toBe('5')
    expect(waited).toBeGreaterThan(990)
  }
})
