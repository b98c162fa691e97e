import { randomBytes } from 'node:crypto'

import { expect, onTestFinished, test, vi } from 'vitest'

import { createResponseCache, type CacheableResponse } from './response-cache.ts'

const respond = (body: string, tags: string[] = ['scripts']): Promise<CacheableResponse> =>
  Promise.resolve({ status: 200, headers: { 'content-type': 'text/plain' }, body, tags: new Set(tags) })

async function suspendedCache() {
  const cache = createResponseCache(1_000_000)
  await cache.getOrCompute('list', () => respond('cached'))
  cache.suspend()
  return cache
}

test('a suspended cache serves what it has and stores nothing', async () => {
  const cache = await suspendedCache()

  await cache.getOrCompute('about', () => respond('a page that reads nothing', []))

  expect(cache.find('list')?.bodies.identity.toString()).toBe('cached')
  expect(cache.find('about')).toBeUndefined()
})

test('a suspended cache is emptied by a read that succeeds: other nodes can write to the database', async () => {
  const cache = await suspendedCache()

  const { bodies } = await cache.getOrCompute('detail', () => respond('fresh', ['script:1']))

  expect(bodies.identity.toString()).toBe('fresh')
  expect(cache.find('list')).toBeUndefined()
  expect(cache.find('detail')).toBeUndefined()
})

test('a suspended cache is emptied after five minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const cache = await suspendedCache()

  vi.advanceTimersByTime(299_000)
  expect(cache.find('list')).toBeDefined()
  vi.advanceTimersByTime(2_000)

  expect(cache.find('list')).toBeUndefined()
})

test('clear empties a suspended cache, which then caches again', async () => {
  const cache = await suspendedCache()

  cache.clear()
  expect(cache.find('list')).toBeUndefined()
  await cache.getOrCompute('list', () => respond('newer'))

  expect(cache.find('list')?.bodies.identity.toString()).toBe('newer')
})

/** A response that is computed when the test calls `finish`. */
function slowResponse(body: string, tags: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { compute: () => promise.then(() => respond(body, tags)), finish: resolve }
}

test('a response that was started before an invalidation of its tags is not cached, in any order of completion', async () => {
  const cache = createResponseCache(1_000_000)
  const [other, first, second] = [
    slowResponse('unaffected', ['partners']),
    slowResponse('old', ['script:1']),
    slowResponse('old', ['script:2']),
  ]
  const pending = [
    cache.getOrCompute('other', other.compute),
    cache.getOrCompute('first', first.compute),
    cache.getOrCompute('second', second.compute),
  ]

  cache.invalidateTags(['script:1'])
  other.finish()
  await pending[0]
  cache.invalidateTags(['script:2'])
  first.finish()
  await pending[1]
  second.finish()
  await Promise.all(pending)

  expect(cache.find('other')).toBeDefined()
  expect(cache.find('first')).toBeUndefined()
  expect(cache.find('second')).toBeUndefined()
})

test('watched tags are fresh until one of them is invalidated', () => {
  const cache = createResponseCache(0)
  const isFresh = cache.watchTags(['scripts', 'counters'])

  cache.invalidateTags(['partners'])
  expect(isFresh()).toBe(true)
  cache.invalidateTags(['counters'])
  expect(isFresh()).toBe(false)

  const isFreshAgain = cache.watchTags(['counters'])
  expect(isFreshAgain()).toBe(true)
  cache.clear()
  expect(isFreshAgain()).toBe(false)
})

test('eviction removes entries that were not requested since they were stored', async () => {
  const cache = createResponseCache(100_000)
  const add = (key: string) => cache.getOrCompute(key, () => respond(randomBytes(5_000).toString('hex')))
  await add('requested')
  await add('not requested')

  for (let n = 0; n < 3; n++) {
    cache.find('requested')
    await add(`another ${n}`)
  }

  expect(cache.find('requested')).toBeDefined()
  expect(cache.find('not requested')).toBeUndefined()
  expect(cache.size().bytes).toBeLessThanOrEqual(100_000)
})
