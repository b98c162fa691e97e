/** Something that changes a counter, at most once for each key: one person's opinion of one script, for instance. */
export type Ask = { key: string; kind: string; scriptId: number }

/** What a flush takes at most: more would make its callers wait for each other. */
const flushMax = 400

type Waiting<A, Row> = {
  ask: A
  callers: { resolve: (row: Row | undefined) => void; reject: (error: unknown) => void }[]
}

export type CounterQueue<A, Row> = {
  /** Resolves once the flush that took it is durable, with the row of its script after it. */
  count: (ask: A) => Promise<Row | undefined>
  /** Resolves when nothing waits any more. */
  drain: () => Promise<void>
}

/**
 * A group commit that clocks itself: while one flush is on its way everything that comes waits, and the next one
 * takes it all. Alone, a caller waits for nobody; in a crowd many share one commit.
 */
export function openCounterQueue<A extends Ask, Row>(
  flush: (asks: readonly A[]) => Promise<ReadonlyMap<number, Row>>,
): CounterQueue<A, Row> {
  let queue: Waiting<A, Row>[] = []
  const newest = new Map<string, Waiting<A, Row>>()
  let running: Promise<void> | undefined

  function count(ask: A): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      const before = newest.get(ask.key)
      // Who asks for the same as the one before shares its answer; who asks for the contrary comes after it.
      if (before?.ask.kind === ask.kind) before.callers.push({ resolve, reject })
      else enqueue({ ask, callers: [{ resolve, reject }] })
      running ??= run().finally(() => {
        running = undefined
      })
    })
  }

  function enqueue(waiting: Waiting<A, Row>) {
    queue.push(waiting)
    newest.set(waiting.ask.key, waiting)
  }

  async function run(): Promise<void> {
    // What the same turn of the loop brings goes along.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) await flushOnce(takeBatch())
  }

  /** The first of each key: an unlike must not meet the like before it in one statement. */
  function takeBatch(): Waiting<A, Row>[] {
    const batch = new Map<string, Waiting<A, Row>>()
    const later: Waiting<A, Row>[] = []
    for (const waiting of queue) {
      const fits = batch.size < flushMax && !batch.has(waiting.ask.key)
      if (fits) batch.set(waiting.ask.key, waiting)
      else later.push(waiting)
    }
    queue = later
    for (const [key, waiting] of batch) if (newest.get(key) === waiting) newest.delete(key)
    return [...batch.values()]
  }

  async function flushOnce(batch: readonly Waiting<A, Row>[]): Promise<void> {
    try {
      const rows = await flush(batch.map(({ ask }) => ask))
      for (const { ask, callers } of batch) for (const { resolve } of callers) resolve(rows.get(ask.scriptId))
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
