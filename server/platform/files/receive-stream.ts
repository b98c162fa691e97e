import { createHash } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import type { Readable, Writable } from 'node:stream'

import { badRequest, tooLarge } from '#platform/failures.ts'

import { watchPace, type Pace } from './pace.ts'
import { takeTurn } from './transfer-turns.ts'

export type ReceiveLimits = Pace & { sizeMax: number }

/** What one stream brought; `head` is its first 4 KB, `sha256` lower-case hex. */
type Received = { size: number; sha256: string; head: Buffer }

const headSize = 4096

/** Lets a stream flow into a writer, counting and hashing on the way. A failure leaves both open, the stream draining. */
export function receiveStream(stream: Readable, writer: Writable, limits: ReceiveLimits): Promise<Received> {
  const hash = createHash('sha256')
  const headParts: Buffer[] = []
  let size = 0
  let isResting = false
  // Chunks of a request are nobody else's; other streams may hand out memory that they go on using.
  const freeing = stream instanceof IncomingMessage ? giveBack : () => undefined

  return new Promise((resolve, reject) => {
    const pace = watchPace(limits, fail)

    function take(chunk: Buffer): void {
      pace.note(chunk.length)
      if (size + chunk.length > limits.sizeMax) return fail(tooLarge('The file is too large'))
      if (size < headSize) headParts.push(Buffer.from(chunk.subarray(0, headSize - size)))
      size += chunk.length
      hash.update(chunk)
      isResting = !takeTurn(chunk.length, goOn)
      if (!writer.write(chunk, () => freeing(chunk))) pace.hold()
      if (isResting || writer.writableNeedDrain) stream.pause()
    }
    // Nobody is too slow while the hub itself does not listen.
    function drained(): void {
      pace.goOn()
      if (!isResting) stream.resume()
    }
    function goOn(): void {
      isResting = false
      if (!writer.writableNeedDrain) stream.resume()
    }
    function end(): void {
      stop()
      resolve({ size, sha256: hash.digest('hex'), head: Buffer.concat(headParts) })
    }
    function cutShort(): void {
      fail(badRequest('The upload ended too early'))
    }
    function fail(error: unknown): void {
      stop()
      stream.resume()
      reject(error)
    }
    function stop(): void {
      pace.stop()
      stream.off('data', take).off('end', end).off('close', cutShort)
      writer.off('drain', drained).off('error', fail)
    }

    // The listener stays: a stream that breaks after it was given up must not end the process.
    stream.on('error', cutShort)
    stream.on('data', take).on('end', end).on('close', cutShort)
    writer.on('drain', drained).on('error', fail)
    if (stream.destroyed) cutShort()
  })
}

/**
 * Frees what a writer has taken. Left to the collector, every 32 MB that arrive make it go through everything the hub
 * holds in memory: it counts bytes outside of its heap, and cannot see that these chunks are the only garbage.
 */
function giveBack({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}
