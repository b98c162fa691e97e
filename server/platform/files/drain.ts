import type { Readable } from 'node:stream'

/**
 * Reads on and throws away, within bounds. A client that is still sending when its connection closes often sees
 * a reset and never the answer that says why; most forms that are refused are nearly all here already.
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
      // What still comes is thrown away until the connection closes.
      stream.resume()
      resolve()
    }
    // The listener stays: a connection that breaks now must not end the process.
    stream.on('error', stop).on('data', count).on('end', stop).on('close', stop)
    stream.resume()
  })
}
