import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import type { App } from '#platform/app.ts'
import { HttpError } from '#platform/errors.ts'

import { PackIndex } from './pack/pack-index.ts'
import { packLimits } from './pack/pack-limits.ts'
import { storedTextMax } from './pack/read-pack.ts'
import type { StoredPack } from './pack-reader.ts'

const inflate = promisify(gunzip)

/** Returns whether a stored text has the words, in the same way as a scan looks for a blocked text. False for a lost pack. */
export async function isInPack(
  { files }: Pick<App, 'files'>,
  { key, indexAt }: StoredPack,
  words: string,
  isOver: () => boolean,
): Promise<boolean> {
  const lower = words.toLowerCase()
  const bytes = await readBytes()
  if (!bytes) return false
  const json = await inflate(bytes.subarray(indexAt), { maxOutputLength: packLimits.indexMax })
  const { members } = PackIndex.parse(JSON.parse(json.toString()))
  for (const { kind, stored } of members) {
    if (kind !== 'text' || !stored || stored.length === 0) continue
    if (isOver()) return false
    const packed = bytes.subarray(stored.at, stored.at + stored.length)
    const text = await inflate(packed, { maxOutputLength: storedTextMax })
    if (text.toString().toLowerCase().includes(lower)) return true
  }
  return false

  async function readBytes(): Promise<Buffer | undefined> {
    try {
      const { stream } = await files.open(key)
      return await buffer(stream)
    } catch (error) {
      if (error instanceof HttpError && error.code === 'not_found') return undefined
      throw error
    }
  }
}
