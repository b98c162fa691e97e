import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'

import { Failure } from './failures.ts'
import { hashPassword, requireRoomForPassword, verifyPassword } from './passwords.ts'

test('only the password that was hashed fits its hash', async () => {
  const hash = await hashPassword('correct horse')

  expect(await verifyPassword(hash, 'correct hors')).toBe(false)
  expect(await verifyPassword(hash, 'correct horse')).toBe(true)
})

test('a hash costs what OWASP asks for and is salted', async () => {
  const [first, second] = await Promise.all([hashPassword('same'), hashPassword('same')])

  expect(parseOptions(first)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  expect(first).not.toBe(second)
})

test('an account that does not exist refuses every password', async () => {
  expect(await verifyPassword(undefined, 'anything')).toBe(false)
  expect(await verifyPassword(undefined, '')).toBe(false)
})

test('whoever comes when too many wait is sent away at once, the others are served', async () => {
  const flood = Promise.allSettled(Array.from({ length: 40 }, () => verifyPassword(undefined, 'flood')))
  expect(requireRoomForPassword).toThrow('Too many people')
  const attempts = await flood
  expect(requireRoomForPassword).not.toThrow()

  const refused = attempts.filter((attempt) => attempt.status === 'rejected')
  expect(refused).toHaveLength(40 - 33)
  expect(refused[0]?.reason).toBeInstanceOf(Failure)
  expect(refused[0]?.reason).toMatchObject({ code: 'unavailable' })
})
