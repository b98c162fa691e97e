import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGunzip, gunzip } from 'node:zlib'

import { notFound } from '#platform/errors.ts'
import type { FileStore } from '#platform/storage/store.ts'

import { packLimits } from './pack-format.ts'
import { PackIndex, type PackMember } from './pack-index.ts'

const inflate = promisify(gunzip)

/** Where an analysis says that its pack is. */
export type StoredPack = { key: string; size: number; indexAt: number }

type OpenedMember = {
  member: PackMember
  stream: Readable
  /** The number of bytes; undefined where they are inflated. */
  length: number | undefined
  /** A text is stored compressed, and may be sent so. */
  encoding: 'gzip' | 'identity'
}

/** Limits all cached indexes, as JSON. */
const cacheSizeMax = 32 * 1024 ** 2

/** Reads packs in the store: an index by one range, which is cached, and a member by one range. */
export function createPackReader(files: FileStore) {
  const cache = createCache()

  async function readIndex({ key, size, indexAt }: StoredPack): Promise<{ index: PackIndex; size: number }> {
    const { stream } = await files.open(key, { start: indexAt, end: size - 1 })
    const json = await inflate(await buffer(stream), { maxOutputLength: packLimits.indexMax })
    return { index: PackIndex.parse(JSON.parse(json.toString())), size: json.length }
  }

  /** For jobs that read each pack once: their indexes must not replace those that visitors read. */
  async function indexUncached(pack: StoredPack): Promise<PackIndex> {
    return (await readIndex(pack)).index
  }

  /** Throws not_found when the pack is gone. */
  function index(pack: StoredPack): Promise<PackIndex> {
    return cache.getOrRead(pack.key, () => readIndex(pack))
  }

  /** Opens the member at this position of the index. Throws not_found for one that is not stored. */
  async function open(
    pack: StoredPack,
    position: number,
    options: { inflate: boolean },
  ): Promise<OpenedMember> {
    const { members } = await index(pack)
    const member = members[position]
    if (!member?.stored || member.stored.length === 0) throw notFound('File not found')
    const { at, length } = member.stored
    const { stream } = await files.open(pack.key, { start: at, end: at + length - 1 })
    if (member.kind !== 'text') return { member, stream, length, encoding: 'identity' }
    if (!options.inflate) return { member, stream, length, encoding: 'gzip' }
    const text = createGunzip()
    stream.on('error', (error) => text.destroy(error))
    text.on('close', () => stream.destroy())
    return { member, stream: stream.pipe(text), length: undefined, encoding: 'identity' }
  }

  return { index, indexUncached, open }
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

  return {
    getOrRead(key: string, readIndex: () => Promise<{ index: PackIndex; size: number }>): Promise<PackIndex> {
      const index = entries.get(key)?.index ?? read(key, readIndex)
      const size = entries.get(key)?.size ?? 0
      // The last one used is the last one removed.
      entries.delete(key)
      entries.set(key, { size, index })
      return index
    },
  }
}
