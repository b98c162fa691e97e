import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'

import { HttpError } from '#platform/errors.ts'
import { hashPassword, assertPasswordCapacity, verifyPassword } from './passwords.ts'

test('only the hashed password matches its hash', async () => {
  const hash = await hashPassword('correct horse')

  expect(await verifyPassword(hash, 'correct hors')).toBe(false)
  expect(await verifyPassword(hash, 'correct horse')).toBe(true)
})

test('a hash has the cost that OWASP recommends and a salt', async () => {
  const [first, second] = await Promise.all([hashPassword('same'), hashPassword('same')])

  expect(parseOptions(first)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  expect(first).not.toBe(second)
})

test('without an account every password is wrong', async () => {
  expect(await verifyPassword(undefined, 'anything')).toBe(false)
  expect(await verifyPassword(undefined, '')).toBe(false)
})

test('a full queue rejects further passwords at once and processes the others', async () => {
  const flood = Promise.allSettled(Array.from({ length: 40 }, () => verifyPassword(undefined, 'flood')))
  expect(assertPasswordCapacity).toThrow('Too many people')
  const attempts = await flood
  expect(assertPasswordCapacity).not.toThrow()

  const rejected = attempts.filter((attempt) => attempt.status === 'rejected')
  expect(rejected).toHaveLength(40 - 33)
  expect(rejected[0]?.reason).toBeInstanceOf(HttpError)
  expect(rejected[0]?.reason).toMatchObject({ code: 'unavailable' })
})
