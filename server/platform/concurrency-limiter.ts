import { unavailable } from './errors.ts'

export type ConcurrencyLimiter = {
  <T>(work: () => Promise<T>): Promise<T>
  /** Throws 503 when the queue is full, so that a caller can stop before it prepares the work. */
  assertCapacity(): void
}

/**
 * Limits concurrent work; further work waits in order of arrival. When `waitingMax` callers wait, further ones get a
 * 503 at once, because clients would time out before their turn.
 */
export function createConcurrencyLimiter(limits: {
  runningMax: number
  waitingMax: number
  fullMessage: string
  /** Delays the 503, see HttpError. */
  delayMs?: number
}): ConcurrencyLimiter {
  const waiting: (() => void)[] = []
  let running = 0

  function assertCapacity() {
    if (running >= limits.runningMax && waiting.length >= limits.waitingMax)
      throw unavailable(limits.fullMessage, 5, limits.delayMs)
  }

  async function limit<T>(work: () => Promise<T>): Promise<T> {
    assertCapacity()
    if (running >= limits.runningMax) {
      await new Promise<void>((start) => waiting.push(start))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The slot passes directly to the next waiter, so that a new caller cannot overtake it.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return Object.assign(limit, { assertCapacity })
}
