/**
 * Works on several things of a list at a time, in their order. The first failure ends it: nothing new is begun, what
 * has begun is waited for.
 */
export async function workThrough<T>(
  source: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  // One queue for all: leaving the loop by a failure ends it for the others as well.
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

/** The same things in their order, so many at a time; the last batch may have fewer. */
export async function* batchesOf<T>(source: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of source) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
