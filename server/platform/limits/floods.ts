import { tooMany } from '#platform/failures.ts'
import { spacingOf, type LimitPolicy } from '#platform/limits.ts'

import { openBuckets, type Monotonic } from './buckets.ts'

/** Callers whose counts one exchange between nodes can carry; of a wider flood the rest is told a second later. */
const toldMax = 2_000

/** What one node counted for each caller since it last told the others, in seconds of their buckets. */
export type Counted = ReadonlyMap<string, number>

/**
 * Limits that hold off floods. They cost no query: each node counts in memory, and what it counted the others
 * hear about once a second (share-floods.ts), so that several nodes let through what one would.
 */
export type Floods = {
  /** Counts a call. False when there is no room for it; `retryAfter` then tells how long to wait. */
  hit(name: string, key: string, policy: LimitPolicy): boolean
  /** Seconds until the next call of this key can succeed. */
  retryAfter(name: string, key: string, policy: LimitPolicy): number
  /** Counts a call or refuses it with 429 and an honest Retry-After. */
  take(name: string, key: string, policy: LimitPolicy): void
  /** What was counted since the last time, for the other nodes; from the first time it is asked. */
  untold(): Counted
  /** There is nobody to tell: nothing is kept for them. */
  tellNobody(): void
  /** Adds what another node counted. */
  add(counted: Iterable<readonly [id: string, seconds: number]>): void
}

export function openFloods(isEnabled: boolean, now: Monotonic = () => performance.now()): Floods {
  const buckets = openBuckets(now)
  let counting: Map<string, number> | undefined

  function hit(name: string, key: string, policy: LimitPolicy): boolean {
    if (!isEnabled) return true
    const id = `${name} ${key}`
    if (!buckets.hit(id, policy)) return false
    if (counting) {
      const known = counting.get(id)
      if (known !== undefined || counting.size < toldMax) counting.set(id, (known ?? 0) + spacingOf(policy))
    }
    return true
  }

  function retryAfter(name: string, key: string, policy: LimitPolicy): number {
    return buckets.wait(`${name} ${key}`, policy)
  }

  function take(name: string, key: string, policy: LimitPolicy): void {
    if (!hit(name, key, policy))
      throw tooMany('Too many requests. Please try again later.', retryAfter(name, key, policy))
  }

  function untold(): Counted {
    const counted = counting ?? new Map<string, number>()
    counting = new Map()
    return counted
  }

  function tellNobody() {
    counting = undefined
  }

  function add(counted: Iterable<readonly [string, number]>) {
    for (const [id, seconds] of counted) buckets.fill(id, seconds)
  }

  return { hit, retryAfter, take, untold, tellNobody, add }
}
