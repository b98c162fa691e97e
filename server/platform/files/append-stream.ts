import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'

import { diskFailure } from './disk-failures.ts'
import { receiveStream, type ReceiveLimits } from './receive-stream.ts'

/**
 * Lets a stream flow into a writer and closes the writer. What has arrived stays and is safe once this settles, also
 * when the stream breaks off or is refused. Gives back the hash of what was added.
 */
export async function appendStream(
  writer: Writable,
  stream: Readable,
  limits: ReceiveLimits,
): Promise<{ size: number; sha256: string }> {
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
