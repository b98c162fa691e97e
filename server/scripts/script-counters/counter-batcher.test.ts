import { expect, test } from 'vitest'

import { createCounterBatcher, type BatchEntry } from './counters.ts'

/** A batcher that records its flushes; the test decides when they end. */
function createObserved() {
  const flushes: { events: readonly BatchEntry[]; end: (error?: Error) => void }[] = []
  const queue = createCounterBatcher<BatchEntry, string>(
    (events) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error
            ? reject(error)
            : resolve(new Map(events.map(({ scriptId, kind }) => [scriptId, `after ${kind}`])))
        flushes.push({ events, end })
      }),
  )
  return { queue, flushes }
}

const event = (scriptId: number, kind = 'like', key = `${scriptId}`): BatchEntry => ({ scriptId, kind, key })
const nextIteration = () => new Promise((resolve) => setImmediate(resolve))

test('events during a flush share the next flush', async () => {
  const { queue, flushes } = createObserved()

  const first = queue.count(event(1))
  await nextIteration()
  const peers = [2, 3, 4].map((id) => queue.count(event(id)))
  await nextIteration()

  expect(flushes.map(({ events }) => events.length)).toEqual([1])
  flushes[0]?.end()
  expect(await first).toBe('after like')
  await nextIteration()
  expect(flushes.map(({ events }) => events.length)).toEqual([1, 3])
  flushes[1]?.end()
  expect(await Promise.all(peers)).toEqual(['after like', 'after like', 'after like'])
})

test('a repeated event shares a slot, and the opposite event is flushed after it', async () => {
  const { queue, flushes } = createObserved()

  const responses = [
    queue.count(event(1)),
    queue.count(event(1)),
    queue.count(event(1, 'unlike')),
    queue.count(event(1)),
  ]
  for (const count of [1, 2, 3]) {
    await nextIteration()
    expect(flushes).toHaveLength(count)
    flushes.at(-1)?.end()
  }

  expect(flushes.map(({ events }) => events.map(({ kind }) => kind))).toEqual([
    ['like'],
    ['unlike'],
    ['like'],
  ])
  expect(await Promise.all(responses)).toEqual(['after like', 'after like', 'after unlike', 'after like'])
})

test('a flush takes at most 400 events, and a failed flush rejects only its own callers', async () => {
  const { queue, flushes } = createObserved()

  const responses = Array.from({ length: 450 }, (_, id) => queue.count(event(id)))
  const settled = Promise.allSettled(responses)
  await nextIteration()
  flushes[0]?.end(new Error('the database is away'))
  await nextIteration()
  flushes[1]?.end()
  await queue.drain()

  expect(flushes.map(({ events }) => events.length)).toEqual([400, 50])
  const states = (await settled).map(({ status }) => status)
  expect(states.filter((status) => status === 'rejected')).toHaveLength(400)
  expect(states.slice(400)).toEqual(Array.from({ length: 50 }, () => 'fulfilled'))
})

test('drain waits for pending events and resolves at once when there are none', async () => {
  const { queue, flushes } = createObserved()
  await queue.drain()

  let isDrained = false
  const response = queue.count(event(1))
  const drained = queue.drain().then(() => (isDrained = true))
  await nextIteration()

  expect(isDrained).toBe(false)
  flushes[0]?.end()
  await drained
  expect(await response).toBe('after like')
})
