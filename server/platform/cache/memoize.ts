import { lazySingleton, type App } from '#platform/app.ts'

import type { CacheTag } from './cache-tags.ts'

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

/**
 * As memoizeByTags, for up to `entriesMax` values of each app; the least recently used ones are dropped. Concurrent
 * calls with one key share one read.
 */
export function memoizeByKey<T>(entriesMax: number) {
  const memosOf = lazySingleton(() => new Map<string, Memo<T>>())
  return (app: App, key: string, tags: readonly CacheTag[], read: () => Promise<T>): Promise<T> => {
    const memos = memosOf(app)
    const known = memos.get(key)
    const memo = known?.isFresh() ? known : { isFresh: app.cache.watchTags(tags), value: read() }
    memos.delete(key)
    memos.set(key, memo)
    const [oldest] = memos.keys()
    if (memos.size > entriesMax && oldest !== undefined) memos.delete(oldest)
    memo.value.catch(() => {
      if (memos.get(key) === memo) memos.delete(key)
    })
    return memo.value
  }
}
