/** Concurrent statements. Further keys are collected into the next batch. */
const inFlightMax = 2

/** Keys per statement, which bounds the time of one batch. */
const keysMax = 1_000

type Batch<K, V> = { keys: Set<K>; result: PromiseWithResolvers<ReadonlyMap<K, V>> }

/**
 * Combines reads by key into shared statements (the DataLoader pattern). While two statements are in flight, further
 * keys are collected into the next one, so batches grow with the load. Nothing is cached: a statement starts after
 * all of its callers have asked, so each of them sees what was committed before its call.
 */
export function createBatchLoader<K, V>(
  read: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (keys: readonly K[]) => Promise<ReadonlyMap<K, V>> {
  const waiting: Batch<K, V>[] = []
  let inFlight = 0
  let isScheduled = false

  function load(keys: readonly K[]): Promise<ReadonlyMap<K, V>> {
    const last = waiting.at(-1)
    const batch = last && last.keys.size + keys.length <= keysMax ? last : addBatch()
    for (const key of keys) batch.keys.add(key)
    if (!isScheduled && inFlight < inFlightMax) {
      isScheduled = true
      // Keys of the same event-loop iteration join the batch.
      setImmediate(start)
    }
    return batch.result.promise
  }

  function addBatch(): Batch<K, V> {
    const batch: Batch<K, V> = { keys: new Set(), result: Promise.withResolvers() }
    waiting.push(batch)
    return batch
  }

  function start(): void {
    isScheduled = false
    while (inFlight < inFlightMax) {
      const batch = waiting.shift()
      if (!batch) return
      inFlight++
      void run(batch)
    }
  }

  async function run({ keys, result }: Batch<K, V>): Promise<void> {
    try {
      result.resolve(await read([...keys]))
    } catch (error) {
      result.reject(error)
    }
    inFlight--
    start()
  }

  return load
}
