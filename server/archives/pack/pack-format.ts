import { writeSync, fstatSync, readSync } from 'node:fs'
import { gzipSync, gunzipSync } from 'node:zlib'

import type { PackIndex, PackMember } from './pack-index.ts'

/** Limits of the content that is read of an archive. docs/domain-rules.md lists these limits. */
export const packLimits = {
  textMax: 5 * 1024 ** 2,
  textsMax: 64 * 1024 ** 2,
  imageMax: 2 * 1024 ** 2,
  imagesMax: 32 * 1024 ** 2,
  imageCountMax: 500,
  /** The list of members as JSON. 50,000 paths of 300 characters fit. */
  indexMax: 24 * 1024 ** 2,
} as const

/** Why a member is not in the pack, as a phrase of the report. */
export const reasons = {
  textSize: 'larger than 5 MB',
  texts: 'beyond the 64 MB of text that are read',
  imageSize: 'an image larger than 2 MB',
  images: 'beyond the 500 images or 32 MB of images that are stored',
  archive: 'an archive in the archive',
  escrowed: 'encrypted by Cfx.re',
  program: 'a compiled program',
} as const

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
