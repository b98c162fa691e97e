/** Statements under way at once: the next ones gather meanwhile. */
const underWayMax = 2

/** Keys in one statement, so that nobody waits for many others. */
const keysMax = 1_000

type Batch<K, V> = { keys: Set<K>; found: PromiseWithResolvers<ReadonlyMap<K, V>> }

/**
 * Reads by keys that clock themselves: while two statements are on their way whoever comes gathers for the next one,
 * which reads for all of them. Alone, a reader waits for nobody; in a crowd many share what a statement costs apart
 * from its rows. Nothing is kept: a statement begins after everybody whom it answers has asked.
 */
export function openSharedReads<K, V>(
  read: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (keys: readonly K[]) => Promise<ReadonlyMap<K, V>> {
  const waiting: Batch<K, V>[] = []
  let underWay = 0
  let isScheduled = false

  function ask(keys: readonly K[]): Promise<ReadonlyMap<K, V>> {
    const last = waiting.at(-1)
    const batch = last && last.keys.size + keys.length <= keysMax ? last : open()
    for (const key of keys) batch.keys.add(key)
    if (!isScheduled && underWay < underWayMax) {
      isScheduled = true
      // What the same turn of the loop brings goes along.
      setImmediate(begin)
    }
    return batch.found.promise
  }

  function open(): Batch<K, V> {
    const batch: Batch<K, V> = { keys: new Set(), found: Promise.withResolvers() }
    waiting.push(batch)
    return batch
  }

  function begin(): void {
    isScheduled = false
    while (underWay < underWayMax) {
      const batch = waiting.shift()
      if (!batch) return
      underWay++
      void run(batch)
    }
  }

  async function run({ keys, found }: Batch<K, V>): Promise<void> {
    try {
      found.resolve(await read([...keys]))
    } catch (error) {
      found.reject(error)
    }
    underWay--
    begin()
  }

  return ask
}
