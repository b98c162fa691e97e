import type { CacheTag } from '#platform/cache/cache-tags.ts'
import { lazySingleton, type App } from '#platform/app.ts'

type Memo<T> = { isFresh: () => boolean; value: Promise<T> }

/** Reads a value once for each app, and again after one of its tags was invalidated. Concurrent calls share one read. */
export function memoizeByTags<T>(
  tags: readonly CacheTag[],
  read: (app: App) => Promise<T>,
): (app: App) => Promise<T> {
  const stateOf = lazySingleton((): { memo?: Memo<T> } => ({}))
  return (app) => {
    const state = stateOf(app)
    if (state.memo?.isFresh()) return state.memo.value
    const memo: Memo<T> = { isFresh: app.cache.watchTags(tags), value: read(app) }
    state.memo = memo
    memo.value.catch(() => {
      if (state.memo === memo) delete state.memo
    })
    return memo.value
  }
}
