import { Writable } from 'node:stream'

import type { Bucket } from './bucket.ts'
import { partSize } from './multipart.ts'

/** A received range of an upload, stored as an object whose name ends with its start offset. */
export type Chunk = { object: string; start: number; size: number }

export const uploadPrefix = 'incoming/'

const idPattern = /^[\da-f]{32}$/
const offsetDigits = 12

function folderOf(id: string): string {
  if (!idPattern.test(id)) throw new Error(`Not the id of an upload: ${JSON.stringify(id)}`)
  return `${uploadPrefix}${id}/`
}

/** The offset has a fixed width, so that the store lists chunks in order. */
function chunkName(id: string, start: number): string {
  return `${folderOf(id)}${String(start).padStart(offsetDigits, '0')}`
}

/** The contiguous chunks from offset 0. Chunks after a gap are orphaned: the request before them failed. */
export async function readChunks(
  bucket: Bucket,
  id: string,
): Promise<{ chunks: Chunk[]; size: number; orphaned: string[] }> {
  const folder = folderOf(id)
  const chunks: Chunk[] = []
  const orphaned: string[] = []
  let end = 0
  for await (const { name: object, size } of bucket.list(folder)) {
    const start = Number(object.slice(folder.length))
    if (start !== end) {
      orphaned.push(object)
      continue
    }
    chunks.push({ object, start, size })
    end += size
  }
  return { chunks, size: end, orphaned }
}

/**
 * Writes an upload from this offset on, as chunks that end at multiples of `partSize`. Two chunks are in memory: one
 * is being sent while the next one fills. The last one is sent when the writer ends.
 */
export function createChunkWriter(bucket: Bucket, id: string, offset: number): Writable {
  let start = offset
  let [current, other] = [Buffer.allocUnsafeSlow(partSize), Buffer.allocUnsafeSlow(partSize)]
  let filled = 0
  let sending: Promise<void> = Promise.resolve()

  const capacity = () => partSize - (start % partSize)

  /** Waits for the previous chunk, so that no chunk is stored without those before it. */
  async function sendChunk(): Promise<void> {
    await sending
    sending = bucket.put(chunkName(id, start), current.subarray(0, filled))
    // Awaited with the next chunk or at the end.
    sending.catch(() => undefined)
    ;[current, other] = [other, current]
    start += filled
    filled = 0
  }

  async function write(bytes: Buffer): Promise<void> {
    for (let position = 0; position < bytes.length;) {
      const copied = bytes.copy(current, filled, position, position + capacity() - filled)
      position += copied
      filled += copied
      if (filled === capacity()) await sendChunk()
    }
  }

  return new Writable({
    highWaterMark: 1 << 20,
    write(bytes: Buffer, _encoding, done) {
      write(bytes).then(() => done(), done)
    },
    final(done) {
      const last = filled > 0 ? sendChunk() : Promise.resolve()
      last.then(() => sending).then(() => done(), done)
    },
  })
}
