import { unavailable } from '#platform/failures.ts'

export type Queue = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs a few pieces of heavy work at a time, in the order they came. Who comes when too many wait already is
 * sent away at once: waiting longer than a client does helps nobody.
 */
export function createQueue(limits: { runningMax: number; waitingMax: number; fullMessage: string }): Queue {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running >= limits.runningMax) {
      if (waiting.length >= limits.waitingMax) throw unavailable(limits.fullMessage, 5)
      await new Promise<void>((start) => waiting.push(start))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The place is handed over and not freed, so that a newcomer cannot take it first.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
