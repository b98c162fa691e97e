import { expect, test } from 'vitest'

import { createConcurrencyLimiter } from './concurrency.ts'

function openWork() {
  const done = Promise.withResolvers<string>()
  let hasStarted = false
  return {
    run: () => {
      hasStarted = true
      return done.promise
    },
    finish: done.resolve,
    fail: done.reject,
    hasStarted: () => hasStarted,
  }
}

const limits = { runningMax: 1, waitingMax: 1, fullMessage: 'Too busy' }

test('work runs in the order it came, one at a time', async () => {
  const inQueue = createConcurrencyLimiter({ ...limits, waitingMax: 5 })
  const order: number[] = []
  let running = 0

  await Promise.all(
    [1, 2, 3, 4].map((number) =>
      inQueue(async () => {
        expect(++running).toBe(1)
        await new Promise((done) => setImmediate(done))
        order.push(number)
        running -= 1
      }),
    ),
  )

  expect(order).toEqual([1, 2, 3, 4])
})

test('who comes when too many wait is sent away at once, and the others are served', async () => {
  const inQueue = createConcurrencyLimiter(limits)
  const [first, second, third] = [openWork(), openWork(), openWork()]
  const running = inQueue(first.run)
  const waiting = inQueue(second.run)

  await expect(inQueue(third.run)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Too busy',
    retryAfter: 5,
  })

  expect(third.hasStarted()).toBe(false)
  expect(second.hasStarted()).toBe(false)
  first.finish('first')
  expect(await running).toBe('first')
  second.finish('second')
  expect(await waiting).toBe('second')
})

test('a failure goes to its caller and gives its place on', async () => {
  const inQueue = createConcurrencyLimiter(limits)
  const [first, second] = [openWork(), openWork()]
  const failing = inQueue(first.run)
  const waiting = inQueue(second.run)

  first.fail(new Error('broken'))

  await expect(failing).rejects.toThrow('broken')
  second.finish('second')
  expect(await waiting).toBe('second')
  expect(await inQueue(async () => 'third')).toBe('third')
})
