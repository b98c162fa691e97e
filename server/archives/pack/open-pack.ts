import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import { notFound } from '#platform/errors.ts'
import type { FileStore } from '#platform/storage/store.ts'

import { packLimits, storedTextMax } from './pack-format.ts'
import { PackIndex } from './pack-index.ts'

const inflate = promisify(gunzip)

/** Where an analysis says that its pack is. */
export type StoredPack = { key: string; size: number; indexAt: number }

/** Limits all cached indexes, as JSON. */
const cacheSizeMax = 32 * 1024 ** 2

/** Reads packs in the store: an index by one range, which is cached, and a member by one range. */
export function createPackReader(files: FileStore) {
  const cached = createCache()

  async function readRange(key: string, start: number, end: number): Promise<Buffer> {
    const { stream } = await files.open(key, { start, end })
    return buffer(stream)
  }

  async function readIndex({ key, size, indexAt }: StoredPack): Promise<{ index: PackIndex; size: number }> {
    const packed = await readRange(key, indexAt, size - 1)
    const json = await inflate(packed, { maxOutputLength: packLimits.indexMax })
    return { index: PackIndex.parse(JSON.parse(json.toString())), size: json.length }
  }

  /** Throws not_found when the pack is gone. */
  function index(pack: StoredPack): Promise<PackIndex> {
    return cached(pack.key, () => readIndex(pack))
  }

  return {
    index,
    /** For jobs that read each pack once: their indexes must not replace those that visitors read. */
    async indexUncached(pack: StoredPack): Promise<PackIndex> {
      return (await readIndex(pack)).index
    },
    /**
     * Reads the member at this position of the index. A text is UTF-8, or compressed with gzip without `inflate`. Throws
     * not_found for a member that is not stored.
     */
    async read(pack: StoredPack, position: number, options: { inflate: boolean }): Promise<Buffer> {
      const member = (await index(pack)).members[position]
      if (!member?.stored || member.stored.length === 0) throw notFound('File not found')
      const { at, length } = member.stored
      const bytes = await readRange(pack.key, at, at + length - 1)
      return member.kind === 'text' && options.inflate
        ? inflate(bytes, { maxOutputLength: storedTextMax })
        : bytes
    },
  }
}

/** A pack never changes, so its index is valid as long as it is used. Concurrent readers share one read. */
function createCache() {
  const entries = new Map<string, { size: number; index: Promise<PackIndex> }>()

  function makeSpace(): void {
    let total = [...entries.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [key, { size }] of entries) {
      if (total <= cacheSizeMax || entries.size === 1) return
      entries.delete(key)
      total -= size
    }
  }

  async function read(key: string, readIndex: () => Promise<{ index: PackIndex; size: number }>) {
    try {
      const { index, size } = await readIndex()
      const entry = entries.get(key)
      if (entry) entry.size = size
      makeSpace()
      return index
    } catch (error) {
      entries.delete(key)
      throw error
    }
  }

  return (key: string, readIndex: () => Promise<{ index: PackIndex; size: number }>): Promise<PackIndex> => {
    const entry = entries.get(key) ?? { size: 0, index: read(key, readIndex) }
    // The last one used is the last one removed.
    entries.delete(key)
    entries.set(key, entry)
    return entry.index
  }
}
