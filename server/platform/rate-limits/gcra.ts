import { spacingOf, toleranceOf, type LimitPolicy } from './policies.ts'

const keysMax = 100_000

/** A monotonic clock in milliseconds. */
export type Monotonic = () => number

type Buckets = {
  /** Counts a call; false when the bucket is full. `retryAfter` then gives the time to wait. */
  tryConsume(id: string, policy: LimitPolicy): boolean
  /** Seconds until the next call can succeed, at least one. */
  retryAfter(id: string, policy: LimitPolicy): number
  /** Adds seconds to the bucket even when it is full; a negative number removes them. */
  add(id: string, seconds: number): void
}

/** `emptyAt` is the time at which the bucket is empty. An object, so that a hit needs no second map operation. */
type Bucket = { emptyAt: number }

/**
 * The generic cell rate algorithm (GCRA) in memory. It reads a monotonic clock, so a step of the wall clock does not
 * change any limit.
 */
export function createBuckets(now: Monotonic): Buckets {
  const buckets = new Map<string, Bucket>()

  function tryConsume(id: string, policy: LimitPolicy): boolean {
    const time = now()
    const bucket = buckets.get(id) ?? addBucket(id, time)
    if (bucket.emptyAt - time > toleranceOf(policy) * 1000) return false
    bucket.emptyAt = Math.max(bucket.emptyAt, time) + spacingOf(policy) * 1000
    return true
  }

  function retryAfter(id: string, policy: LimitPolicy): number {
    const left = (buckets.get(id)?.emptyAt ?? 0) - now() - toleranceOf(policy) * 1000
    return Math.max(1, Math.ceil(left / 1000))
  }

  function add(id: string, seconds: number) {
    const time = now()
    const bucket = buckets.get(id) ?? addBucket(id, time)
    bucket.emptyAt = Math.max(bucket.emptyAt, time) + seconds * 1000
  }

  function addBucket(id: string, time: number): Bucket {
    if (buckets.size >= keysMax) evict(time)
    const bucket = { emptyAt: 0 }
    buckets.set(id, bucket)
    return bucket
  }

  function evict(time: number) {
    for (const [id, { emptyAt }] of buckets) if (emptyAt <= time) buckets.delete(id)
    // With many forged client addresses no bucket is idle: the oldest half is removed.
    let surplus = buckets.size - keysMax / 2
    for (const id of buckets.keys()) if (surplus-- > 0) buckets.delete(id)
  }

  return { tryConsume, retryAfter, add }
}
