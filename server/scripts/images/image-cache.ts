import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { minute, type Clock } from '#platform/clock.ts'
import { HttpError } from '#platform/errors.ts'
import type { FileStore } from '#platform/storage/store.ts'

const bytesMax = 32 * 1024 ** 2
const imageSizeMax = 1024 ** 2

type CachedImage = { bytes: Promise<Buffer | undefined>; size: number; expiresAt: number }

/**
 * Caches images of an object store for a minute: a page has dozens, and a request to the store takes longer than
 * sending them. A deleted image is served for up to a minute.
 */
export function withImageCache(store: FileStore, clock: Clock): FileStore {
  const cached = new Map<string, CachedImage>()
  let total = 0

  function remove(key: string): void {
    total -= cached.get(key)?.size ?? 0
    cached.delete(key)
  }

  /** Undefined for a missing image and for one that is too large. Concurrent calls share one read. */
  function find(key: string): Promise<Buffer | undefined> {
    const now = clock.now().getTime()
    const existing = cached.get(key)
    if (existing && now < existing.expiresAt) return existing.bytes
    remove(key)
    const image: CachedImage = { bytes: readImage(store, key), size: 0, expiresAt: now + minute }
    cached.set(key, image)
    image.bytes.then(
      (bytes) => {
        if (cached.get(key) !== image) return
        if (!bytes) return remove(key)
        image.size = bytes.length
        total += bytes.length
        for (const oldest of cached.keys()) if (total > bytesMax) remove(oldest)
      },
      () => cached.get(key) === image && remove(key),
    )
    return image.bytes
  }

  return {
    ...store,
    async stat(key) {
      const bytes = await find(key)
      return bytes ? { size: bytes.length } : store.stat(key)
    },
    async open(key, range) {
      const bytes = await find(key)
      if (!bytes) return store.open(key, range)
      const part = range ? bytes.subarray(range.start, range.end + 1) : bytes
      return { stream: Readable.from([part], { objectMode: false }), size: bytes.length }
    },
  }
}

async function readImage(store: FileStore, key: string): Promise<Buffer | undefined> {
  try {
    const { stream, size } = await store.open(key)
    if (size <= imageSizeMax) return await buffer(stream)
    stream.destroy()
    return undefined
  } catch (error) {
    if (error instanceof HttpError && error.code === 'not_found') return undefined
    throw error
  }
}
