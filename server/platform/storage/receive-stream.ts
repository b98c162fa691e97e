import { createHash } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'

import { badRequest, tooLarge } from '#platform/errors.ts'

import { toDiskFullError } from './disk-errors.ts'
import { acquireSlice } from './io-scheduler.ts'
import { watchTransferRate, type MinRate } from './transfer-timeout.ts'

export type ReceiveLimits = MinRate & { sizeMax: number }

/** `head` is the first 4 KB, `sha256` lower-case hex. */
type Received = { size: number; sha256: string; head: Buffer }

const headSize = 4096

/**
 * Writes a stream to a writer, counting and hashing it. An error leaves both open; the stream is drained, so that its
 * request can still get a response.
 */
export function receiveStream(stream: Readable, writer: Writable, limits: ReceiveLimits): Promise<Received> {
  const hash = createHash('sha256')
  const headParts: Buffer[] = []
  let size = 0
  let waitsForSlice = false
  // Only the chunks of a request are not reused by their stream.
  const release = stream instanceof IncomingMessage ? releaseMemory : () => undefined

  return new Promise((resolve, reject) => {
    const rate = watchTransferRate(limits, fail)

    function write(chunk: Buffer): void {
      rate.count(chunk.length)
      if (size + chunk.length > limits.sizeMax) return fail(tooLarge('The file is too large'))
      if (size < headSize) headParts.push(Buffer.from(chunk.subarray(0, headSize - size)))
      size += chunk.length
      hash.update(chunk)
      waitsForSlice = !acquireSlice(chunk.length, continueReading)
      if (!writer.write(chunk, () => release(chunk))) rate.pause()
      if (waitsForSlice || writer.writableNeedDrain) stream.pause()
    }
    function onDrain(): void {
      rate.resume()
      if (!waitsForSlice) stream.resume()
    }
    function continueReading(): void {
      waitsForSlice = false
      if (!writer.writableNeedDrain) stream.resume()
    }
    function end(): void {
      stop()
      resolve({ size, sha256: hash.digest('hex'), head: Buffer.concat(headParts) })
    }
    function endEarly(): void {
      fail(badRequest('The upload ended too early'))
    }
    function fail(error: unknown): void {
      stop()
      stream.resume()
      reject(error)
    }
    function stop(): void {
      rate.stop()
      stream.off('data', write).off('end', end).off('close', endEarly)
      writer.off('drain', onDrain).off('error', fail)
    }

    // This listener stays: an error after the rejection must not end the process.
    stream.on('error', endEarly)
    stream.on('data', write).on('end', end).on('close', endEarly)
    writer.on('drain', onDrain).on('error', fail)
    if (stream.destroyed) endEarly()
  })
}

/** Like receiveStream, and closes the writer. The bytes that arrived are on the disk once this settles, even on error. */
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
    throw toDiskFullError(error) ?? error
  } finally {
    writer.end()
    await closed.catch((error: unknown) => {
      throw toDiskFullError(error) ?? error
    })
  }
}

/**
 * Detaches the memory of a written chunk. Otherwise every 32 MB received start a full garbage collection: V8 counts
 * external memory, but cannot see that these chunks are the only garbage.
 */
function releaseMemory({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}
