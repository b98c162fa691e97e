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
