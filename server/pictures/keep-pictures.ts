import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { minute, type Clock } from '#platform/clock.ts'
import { Failure } from '#platform/failures.ts'
import type { FileStore } from '#platform/files/store.ts'

const bytesMax = 32 * 1024 ** 2
const pictureMax = 1024 ** 2

type Kept = { bytes: Promise<Buffer | undefined>; size: number; until: number }

/**
 * Reads pictures of an object store, each of them once a minute: a page shows dozens, and to ask the store takes longer than
 * to send them. Who deletes a picture may see it for that minute more.
 */
export function keepPictures(store: FileStore, clock: Clock): FileStore {
  const kept = new Map<string, Kept>()
  let total = 0

  function drop(key: string): void {
    total -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }

  /** Undefined for one that is not there or too large to be kept. Those who ask at the same time share one answer. */
  function find(key: string): Promise<Buffer | undefined> {
    const now = clock.now().getTime()
    const known = kept.get(key)
    if (known && now < known.until) return known.bytes
    drop(key)
    const entry: Kept = { bytes: read(store, key), size: 0, until: now + minute }
    kept.set(key, entry)
    entry.bytes.then(
      (bytes) => {
        if (kept.get(key) !== entry) return
        if (!bytes) return drop(key)
        entry.size = bytes.length
        total += bytes.length
        for (const oldest of kept.keys()) if (total > bytesMax) drop(oldest)
      },
      () => kept.get(key) === entry && drop(key),
    )
    return entry.bytes
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

async function read(store: FileStore, key: string): Promise<Buffer | undefined> {
  try {
    const { stream, size } = await store.open(key)
    if (size <= pictureMax) return await buffer(stream)
    stream.destroy()
    return undefined
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return undefined
    throw error
  }
}
