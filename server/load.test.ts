import { setImmediate as turn } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

import { inTransaction } from '#platform/database.ts'
import { insertTestScript } from '#server/scripts/testing.ts'
import { startTestHub, type TestHub } from '#server/testing.ts'

/** Calls that change categories wait until this is let go. */
async function holdCategories({ db }: TestHub) {
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holding = inTransaction(db, async (tx) => {
    await tx.execute(sql`lock table categories in share mode`)
    held.resolve()
    await release.promise
  })
  await held.promise
  return async () => {
    release.resolve()
    await holding
  }
}

test('more calls at a time than a node takes are refused at once; stored answers, health and files are not', async () => {
  const lines: string[] = []
  const hub = await startTestHub({
    config: { requestsInFlightMax: 2, metricsToken: 'a token for the collector' },
    logsTo: (text) => lines.push(text),
  })
  const owner = await hub.owner()
  await hub.as(null, 'GET', '/api/categories')
  const letGo = await holdCategories(hub)
  const add = (name: string) =>
    hub.as(owner, 'POST', '/api/categories', { name, description: 'Made for a test', color: '#123456' })

  const underWay = [add('Boats'), add('Planes')]
  await expect.poll(() => hub.hub.load.underWay('call')).toBe(2)
  const refused = await add('Trains')
  const uncached = await hub.as(null, 'GET', '/api/stats')
  const stored = await hub.as(null, 'GET', '/api/categories')
  const health = await hub.as(null, 'GET', '/api/health')
  const picture = await hub.as(null, 'GET', '/files/images/none.webp')
  await letGo()

  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(uncached.status).toBe(503)
  expect(stored.status).toBe(200)
  expect(health).toMatchObject({ status: 200, body: { load: 'ok' } })
  expect(picture.status).toBe(404)
  expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual([201, 201])
  expect((await add('Trains')).status).toBe(201)
  expect((await hub.as(null, 'GET', '/api/stats')).status).toBe(200)
  const { body } = await hub.as(null, 'GET', '/metrics', undefined, {
    authorization: 'Bearer a token for the collector',
  })
  expect(body).toContain('scripthaven_refused_total{reason="call"} 2')
  expect(body).toContain('scripthaven_calls_in_flight 0')
  expect(lines.join('').match(/Requests are refused/g)).toHaveLength(1)
})

test('files that travel have places of their own, one address at most half of them', async () => {
  const hub = await startTestHub({ config: { transfersMax: 4, trustedProxies: ['127.0.0.1'] } })
  const author = await hub.person('scripts.upload')
  const other = await hub.person('scripts.upload')
  const open: ReadableStreamDefaultController<Uint8Array>[] = []
  const send = async (ip: string) => {
    const wanted = { fileName: 'a.zip', fileType: 'application/zip', folder: 'scripts' }
    const { body } = await hub.as(open.length < 3 ? author : other, 'POST', '/api/scripts/upload-url', wanted)
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
    return fetch(new URL(body.uploadUrl, hub.address), sent)
  }

  const travelling = [await begin('192.0.2.1', 1), await begin('192.0.2.1', 2)]
  const third = await send('192.0.2.1')
  travelling.push(await begin('192.0.2.2', 3), await begin('192.0.2.3', 4))
  const surplus = await send('192.0.2.4')
  const call = await hub.as(author, 'GET', '/api/users/me')

  expect([third.status, surplus.status]).toEqual([503, 503])
  expect(surplus.headers.get('retry-after')).toBe('5')
  expect(call.status).toBe(200)
  for (const controller of open) attempt(() => controller.close())
  expect((await Promise.all(travelling.map(({ done }) => done))).map(({ status }) => status)).toEqual([
    200, 200, 200, 200,
  ])
  expect(hub.hub.load.underWay('transfer')).toBe(0)

  async function begin(ip: string, running: number) {
    const done = send(ip)
    await expect.poll(() => hub.hub.load.underWay('transfer')).toBe(running)
    return { done }
  }
})

/** The stream of a refused upload has been ended by whoever refused it. */
function attempt(act: () => void) {
  try {
    act()
  } catch {
    return
  }
}

test('while turns of the event loop take too long only stored answers are given, and health says so', async () => {
  const lines: string[] = []
  const hub = await startTestHub({ turnMax: 20, logsTo: (text) => lines.push(text) })
  const id = await insertTestScript(hub, { author: await hub.person() })
  // Not of scripts: the notice of the one above may come late, and drops what shows any.
  await hub.as(null, 'GET', '/api/partners')
  const rest = new AbortController()
  onTestFinished(() => rest.abort())
  const working = (async () => {
    while (!rest.signal.aborted) {
      const until = performance.now() + 60
      while (performance.now() < until);
      await turn()
    }
  })()

  await expect.poll(() => hub.hub.load.isOverloaded(), { timeout: 20_000 }).toBe(true)
  const refused = await hub.as(null, 'GET', `/api/scripts/${id}`)
  const stored = await hub.as(null, 'GET', '/api/partners')
  const health = await hub.as(null, 'GET', '/api/health')
  const live = await hub.as(null, 'GET', '/api/health/live')
  rest.abort()
  await working

  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(stored.status).toBe(200)
  expect(health).toMatchObject({ status: 200, body: { status: 'ok', load: 'overloaded' } })
  expect(live.status).toBe(200)
  expect(lines.join('')).toContain('The event loop is overloaded')
  await expect.poll(() => hub.hub.load.isOverloaded(), { timeout: 20_000 }).toBe(false)
  expect((await hub.as(null, 'GET', `/api/scripts/${id}`)).status).toBe(200)
})

test('sign-ins beyond what can be checked are refused after a second, so that asking again takes its time', async () => {
  const hub = await startTestHub()
  const signIn = async () => {
    const startedAt = performance.now()
    const body = { email: 'nobody@example.com', password: 'not the right one' }
    const answer = await hub.as(null, 'POST', '/api/auth/login', body)
    return { ...answer, waited: performance.now() - startedAt }
  }

  const answers = await Promise.all(Array.from({ length: 80 }, signIn))

  const refused = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(33)
  expect(refused.length).toBeGreaterThan(0)
  for (const { body, headers, waited } of refused) {
    expect(body.error).toBe('Too many people are signing in at this moment. Please try again.')
    expect(headers.get('retry-after')).toBe('5')
    expect(waited).toBeGreaterThan(990)
  }
})
