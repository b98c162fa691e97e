import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { inTransaction } from '#platform/database/database.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type ApiResponse } from '#test-support/test-app.ts'

import { closePages } from './ssr-pool.ts'

const lines: string[] = []
const app = await startTestApp({ onLog: (text) => lines.push(text) })
const author = await app.createUser('scripts.upload')
const visitor = null
const pathOf = (id: number) => `/scripts/${id}`
const cached = (id: number) => app.app.cache.find(`page ${pathOf(id)}`)
const errors = () =>
  lines
    .join('')
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))

test('pages are rendered in a thread; when it ends, pending pages get 503 and the next page starts another', async () => {
  const id = await insertTestScript(app, { author, name: 'Harbour Docks' })
  const [[thread], first] = await Promise.all([
    once(process, 'worker'),
    app.request(visitor, 'GET', pathOf(id)),
  ])
  if (!(thread instanceof Worker)) throw new Error('No thread was started')
  app.app.cache.clear()
  const { waiting, release } = await requestBlockedPage(pathOf(id))

  await thread.terminate()
  const rejected = await waiting
  await release()
  const [[another], again] = await Promise.all([
    once(process, 'worker'),
    app.request(visitor, 'GET', pathOf(id)),
  ])

  expect(first.status).toBe(200)
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '1'])
  expect(rejected.body).toEqual({
    error: 'The page could not be loaded. Please try again in a moment.',
    code: 'unavailable',
  })
  expect(another).not.toBe(thread)
  expect(again.body).toBe(first.body)
  expect(errors().map((line) => JSON.parse(line).message)).toEqual(['The thread that renders pages ended'])
  expect(app.app.load.inFlight('call')).toBe(0)
})

test('pages that are rendered concurrently have the content and the cache tags of their own', async () => {
  const ids: number[] = []
  for (const name of ['Alpha Pier', 'Beta Pier', 'Gamma Pier', 'Delta Pier'])
    ids.push(await insertTestScript(app, { author, name }))

  // Late notifications of the inserts above can still invalidate pages.
  let pages: ApiResponse[] = []
  const areStored = async () => {
    app.app.cache.clear()
    pages = await Promise.all(ids.map((id) => app.request(visitor, 'GET', pathOf(id))))
    return ids.every(cached)
  }
  await expect.poll(areStored).toBe(true)

  for (const [at, id] of ids.entries()) {
    const own = [...(cached(id)?.tags ?? [])].filter((tag) => tag.startsWith('script:'))
    expect(own).toEqual([`script:${id}`])
    expect(pages[at]?.body).toContain(`rel="canonical" href="https://hub.example${pathOf(id)}"`)
  }
})

test('shutdown does not wait for pages', async () => {
  const id = await insertTestScript(app, { author, name: 'Last Pier' })
  const before = errors().length
  const { waiting, release } = await requestBlockedPage(pathOf(id))

  await closePages(app.app)
  const rejected = await waiting
  await release()
  const later = await app.request(visitor, 'GET', '/faq')

  expect([rejected.status, rejected.body.code]).toEqual([503, 'unavailable'])
  expect([later.status, later.body.code]).toEqual([503, 'unavailable'])
  expect(errors()).toHaveLength(before)
})

/** Requests a page whose data is in a locked table. */
async function requestBlockedPage(path: string) {
  const locked = Promise.withResolvers<void>()
  const unlock = Promise.withResolvers<void>()
  const transaction = inTransaction(app.db, async (tx) => {
    await tx.execute(sql`lock table scripts in access exclusive mode`)
    locked.resolve()
    await unlock.promise
  })
  await locked.promise
  const waiting = app.request(visitor, 'GET', path)
  await expect
    .poll(async () => {
      const { rows } = await app.db.execute(sql`
        select 1 from pg_locks where not granted and relation = 'scripts'::regclass`)
      return rows.length
    })
    .toBeGreaterThan(0)
  const release = async () => {
    unlock.resolve()
    await transaction
  }
  return { waiting, release }
}
