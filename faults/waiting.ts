import { setTimeout as pause } from 'node:timers/promises'

/** The promise, or an error once it has taken too long. */
export async function within<T>(milliseconds: number, message: string, promise: Promise<T>): Promise<T> {
  const giveUp = new AbortController()
  const late = pause(milliseconds, undefined, { signal: giveUp.signal }).then(() => {
    throw new Error(`${message} within ${milliseconds} ms`)
  })
  // After a timeout a late rejection has no listener.
  late.catch(() => undefined)
  try {
    return await Promise.race([promise, late])
  } finally {
    giveUp.abort()
  }
}

/** Checks a condition every `every` milliseconds until it holds. Returns how many milliseconds that took. */
export async function until(
  condition: () => Promise<boolean> | boolean,
  milliseconds: number,
  message: string,
  every = 20,
): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    if (await condition()) return performance.now() - startedAt
    if (performance.now() - startedAt > milliseconds) throw new Error(`${message} within ${milliseconds} ms`)
    await pause(every)
  }
}
