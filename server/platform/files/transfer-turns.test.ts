import { setImmediate as nextTurn } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { takeTurn } from './transfer-turns.ts'

const half = 512 * 1024

test('what goes beyond a turn goes in the next ones, in the order in which it came', async () => {
  const gone: string[] = []
  const ask = (name: string, bytes = half) => {
    if (takeTurn(bytes, () => gone.push(name))) gone.push(name)
  }

  for (const name of ['one', 'two', 'three', 'four', 'five']) ask(name)
  const atOnce = [...gone]
  await nextTurn()
  const afterATurn = [...gone]
  ask('six')
  await nextTurn()
  const afterAnother = [...gone]
  await nextTurn()

  expect(atOnce).toEqual(['one', 'two'])
  expect(afterATurn).toEqual(['one', 'two', 'three', 'four'])
  expect(afterAnother).toEqual(['one', 'two', 'three', 'four', 'five', 'six'])
  expect(gone).toEqual(afterAnother)
})

test('what is larger than a turn goes all the same, and the others after it', async () => {
  await nextTurn()
  const gone: string[] = []

  expect(takeTurn(8 * half, () => undefined)).toBe(true)
  expect(takeTurn(8 * half, () => gone.push('large'))).toBe(false)
  expect(takeTurn(1, () => gone.push('small'))).toBe(false)

  await nextTurn()
  expect(gone).toEqual(['large'])
  await nextTurn()
  expect(gone).toEqual(['large', 'small'])
})
