import { tooMany } from '#platform/errors.ts'
import { spacingOf, type LimitPolicy, type Limited } from './policies.ts'
import { serializeError, type Log } from '#platform/log.ts'

import { createBuckets, type Monotonic } from './gcra.ts'
import type { LimitStore } from './limit-store.ts'

/** Milliseconds without a query after the store failed, so that calls do not wait for its timeout one by one. */
const pauseAfterError = 5_000

/** Rate limits that protect accounts: exact across all nodes. local-limiter.ts has the approximate ones. */
export type SharedLimiter = {
  /** Counts a call or throws 429 with Retry-After. */
  consume(name: string, key: string, policy: LimitPolicy): Promise<void>
  /** Counts a call against each limit. Returns the seconds to wait for each limit that is reached, 0 for the others. */
  consumeAll(limits: readonly Limited[]): Promise<number[]>
  /** Reverts counted calls, for example of sign-ins that succeeded where only failures count. */
  refund(limits: readonly Limited[]): Promise<void>
  /** Deletes empty buckets. */
  purgeIdle(): Promise<void>
}

/**
 * Each call is counted in memory too. When the store fails, the count in memory applies: a limit per node is better
 * than no limit.
 */
export function createSharedLimiter(options: {
  isEnabled: boolean
  store: LimitStore
  log: Log
  now?: Monotonic | undefined
}): SharedLimiter {
  const { isEnabled, store, log, now = () => performance.now() } = options
  const buckets = createBuckets(now)
  let pausedUntil = 0

  /** The result of the store, or undefined while it is unavailable. */
  async function queryStore<T>(query: () => Promise<T>): Promise<T | undefined> {
    if (now() < pausedUntil) return undefined
    try {
      return await query()
    } catch (error) {
      pausedUntil = now() + pauseAfterError
      log.error(
        'Rate limits are counted by this node alone: their table is unavailable',
        serializeError(error),
      )
      return undefined
    }
  }

  async function consumeAll(limits: readonly Limited[]): Promise<number[]> {
    if (!isEnabled) return limits.map(() => 0)
    const local = limits.map(({ name, key, policy }) => {
      const id = `${name} ${key}`
      return buckets.tryConsume(id, policy) ? 0 : buckets.retryAfter(id, policy)
    })
    return (await queryStore(() => store.consume(limits))) ?? local
  }

  async function refund(limits: readonly Limited[]): Promise<void> {
    if (!isEnabled || limits.length === 0) return
    for (const { name, key, policy } of limits) buckets.add(`${name} ${key}`, -spacingOf(policy))
    await queryStore(() => store.refund(limits))
  }

  async function consume(name: string, key: string, policy: LimitPolicy): Promise<void> {
    const [wait = 0] = await consumeAll([{ name, key, policy }])
    if (wait > 0) throw tooMany('Too many requests.', wait)
  }

  return {
    consume,
    consumeAll,
    refund,
    async purgeIdle() {
      await queryStore(() => store.purgeIdle())
    },
  }
}
