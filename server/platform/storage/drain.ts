import type { Readable } from 'node:stream'

/**
 * Reads and discards the rest of a request, up to a limit. A client that is still sending when the connection closes
 * often sees a reset instead of the error response.
 */
export function drain(
  stream: Readable,
  { bytesMax = 64 * 1024 ** 2, milliseconds = 1000 }: { bytesMax?: number; milliseconds?: number } = {},
): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const timer = setTimeout(stop, milliseconds)
    function count(chunk: Buffer): void {
      bytes += chunk.length
      if (bytes > bytesMax) stop()
    }
    function stop(): void {
      clearTimeout(timer)
      stream.off('data', count).off('end', stop).off('close', stop)
      // Discards until the connection closes.
      stream.resume()
      resolve()
    }
    // The error listener stays: a later connection error must not end the process.
    stream.on('error', stop).on('data', count).on('end', stop).on('close', stop)
    stream.resume()
  })
}
