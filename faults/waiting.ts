import { setTimeout as pause } from 'node:timers/promises'

/** The promise, or an error once it has taken too long. */
export async function within<T>(milliseconds: number, complaint: string, promise: Promise<T>): Promise<T> {
  const giveUp = new AbortController()
  const late = pause(milliseconds, undefined, { signal: giveUp.signal }).then(() => {
    throw new Error(`${complaint} within ${milliseconds} ms`)
  })
  // After a timeout a late rejection has no listener.
  late.catch(() => undefined)
  try {
    return await Promise.race([promise, late])
  } finally {
    giveUp.abort()
  }
}

/** Asks again and again, `every` so many milliseconds, until the answer is yes; how many milliseconds that took. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  milliseconds: number,
  complaint: string,
  every = 20,
): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    if (await isSo()) return performance.now() - startedAt
    if (performance.now() - startedAt > milliseconds)
      throw new Error(`${complaint} within ${milliseconds} ms`)
    await pause(every)
  }
}
