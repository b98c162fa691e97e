import { tooMany } from '#platform/failures.ts'
import { spacingOf, type LimitPolicy, type Limited } from '#platform/limits.ts'
import { describeError, type Log } from '#platform/log.ts'

import { openBuckets, type Monotonic } from './buckets.ts'
import type { LimitStore } from './limit-store.ts'

/** Milliseconds for which a store that failed is not asked again: nobody waits for it call after call. */
const restsFor = 5_000

/** Limits that protect accounts: exact, however many nodes count (floods.ts has those that need not be). */
export type ExactLimits = {
  /** Counts a call or refuses it with 429 and an honest Retry-After. */
  take(name: string, key: string, policy: LimitPolicy): Promise<void>
  /** Counts a call against each of several limits: the seconds to wait for those without room, 0 for the others. */
  count(limits: readonly Limited[]): Promise<number[]>
  /** Takes counted calls back: they turned out to be none of those that the limits are for. */
  giveBack(limits: readonly Limited[]): Promise<void>
  /** Drops what no longer holds anybody. */
  forgetIdle(): Promise<void>
}

/**
 * Each call is counted in memory too. Where the store fails, that count goes on alone: a limit that is exact on
 * each node is far better than none (security.md, F14).
 */
export function openExactLimits(options: {
  isEnabled: boolean
  store: LimitStore
  log: Log
  now?: Monotonic | undefined
}): ExactLimits {
  const { isEnabled, store, log, now = () => performance.now() } = options
  const buckets = openBuckets(now)
  let restsUntil = 0

  /** The store's answer, or undefined while it is out of order. */
  async function ask<T>(question: () => Promise<T>): Promise<T | undefined> {
    if (performance.now() < restsUntil) return undefined
    try {
      return await question()
    } catch (error) {
      restsUntil = performance.now() + restsFor
      log.error('Limits are counted by this node alone: their table cannot be used', describeError(error))
      return undefined
    }
  }

  async function count(limits: readonly Limited[]): Promise<number[]> {
    if (!isEnabled) return limits.map(() => 0)
    const here = limits.map(({ name, key, policy }) => {
      const id = `${name} ${key}`
      return buckets.hit(id, policy) ? 0 : buckets.wait(id, policy)
    })
    return (await ask(() => store.count(limits))) ?? here
  }

  async function giveBack(limits: readonly Limited[]): Promise<void> {
    if (!isEnabled || limits.length === 0) return
    for (const { name, key, policy } of limits) buckets.fill(`${name} ${key}`, -spacingOf(policy))
    await ask(() => store.uncount(limits))
  }

  async function take(name: string, key: string, policy: LimitPolicy): Promise<void> {
    const [wait = 0] = await count([{ name, key, policy }])
    if (wait > 0) throw tooMany('Too many requests. Please try again later.', wait)
  }

  return {
    take,
    count,
    giveBack,
    async forgetIdle() {
      await ask(() => store.forgetIdle())
    },
  }
}
