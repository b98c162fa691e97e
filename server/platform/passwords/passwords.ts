import { second } from '#platform/clock.ts'
import { createConcurrencyLimiter } from '#platform/concurrency-limiter.ts'
import { runInWorker } from './password-hasher.ts'

/** The OWASP parameters for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One at a time: with more, a flood of sign-ins raised the p99 of other calls from 11 ms to 65 ms.
const limit = createConcurrencyLimiter({
  runningMax: 1,
  waitingMax: 32,
  fullMessage: 'Too many people are signing in at this moment. Please try again.',
  // Without a delay, clients retry at once and error responses occupy the event loop.
  delayMs: second,
})

/** A hash of the same cost that no password matches. */
const dummyHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Throws 503 when too many passwords are queued, before the database is queried. */
export function assertPasswordCapacity(): void {
  limit.assertCapacity()
}

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await limit(() => runInWorker({ password, cost }))
  return hash
}

/** Without `known`, because the account does not exist, the result is false after the same time. */
export async function verifyPassword(known: string | undefined, password: string): Promise<boolean> {
  const { matches } = await limit(() => runInWorker({ password, known: known ?? dummyHash }))
  return matches && known !== undefined
}
