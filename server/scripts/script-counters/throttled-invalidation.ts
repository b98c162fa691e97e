import { afterCommit, invalidate, inTransaction, type Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { serializeError } from '#platform/log.ts'

/**
 * Invalidates tags at most once in `every` milliseconds: at once after a quiet period, otherwise together at its end.
 * Otherwise each view would empty the cache.
 */
export function createThrottledInvalidator(app: App, every: number) {
  const pending = new Set<string>()
  let invalidatedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  /** Call it in the transaction of the change. */
  function add(tx: Db, tags: readonly string[]): void {
    const quietFor = performance.now() - invalidatedAt
    if (!timer && quietFor >= every) {
      invalidate(tx, ...tags)
      afterCommit(tx, () => {
        invalidatedAt = performance.now()
      })
      return
    }
    afterCommit(tx, () => {
      for (const tag of tags) pending.add(tag)
      timer ??= setTimeout(invalidatePending, Math.max(0, every - quietFor)).unref()
    })
  }

  function invalidatePending(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const tags = [...pending]
    pending.clear()
    invalidatedAt = performance.now()
    return inTransaction(app.db, async (tx) => invalidate(tx, ...tags)).catch((error: unknown) => {
      // Without the database other nodes are not notified; they clear their caches when they reconnect.
      app.cache.invalidateTags(tags)
      app.log.warn('Invalidations of counters were not sent to other nodes', serializeError(error))
    })
  }

  return {
    invalidate: add,
    async drain() {
      if (timer) await invalidatePending()
    },
  }
}
