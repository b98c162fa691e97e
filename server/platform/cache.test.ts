import { randomBytes } from 'node:crypto'

import { expect, onTestFinished, test, vi } from 'vitest'

import { openResponseCache, type Answer } from './cache.ts'

const answer = (body: string, tags: string[] = ['scripts']): Promise<Answer> =>
  Promise.resolve({ status: 200, contentType: 'text/plain', body, tags: new Set(tags) })

async function filled() {
  const cache = openResponseCache(1_000_000)
  await cache.fill('list', () => answer('known'))
  cache.distrust()
  return cache
}

test('while changes may be missed, what is stored is given out and nothing is added', async () => {
  const cache = await filled()

  await cache.fill('about', () => answer('a page that reads nothing', []))

  expect(cache.find('list')?.bodies.identity.toString()).toBe('known')
  expect(cache.find('about')).toBeUndefined()
})

test('a read that succeeds meanwhile ends it: others may be writing', async () => {
  const cache = await filled()

  const { bodies } = await cache.fill('detail', () => answer('fresh', ['script:1']))

  expect(bodies.identity.toString()).toBe('fresh')
  expect(cache.find('list')).toBeUndefined()
  expect(cache.find('detail')).toBeUndefined()
})

test('after five minutes it is forgotten', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const cache = await filled()

  vi.advanceTimersByTime(299_000)
  expect(cache.find('list')).toBeDefined()
  vi.advanceTimersByTime(2_000)

  expect(cache.find('list')).toBeUndefined()
})

test('once changes are heard again all is forgotten, and then kept as before', async () => {
  const cache = await filled()

  cache.clear()
  expect(cache.find('list')).toBeUndefined()
  await cache.fill('list', () => answer('newer'))

  expect(cache.find('list')?.bodies.identity.toString()).toBe('newer')
})

/** An answer that is made when the test says so. */
function slowAnswer(body: string, tags: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { make: () => promise.then(() => answer(body, tags)), finish: resolve }
}

test('of answers that were begun before a change none is kept, in whichever order they end', async () => {
  const cache = openResponseCache(1_000_000)
  const [other, first, second] = [
    slowAnswer('unconcerned', ['partners']),
    slowAnswer('old', ['script:1']),
    slowAnswer('old', ['script:2']),
  ]
  const asked = [
    cache.fill('other', other.make),
    cache.fill('first', first.make),
    cache.fill('second', second.make),
  ]

  cache.drop(['script:1'])
  other.finish()
  await asked[0]
  cache.drop(['script:2'])
  first.finish()
  await asked[1]
  second.finish()
  await Promise.all(asked)

  expect(cache.find('other')).toBeDefined()
  expect(cache.find('first')).toBeUndefined()
  expect(cache.find('second')).toBeUndefined()
})

test('what is watched is as it was until one of its tags is dropped', () => {
  const cache = openResponseCache(0)
  const isFresh = cache.watch(['scripts', 'counters'])

  cache.drop(['partners'])
  expect(isFresh()).toBe(true)
  cache.drop(['counters'])
  expect(isFresh()).toBe(false)

  const again = cache.watch(['counters'])
  expect(again()).toBe(true)
  cache.clear()
  expect(again()).toBe(false)
})

test('when room is needed, what was asked for since it was stored stays', async () => {
  const cache = openResponseCache(100_000)
  const fill = (key: string) => cache.fill(key, () => answer(randomBytes(5_000).toString('hex')))
  await fill('asked for')
  await fill('not asked for')

  for (let n = 0; n < 3; n++) {
    cache.find('asked for')
    await fill(`another ${n}`)
  }

  expect(cache.find('asked for')).toBeDefined()
  expect(cache.find('not asked for')).toBeUndefined()
  expect(cache.size().bytes).toBeLessThanOrEqual(100_000)
})
