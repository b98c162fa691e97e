import { unavailable } from './errors.ts'

/** Processes items with `atOnce` concurrent workers. After the first error no new item starts; running ones are awaited. */
export async function forEachConcurrent<T>(
  source: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  // One shared iterator: an error in one worker ends it for all.
  const items = (async function* () {
    yield* source
  })()
  const worker = async () => {
    for await (const item of items) await work(item)
  }
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Yields the items in batches of `size`; the last batch may be smaller. */
export async function* inBatches<T>(source: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of source) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

type ConcurrencyLimiter = {
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

/**
 * Reads all rows of a select that returns one batch: those after an id, in the order of their ids. A job passes `signal` to
 * stop between two batches.
 */
export async function* batchesById<Row extends number | { id: number }>(
  select: (after: number) => Promise<readonly Row[]>,
  signal?: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  let after: number | undefined = 0
  while (after !== undefined) {
    if (signal?.aborted) return
    const rows = await select(after)
    const last = rows.at(-1)
    after = typeof last === 'object' ? last.id : last
    if (rows.length > 0) yield rows
  }
}
