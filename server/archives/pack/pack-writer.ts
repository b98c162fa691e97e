import { writeSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { packLimits } from './pack-limits.ts'
import type { PackIndex, PackMember } from './pack-index.ts'

/** The list of the members is too long to be stored. */
export class IndexTooLargeError extends Error {
  override name = 'IndexTooLargeError'
}

export type PackWriter = ReturnType<typeof createPackWriter>

/** A pack is the stored members, one after the other, and then the index. */
export function createPackWriter(file: number) {
  let size = 0

  function append(bytes: Uint8Array): NonNullable<PackMember['stored']> {
    for (let written = 0; written < bytes.length;)
      written += writeSync(file, bytes, written, bytes.length - written, size + written)
    const stored = { at: size, length: bytes.length }
    size += bytes.length
    return stored
  }

  return {
    addText: (text: string) => append(gzipSync(text, { level: 6 })),
    addImage: append,
    finish(index: PackIndex): { indexAt: number; packSize: number } {
      const json = Buffer.from(JSON.stringify(index))
      if (json.length > packLimits.indexMax) throw new IndexTooLargeError()
      const { at } = append(gzipSync(json))
      return { indexAt: at, packSize: size }
    },
  }
}
