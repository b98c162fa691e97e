import { afterCommit, changed, inTransaction, type Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'
import { describeError } from '#platform/log.ts'

/**
 * Announces tags at most once in `every` milliseconds: at once when it was quiet, else all together when the
 * time is over. What changes with every view must not empty the cache with every view.
 */
export function openLateTags(hub: Hub, every: number) {
  const waiting = new Set<string>()
  let announcedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  /** Call it in the transaction of the change. */
  function announce(tx: Db, tags: readonly string[]): void {
    const quietFor = performance.now() - announcedAt
    if (!timer && quietFor >= every) {
      changed(tx, ...tags)
      afterCommit(tx, () => {
        announcedAt = performance.now()
      })
      return
    }
    afterCommit(tx, () => {
      for (const tag of tags) waiting.add(tag)
      timer ??= setTimeout(announceLate, Math.max(0, every - quietFor)).unref()
    })
  }

  function announceLate(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const tags = [...waiting]
    waiting.clear()
    announcedAt = performance.now()
    return inTransaction(hub.db, async (tx) => changed(tx, ...tags)).catch((error: unknown) => {
      // Without a database no other node can be told; it forgets everything when it connects again.
      hub.cache.drop(tags)
      hub.log.warn('Changed counters were not announced', describeError(error))
    })
  }

  return {
    announce,
    async drain() {
      if (timer) await announceLate()
    },
  }
}
