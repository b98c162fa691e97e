import { fstatSync, readSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import type { PackIndex, PackMember } from './pack-index.ts'
import { packLimits } from './pack-limits.ts'

/** Masking may make a text longer, and a character of Windows-1252 takes up to three bytes in UTF-8. */
export const storedTextMax = 4 * packLimits.textMax

/** For the program that has written the pack, or one that scans it again. The app uses openPack. */
export function readIndex(file: number, indexAt: number): PackIndex {
  const bytes = readRange(file, indexAt, fstatSync(file).size - indexAt)
  return JSON.parse(gunzipSync(bytes, { maxOutputLength: packLimits.indexMax }).toString())
}

export function readText(file: number, member: PackMember): string | undefined {
  if (member.kind !== 'text' || !member.stored) return undefined
  const bytes = readRange(file, member.stored.at, member.stored.length)
  return gunzipSync(bytes, { maxOutputLength: storedTextMax }).toString()
}

function readRange(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  for (let read = 0; read < length;) {
    const count = readSync(file, bytes, read, length - read, start + read)
    if (count === 0) throw new Error('The pack is shorter than its index says')
    read += count
  }
  return bytes
}
