import type { ServerResponse } from 'node:http'

import { acquireSlice } from './io-scheduler.ts'
import type { ByteRange, LocalFile } from './store.ts'

// A slow client holds two buffers: with 1 MB each, 1000 slow downloads would need 2 GB.
const chunkSize = 256 * 1024

/**
 * Sends a range of a file through two buffers: one is filled while the other is sent. A stream allocates memory for
 * every chunk, which costs more than the copying. `onSent` receives the bytes handed to the kernel. Ends early when the
 * client disconnects. The caller closes the file.
 */
export async function sendLocalFile(
  file: LocalFile,
  { start, end }: ByteRange,
  response: ServerResponse,
  onSent: (bytes: number) => void,
): Promise<void> {
  const bufferSize = Math.min(chunkSize, end + 1 - start)
  if (bufferSize === 0) return void response.end()
  let [current, other] = [lazyBuffer(bufferSize), lazyBuffer(bufferSize)]

  async function read(position: number, buffer: () => Buffer): Promise<Buffer> {
    const chunk = buffer().subarray(0, end + 1 - position)
    const count = await file.readInto(chunk, position)
    if (count === 0) throw new Error('A file ended before its size')
    return chunk.subarray(0, count)
  }

  let position = start
  for (let chunk = await read(position, current); ;) {
    await waitForSlice(chunk.length)
    position += chunk.length
    // The read starts before the write, so that libuv reads while this thread copies to the socket.
    const reading = position <= end ? read(position, other) : undefined
    const [isSent, next] = await Promise.all([send(response, chunk, onSent), reading])
    if (!isSent) return
    if (!next) return void response.end()
    chunk = next
    ;[current, other] = [other, current]
  }
}

function waitForSlice(bytes: number): Promise<void> {
  return new Promise((resolve) => {
    if (acquireSlice(bytes, resolve)) resolve()
  })
}

/** Allocated at first use: most images need only one buffer. */
function lazyBuffer(size: number): () => Buffer {
  let buffer: Buffer | undefined
  return () => (buffer ??= Buffer.allocUnsafeSlow(size))
}

/** Resolves when the kernel has taken the chunk and the buffer is free again; false when the client has disconnected. */
function send(response: ServerResponse, chunk: Buffer, onSent: (bytes: number) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const onClose = () => resolve(false)
    if (response.destroyed) return onClose()
    response.once('close', onClose)
    response.write(chunk, (error) => {
      response.off('close', onClose)
      if (!error) onSent(chunk.length)
      resolve(!error)
    })
  })
}
