import { spacingOf, toleranceOf, type LimitPolicy } from '#platform/limits.ts'

const keysMax = 100_000

/** Milliseconds that only go forward. */
export type Monotonic = () => number

export type Buckets = {
  /** Counts a call. False when there is no room for it; `wait` then tells how long there is none. */
  hit(id: string, policy: LimitPolicy): boolean
  /** Seconds until the next call can succeed, at least one. */
  wait(id: string, policy: LimitPolicy): number
  /** Adds so many seconds to what is in the bucket, room or not; taken out again where they are negative. */
  fill(id: string, seconds: number): void
}

/** A key is one number, the time at which its bucket is empty. In an object of its own it is changed where it is. */
type Bucket = { emptyAt: number }

/**
 * The generic cell rate algorithm in memory. It reads a monotonic clock: a step of the wall clock neither frees nor
 * locks anybody out.
 */
export function openBuckets(now: Monotonic): Buckets {
  const buckets = new Map<string, Bucket>()

  function hit(id: string, policy: LimitPolicy): boolean {
    const time = now()
    const bucket = buckets.get(id) ?? addBucket(id, time)
    if (bucket.emptyAt - time > toleranceOf(policy) * 1000) return false
    bucket.emptyAt = Math.max(bucket.emptyAt, time) + spacingOf(policy) * 1000
    return true
  }

  function wait(id: string, policy: LimitPolicy): number {
    const left = (buckets.get(id)?.emptyAt ?? 0) - now() - toleranceOf(policy) * 1000
    return Math.max(1, Math.ceil(left / 1000))
  }

  function fill(id: string, seconds: number) {
    const time = now()
    const bucket = buckets.get(id) ?? addBucket(id, time)
    bucket.emptyAt = Math.max(bucket.emptyAt, time) + seconds * 1000
  }

  function addBucket(id: string, time: number): Bucket {
    if (buckets.size >= keysMax) forgetIdle(time)
    const bucket = { emptyAt: 0 }
    buckets.set(id, bucket)
    return bucket
  }

  function forgetIdle(time: number) {
    for (const [id, { emptyAt }] of buckets) if (emptyAt <= time) buckets.delete(id)
    // Under a flood of made-up addresses nothing is idle: the oldest half has to go.
    let surplus = buckets.size - keysMax / 2
    for (const id of buckets.keys()) if (surplus-- > 0) buckets.delete(id)
  }

  return { hit, wait, fill }
}
