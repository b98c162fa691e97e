/** A change of a counter. A batch contains each key at most once, for example one user's like of one script. */
export type BatchEntry = { key: string; kind: string; scriptId: number }

/** Events per flush, which bounds how long its callers wait. */
const flushMax = 400

type Waiting<A, Row> = {
  event: A
  callers: { resolve: (row: Row | undefined) => void; reject: (error: unknown) => void }[]
}

export type CounterBatcher<A, Row> = {
  /** Resolves with the script's counters once the flush of this event has committed. */
  count: (event: A) => Promise<Row | undefined>
  /** Resolves when no event is pending. */
  drain: () => Promise<void>
}

/**
 * Group commit with adaptive batching: while one flush is in flight, further events are collected for the next one. A
 * single caller is flushed at once; under load many callers share one commit.
 */
export function createCounterBatcher<A extends BatchEntry, Row>(
  flush: (events: readonly A[]) => Promise<ReadonlyMap<number, Row>>,
): CounterBatcher<A, Row> {
  let queue: Waiting<A, Row>[] = []
  const newest = new Map<string, Waiting<A, Row>>()
  let running: Promise<void> | undefined

  function count(event: A): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      const before = newest.get(event.key)
      // A repeated event shares the result of the pending one; the opposite event is queued after it.
      if (before?.event.kind === event.kind) before.callers.push({ resolve, reject })
      else enqueue({ event, callers: [{ resolve, reject }] })
      running ??= run().finally(() => {
        running = undefined
      })
    })
  }

  function enqueue(waiting: Waiting<A, Row>) {
    queue.push(waiting)
    newest.set(waiting.event.key, waiting)
  }

  async function run(): Promise<void> {
    // Events of the same event-loop iteration join the flush.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) await flushOnce(takeBatch())
  }

  /** The first event of each key: one statement must not contain a like and its unlike. */
  function takeBatch(): Waiting<A, Row>[] {
    const batch = new Map<string, Waiting<A, Row>>()
    const later: Waiting<A, Row>[] = []
    for (const waiting of queue) {
      const fits = batch.size < flushMax && !batch.has(waiting.event.key)
      if (fits) batch.set(waiting.event.key, waiting)
      else later.push(waiting)
    }
    queue = later
    for (const [key, waiting] of batch) if (newest.get(key) === waiting) newest.delete(key)
    return [...batch.values()]
  }

  async function flushOnce(batch: readonly Waiting<A, Row>[]): Promise<void> {
    try {
      const rows = await flush(batch.map(({ event }) => event))
      for (const { event, callers } of batch)
        for (const { resolve } of callers) resolve(rows.get(event.scriptId))
    } catch (error) {
      for (const { callers } of batch) for (const { reject } of callers) reject(error)
    }
  }

  return {
    count,
    async drain() {
      await running
    },
  }
}
