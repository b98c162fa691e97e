import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { diskFailure } from '#platform/files/disk-failures.ts'

import type { Bucket } from './bucket.ts'

const attemptsMax = 3

/** Reads a whole object into a writer, from the beginning again when the line breaks. False when there is none. */
export async function download(bucket: Bucket, name: string, openWriter: () => Writable): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const found = await bucket.get(name)
    if (!found) return false
    try {
      await pipeline(found.stream, openWriter())
      return true
    } catch (error) {
      const full = diskFailure(error)
      if (full) throw full
      if (attempt === attemptsMax) throw bucket.outage(error)
    }
  }
}

export async function downloadBytes(bucket: Bucket, name: string): Promise<Buffer | undefined> {
  let parts: Buffer[] = []
  const isThere = await download(bucket, name, () => {
    parts = []
    return new Writable({
      write(chunk: Buffer, _encoding, done) {
        parts.push(chunk)
        done()
      },
    })
  })
  return isThere ? Buffer.concat(parts) : undefined
}
