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

/**
 * The generic cell rate algorithm in memory: a key is one number, the time at which its bucket would be empty
 * again. It reads a monotonic clock: a step of the wall clock neither frees nor locks anybody out.
 */
export function openBuckets(now: Monotonic): Buckets {
  const emptyAt = new Map<string, number>()

  function hit(id: string, policy: LimitPolicy): boolean {
    const time = now()
    const known = emptyAt.get(id) ?? 0
    if (known - time > toleranceOf(policy) * 1000) return false
    put(id, Math.max(known, time) + spacingOf(policy) * 1000, time)
    return true
  }

  function wait(id: string, policy: LimitPolicy): number {
    const left = (emptyAt.get(id) ?? 0) - now() - toleranceOf(policy) * 1000
    return Math.max(1, Math.ceil(left / 1000))
  }

  function fill(id: string, seconds: number) {
    const time = now()
    put(id, Math.max(emptyAt.get(id) ?? 0, time) + seconds * 1000, time)
  }

  function put(id: string, empty: number, time: number) {
    if (emptyAt.size >= keysMax) forgetIdle(time)
    emptyAt.set(id, empty)
  }

  function forgetIdle(time: number) {
    for (const [id, empty] of emptyAt) if (empty <= time) emptyAt.delete(id)
    // Under a flood of made-up addresses nothing is idle: the oldest half has to go.
    let surplus = emptyAt.size - keysMax / 2
    for (const id of emptyAt.keys()) if (surplus-- > 0) emptyAt.delete(id)
  }

  return { hit, wait, fill }
}
