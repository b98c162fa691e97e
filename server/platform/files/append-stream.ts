import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'

import { diskFailure } from './disk-failures.ts'
import { receiveStream, type ReceiveLimits } from './receive-stream.ts'
import { writeChunkSize } from './staging.ts'

/**
 * Writes a stream to the end of a staged file, which is made if need be. What has arrived stays and is safe on the
 * disk once this settles, also when the stream breaks off or is refused. Gives back the hash of what was added.
 */
export async function appendStream(
  path: string,
  stream: Readable,
  limits: ReceiveLimits,
): Promise<{ size: number; sha256: string }> {
  const writer = createWriteStream(path, {
    flags: 'a',
    mode: 0o600,
    highWaterMark: writeChunkSize,
    flush: true,
  })
  const closed = finished(writer)
  closed.catch(() => undefined)
  try {
    return await receiveStream(stream, writer, limits)
  } catch (error) {
    throw diskFailure(error) ?? error
  } finally {
    writer.end()
    await closed.catch((error: unknown) => {
      throw diskFailure(error) ?? error
    })
  }
}

/** SHA-256 of a file, lower-case hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: writeChunkSize }), hash)
  return hash.digest('hex')
}
