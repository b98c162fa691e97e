import type { ScriptSort } from '#contract/scripts/script-limits.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import { lazySingleton, type App } from '#platform/app.ts'
import { editsTag, trendTag } from '#server/scripts/script-tags.ts'
import type { ExtraFilters } from '#server/scripts/script-filters.queries.ts'

import { selectCursors, selectIdsAfter, type ListOrder, type Cursor } from './lists.queries.ts'

/** Ids per chunk. An index scan of this size takes as long as two additional queries. */
const chunkSize = 1_000

/** Cached chunks of all lists, at four bytes per id. */
const chunksMax = 1_000

/** The cached part of a list: its ids in chunks, and the cursors at which the chunks end. */
type ListIndex = {
  isFresh: () => boolean
  cursors: Cursor[]
  extending: Promise<void>
  chunks: Map<number, Promise<Int32Array>>
}

const indexesOf = lazySingleton(() => new Map<string, ListIndex>())

/**
 * The ids of a page of a list. Page 500 takes no longer than page 1, because cursors are cached until the list changes;
 * the first request after a change scans the index again.
 */
export async function selectPageIds(
  app: App,
  order: ListOrder,
  { offset, limit }: { offset: number; limit: number },
): Promise<number[]> {
  const listIndex = indexFor(app, order)
  const end = offset + limit
  const ids: number[] = []
  for (let n = Math.floor(offset / chunkSize); n * chunkSize < end; n++) {
    const chunk = await chunkOf(app, order, listIndex, n)
    ids.push(...chunk.subarray(Math.max(0, offset - n * chunkSize), end - n * chunkSize))
  }
  return ids
}

function indexFor(app: App, order: ListOrder): ListIndex {
  const lists = indexesOf(app)
  const name = JSON.stringify([order.sort, order.fromEnd, order.categoryId, order.status])
  const listIndex = lists.get(name)
  if (listIndex?.isFresh()) return listIndex
  const fresh: ListIndex = {
    isFresh: app.cache.watchTags(tagsOf(order)),
    cursors: [],
    extending: Promise.resolve(),
    chunks: new Map(),
  }
  lists.set(name, fresh)
  return fresh
}

/** The tags whose invalidation changes the order of the list. */
export function tagsOf({ sort }: Pick<ListOrder, 'sort'>, extraFilters?: ExtraFilters): CacheTag[] {
  return ['scripts', 'categories', ...tagsOfSort[sort], ...(extraFilters?.updatedSince ? [editsTag] : [])]
}

const tagsOfSort = {
  newest: [],
  popular: ['counters'],
  downloads: ['counters'],
  views: ['counters'],
  trending: [trendTag],
  updated: [editsTag],
} as const satisfies Record<ScriptSort, readonly CacheTag[]>

function chunkOf(app: App, order: ListOrder, listIndex: ListIndex, n: number): Promise<Int32Array> {
  const cached = listIndex.chunks.get(n)
  if (cached) return cached
  evict(app)
  const read = readChunk(app, order, listIndex, n)
  listIndex.chunks.set(n, read)
  read.catch(() => listIndex.chunks.delete(n))
  return read
}

/** Bounds the memory when a client reads all lists to their ends. */
function evict(app: App): void {
  const lists = [...indexesOf(app).values()]
  const count = lists.reduce((sum, { chunks }) => sum + chunks.size, 0)
  if (count >= chunksMax) for (const { chunks } of lists) chunks.clear()
}

async function readChunk(app: App, order: ListOrder, listIndex: ListIndex, n: number): Promise<Int32Array> {
  // One scan at a time, each from the end of the last one: concurrent requests for a page share one scan.
  listIndex.extending = listIndex.extending
    .catch(() => undefined)
    .then(() => extend(app, order, listIndex, n))
  await listIndex.extending
  const cursor = listIndex.cursors[n - 1]
  if (n > 0 && !cursor) return new Int32Array()
  return Int32Array.from(await selectIdsAfter(app.db, order, cursor, chunkSize))
}

async function extend({ db }: App, order: ListOrder, { cursors }: ListIndex, length: number): Promise<void> {
  const missing = length - cursors.length
  if (missing > 0) cursors.push(...(await selectCursors(db, order, cursors.at(-1), missing, chunkSize)))
}
