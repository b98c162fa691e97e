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
