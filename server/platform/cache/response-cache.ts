import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'

import { minute } from '#platform/clock.ts'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** A response before it is cached. `tags` name the data that it shows. */
export type CacheableResponse = {
  status: number
  headers: Readonly<Record<string, string>>
  /** A buffer is not copied. */
  body: string | Buffer
  tags: ReadonlySet<string>
  /** For a response that only concurrent requests share, such as a search. */
  noStore?: boolean
  /** For visitors only: a signed-in caller gets a response of their own. */
  variesByUser?: boolean
}

export type Encoding = 'identity' | 'gzip' | 'br'

/** A response with its body in each encoding that makes it smaller. */
export type EncodedResponse = {
  status: number
  /** The hash of the body. Each encoding has an ETag of its own, made of it. */
  etag: string
  headers: Readonly<Record<string, string>>
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
}

export type CacheEntry = EncodedResponse & { tags: ReadonlySet<string>; size: number; variesByUser: boolean }

export type ResponseCache = {
  find(key: string): CacheEntry | undefined
  /** The cached response, or the one of `compute`. Concurrent calls with one key share one `compute`. */
  getOrCompute(key: string, compute: () => Promise<CacheableResponse>): Promise<CacheEntry>
  /** Removes every response with one of the tags; responses in flight that have one are not cached. */
  invalidateTags(tags: readonly string[]): void
  clear(): void
  /**
   * To be called when invalidations can be missed. Nothing is added, and what is cached is served for `staleMax` at
   * most, or until a computed response proves that the database is reachable. `clear` resumes caching.
   */
  suspend(): void
  /** For data cached elsewhere: the returned function says whether none of the tags was invalidated since. */
  watchTags(tags: readonly string[]): () => boolean
  size(): { entries: number; bytes: number }
}

/** docs/decisions/0010: how long a node without a database connection serves cached responses. */
const staleMax = 5 * minute

/** A smaller body gains nothing from compression. */
const compressOver = 860

/**
 * Public responses, the same for every client, bounded in bytes and evicted by the CLOCK (second chance) algorithm.
 * `bytesMax` 0 turns the cache off, to measure its effect.
 */
export function createResponseCache(bytesMax: number): ResponseCache {
  const entries = new Map<string, CacheEntry & { referenced?: boolean }>()
  const keysByTag = new Map<string, Set<string>>()
  const inFlight = new Map<string, Promise<CacheEntry>>()
  const invalidatedAt = new Map<string, number>()
  // Watched tags with their last invalidation. There are few of them, so they are never removed.
  const watchedAt = new Map<string, number>()
  let bytes = 0
  // Includes computations that an invalidation has removed from `inFlight`.
  let pendingCount = 0
  let epoch = 0
  let clearedAt = 0
  let suspendTimer: NodeJS.Timeout | undefined

  function find(key: string): CacheEntry | undefined {
    const entry = entries.get(key)
    if (entry) entry.referenced = true
    return entry
  }

  function getOrCompute(key: string, compute: () => Promise<CacheableResponse>): Promise<CacheEntry> {
    const cached = find(key)
    if (cached) return Promise.resolve(cached)
    const shared = inFlight.get(key)
    if (shared) return shared
    const startedAt = ++epoch
    pendingCount++
    const computed = compute()
      .then(async (response) => {
        const isCacheable = bytesMax > 0 && response.status === 200 && !response.noStore
        const entry = await toEntry(response, isCacheable)
        // Another node may have written to the database without this node receiving the notification.
        if (suspendTimer && entry.status === 200 && entry.tags.size > 0) removeAll()
        else if (!response.noStore && isFresh(entry, startedAt)) store(key, entry)
        return entry
      })
      .finally(() => {
        if (inFlight.get(key) === computed) inFlight.delete(key)
        if (--pendingCount === 0) invalidatedAt.clear()
      })
    inFlight.set(key, computed)
    return computed
  }

  function isFresh(entry: CacheEntry, startedAt: number): boolean {
    if (suspendTimer || entry.status !== 200 || clearedAt > startedAt) return false
    for (const tag of entry.tags) if ((invalidatedAt.get(tag) ?? 0) > startedAt) return false
    return true
  }

  function store(key: string, entry: CacheEntry) {
    if (entry.size > bytesMax / 4) return
    remove(key)
    evict(bytesMax - entry.size)
    entries.set(key, entry)
    bytes += entry.size
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag) ?? new Set()
      keysByTag.set(tag, keys.add(key))
    }
  }

  /** An entry that was found since the last pass is moved to the end once. LRU would move an entry for each request. */
  function evict(bytesLeft: number) {
    for (const [key, oldest] of entries) {
      if (bytes <= bytesLeft) return
      if (oldest.referenced) {
        oldest.referenced = false
        entries.delete(key)
        entries.set(key, oldest)
      } else remove(key)
    }
  }

  function remove(key: string) {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    bytes -= entry.size
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(tag)
    }
  }

  function invalidateTags(tags: readonly string[]) {
    const invalidation = ++epoch
    for (const tag of tags) {
      if (pendingCount > 0) invalidatedAt.set(tag, invalidation)
      if (watchedAt.has(tag)) watchedAt.set(tag, invalidation)
      for (const key of keysByTag.get(tag) ?? []) remove(key)
    }
    // Later requests must not share a computation that started before the change.
    inFlight.clear()
  }

  function suspend() {
    suspendTimer ??= setTimeout(removeAll, staleMax).unref()
  }

  function clear() {
    clearTimeout(suspendTimer)
    suspendTimer = undefined
    removeAll()
  }

  function removeAll() {
    clearedAt = ++epoch
    entries.clear()
    keysByTag.clear()
    inFlight.clear()
    bytes = 0
  }

  function watchTags(tags: readonly string[]) {
    const since = epoch
    for (const tag of tags) if (!watchedAt.has(tag)) watchedAt.set(tag, 0)
    return () =>
      !suspendTimer && clearedAt <= since && tags.every((tag) => (watchedAt.get(tag) ?? 0) <= since)
  }

  return {
    find,
    getOrCompute,
    invalidateTags,
    clear,
    suspend,
    watchTags,
    size: () => ({ entries: entries.size, bytes }),
  }
}

async function toEntry(response: CacheableResponse, isCacheable: boolean): Promise<CacheEntry> {
  const identity = typeof response.body === 'string' ? Buffer.from(response.body) : response.body
  return {
    status: response.status,
    etag: etagOf(identity),
    headers: response.headers,
    tags: response.tags,
    variesByUser: response.variesByUser ?? false,
    ...(isCacheable ? await compressAll(identity) : compressLazily(identity)),
  }
}

export function etagOf(body: Buffer): string {
  return hash('sha1', body, 'base64url')
}

type Bodies = Pick<CacheEntry, 'bodies' | 'size'>

/** Header blocks, the key and the tags. */
const overhead = 2_048
const brotliAt = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

async function compressAll(identity: Buffer): Promise<Bodies> {
  if (identity.length <= compressOver) return { bodies: { identity }, size: overhead + identity.length }
  const [br, zipped] = await Promise.all([compressBrotli(identity, brotliAt(5)), compressGzip(identity)])
  const size = overhead + identity.length + br.length + zipped.length
  return { bodies: { identity, br, gzip: zipped }, size }
}

/**
 * A response for one client is compressed only if the client accepts Brotli, at the fastest level and on this thread:
 * the round trip to the thread pool costs more than the compression.
 */
function compressLazily(identity: Buffer): Bodies {
  const size = overhead + identity.length
  if (identity.length <= compressOver) return { bodies: { identity }, size }
  let br: Buffer | undefined
  const bodies = {
    identity,
    get br() {
      return (br ??= brotliCompressSync(identity, brotliAt(1)))
    },
  }
  return { bodies, size }
}
