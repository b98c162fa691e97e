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
