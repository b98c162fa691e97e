import { setImmediate as nextTick } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { acquireSlice } from './io-scheduler.ts'

const half = 512 * 1024

test('bytes beyond the limit of a tick run in the next ticks, in order of arrival', async () => {
  const done: string[] = []
  const acquire = (name: string, bytes = half) => {
    if (acquireSlice(bytes, () => done.push(name))) done.push(name)
  }

  for (const name of ['one', 'two', 'three', 'four', 'five']) acquire(name)
  const immediately = [...done]
  await nextTick()
  const afterOneTick = [...done]
  acquire('six')
  await nextTick()
  const afterTwoTicks = [...done]
  await nextTick()

  expect(immediately).toEqual(['one', 'two'])
  expect(afterOneTick).toEqual(['one', 'two', 'three', 'four'])
  expect(afterTwoTicks).toEqual(['one', 'two', 'three', 'four', 'five', 'six'])
  expect(done).toEqual(afterTwoTicks)
})

test('a slice larger than a tick runs, and the others run after it', async () => {
  await nextTick()
  const done: string[] = []

  expect(acquireSlice(8 * half, () => undefined)).toBe(true)
  expect(acquireSlice(8 * half, () => done.push('large'))).toBe(false)
  expect(acquireSlice(1, () => done.push('small'))).toBe(false)

  await nextTick()
  expect(done).toEqual(['large'])
  await nextTick()
  expect(done).toEqual(['large', 'small'])
})
