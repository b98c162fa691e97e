import { expect, test } from 'vitest'

import { openCounterQueue, type Ask } from './counter-queue.ts'

/** A queue whose flushes are written down and end when the test lets them. */
function openObserved() {
  const flushes: { asks: readonly Ask[]; end: (error?: Error) => void }[] = []
  const queue = openCounterQueue<Ask, string>(
    (asks) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error
            ? reject(error)
            : resolve(new Map(asks.map(({ scriptId, kind }) => [scriptId, `after ${kind}`])))
        flushes.push({ asks, end })
      }),
  )
  return { queue, flushes }
}

const ask = (scriptId: number, kind = 'like', key = `${scriptId}`): Ask => ({ scriptId, kind, key })
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('whatever comes while a flush is on its way shares the next one', async () => {
  const { queue, flushes } = openObserved()

  const first = queue.count(ask(1))
  await nextTurn()
  const others = [2, 3, 4].map((id) => queue.count(ask(id)))
  await nextTurn()

  expect(flushes.map(({ asks }) => asks.length)).toEqual([1])
  flushes[0]?.end()
  expect(await first).toBe('after like')
  await nextTurn()
  expect(flushes.map(({ asks }) => asks.length)).toEqual([1, 3])
  flushes[1]?.end()
  expect(await Promise.all(others)).toEqual(['after like', 'after like', 'after like'])
})

test('who asks for the same shares one place, who asks for the contrary comes after', async () => {
  const { queue, flushes } = openObserved()

  const answers = [
    queue.count(ask(1)),
    queue.count(ask(1)),
    queue.count(ask(1, 'unlike')),
    queue.count(ask(1)),
  ]
  for (const count of [1, 2, 3]) {
    await nextTurn()
    expect(flushes).toHaveLength(count)
    flushes.at(-1)?.end()
  }

  expect(flushes.map(({ asks }) => asks.map(({ kind }) => kind))).toEqual([['like'], ['unlike'], ['like']])
  expect(await Promise.all(answers)).toEqual(['after like', 'after like', 'after unlike', 'after like'])
})

test('a flush takes 400 at most, and a failed one fails its own callers only', async () => {
  const { queue, flushes } = openObserved()

  const answers = Array.from({ length: 450 }, (_, id) => queue.count(ask(id)))
  const settled = Promise.allSettled(answers)
  await nextTurn()
  flushes[0]?.end(new Error('the database is away'))
  await nextTurn()
  flushes[1]?.end()
  await queue.drain()

  expect(flushes.map(({ asks }) => asks.length)).toEqual([400, 50])
  const states = (await settled).map(({ status }) => status)
  expect(states.filter((status) => status === 'rejected')).toHaveLength(400)
  expect(states.slice(400)).toEqual(Array.from({ length: 50 }, () => 'fulfilled'))
})

test('draining waits for all that was asked, and an idle queue is drained at once', async () => {
  const { queue, flushes } = openObserved()
  await queue.drain()

  let isDrained = false
  const answer = queue.count(ask(1))
  const drained = queue.drain().then(() => (isDrained = true))
  await nextTurn()

  expect(isDrained).toBe(false)
  flushes[0]?.end()
  await drained
  expect(await answer).toBe('after like')
})
