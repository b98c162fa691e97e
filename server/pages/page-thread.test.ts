import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { inTransaction } from '#platform/database.ts'
import { insertTestScript } from '#server/scripts/testing.ts'
import { startTestHub } from '#server/testing.ts'

import { closePages } from './pages.public.ts'

const lines: string[] = []
const hub = await startTestHub({ logsTo: (text) => lines.push(text) })
const author = await hub.person('scripts.upload')
const visitor = null
const pathOf = (id: number) => `/scripts/${id}`
const kept = (id: number) => hub.hub.cache.find(`page ${pathOf(id)}`)
const errors = () =>
  lines
    .join('')
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))

test('a thread of the hub renders its pages; one that dies is replaced, and who waits for it hears so', async () => {
  const id = await insertTestScript(hub, { author, name: 'Harbour Docks' })
  const [[thread], first] = await Promise.all([once(process, 'worker'), hub.as(visitor, 'GET', pathOf(id))])
  if (!(thread instanceof Worker)) throw new Error('No thread was started')
  hub.hub.cache.clear()
  const { waiting, release } = await pageThatWaits(pathOf(id))

  await thread.terminate()
  const refused = await waiting
  await release()
  const [[another], again] = await Promise.all([once(process, 'worker'), hub.as(visitor, 'GET', pathOf(id))])

  expect(first.status).toBe(200)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(refused.body).toEqual({
    error: 'The page could not be made. Please try again in a moment.',
    code: 'unavailable',
  })
  expect(another).not.toBe(thread)
  expect(again.body).toBe(first.body)
  expect(errors().map((line) => JSON.parse(line).message)).toEqual(['The thread that renders pages ended'])
  expect(hub.hub.load.underWay('call')).toBe(0)
})

test('pages that are rendered at once keep apart what they show, and with it what drops them', async () => {
  const ids: number[] = []
  for (const name of ['Alpha Pier', 'Beta Pier', 'Gamma Pier', 'Delta Pier'])
    ids.push(await insertTestScript(hub, { author, name }))

  // The notices of what was written above may still be on their way, and each drops pages once more.
  const pages = await vi.waitFor(async () => {
    hub.hub.cache.clear()
    const made = await Promise.all(ids.map((id) => hub.as(visitor, 'GET', pathOf(id))))
    expect(ids.every(kept)).toBe(true)
    return made
  })

  for (const [at, id] of ids.entries()) {
    const own = [...(kept(id)?.tags ?? [])].filter((tag) => tag.startsWith('script:'))
    expect(own).toEqual([`script:${id}`])
    expect(pages[at]?.body).toContain(`rel="canonical" href="https://hub.example${pathOf(id)}"`)
  }
})

test('a hub that closes waits for no page', async () => {
  const id = await insertTestScript(hub, { author, name: 'Last Pier' })
  const before = errors().length
  const { waiting, release } = await pageThatWaits(pathOf(id))

  await closePages(hub.hub)
  const refused = await waiting
  await release()
  const later = await hub.as(visitor, 'GET', '/faq')

  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
  expect([later.status, later.body.code]).toEqual([503, 'unavailable'])
  expect(errors()).toHaveLength(before)
})

/** A page whose reads wait for a table that somebody else has locked. */
async function pageThatWaits(path: string) {
  const locked = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const holding = inTransaction(hub.db, async (tx) => {
    await tx.execute(sql`lock table scripts in access exclusive mode`)
    locked.resolve()
    await over.promise
  })
  await locked.promise
  const waiting = hub.as(visitor, 'GET', path)
  await expect
    .poll(async () => {
      const { rows } = await hub.db.execute(sql`
        select 1 from pg_locks where not granted and relation = 'scripts'::regclass`)
      return rows.length
    })
    .toBeGreaterThan(0)
  const release = async () => {
    over.resolve()
    await holding
  }
  return { waiting, release }
}
