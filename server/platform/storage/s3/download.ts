import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { toDiskFullError } from '#platform/storage/disk-errors.ts'

import type { Bucket } from './bucket.ts'

const attemptsMax = 3

/** Reads a whole object, again from its start when the connection breaks. False when the object is missing. */
export async function download(bucket: Bucket, name: string, openWriter: () => Writable): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const found = await bucket.get(name)
    if (!found) return false
    try {
      await pipeline(found.stream, openWriter())
      return true
    } catch (error) {
      const diskFull = toDiskFullError(error)
      if (diskFull) throw diskFull
      if (attempt === attemptsMax) throw bucket.toUnavailableError(error)
    }
  }
}

export async function downloadBytes(bucket: Bucket, name: string): Promise<Buffer | undefined> {
  let parts: Buffer[] = []
  const exists = await download(bucket, name, () => {
    parts = []
    return new Writable({
      write(chunk: Buffer, _encoding, done) {
        parts.push(chunk)
        done()
      },
    })
  })
  return exists ? Buffer.concat(parts) : undefined
}
