import { unavailable } from '#platform/failures.ts'

export type Queue = {
  <T>(work: () => Promise<T>): Promise<T>
  /** Refuses at once where the work itself would be: before anything is looked up for it. */
  requireRoom(): void
}

/**
 * Runs a few pieces of heavy work at a time, in the order they came. Who comes when too many wait already is
 * sent away at once: waiting longer than a client does helps nobody.
 */
export function createQueue(limits: {
  runningMax: number
  waitingMax: number
  fullMessage: string
  /** See Failure. */
  refusalHeldFor?: number
}): Queue {
  const waiting: (() => void)[] = []
  let running = 0

  function requireRoom() {
    if (running >= limits.runningMax && waiting.length >= limits.waitingMax)
      throw unavailable(limits.fullMessage, 5, limits.refusalHeldFor)
  }

  async function inQueue<T>(work: () => Promise<T>): Promise<T> {
    requireRoom()
    if (running >= limits.runningMax) {
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

  return Object.assign(inQueue, { requireRoom })
}
