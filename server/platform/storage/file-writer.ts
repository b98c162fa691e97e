import fs, { createWriteStream, fdatasync, type WriteStream } from 'node:fs'
import { promisify } from 'node:util'

// Writing 1 MB at a time is 1.2 to 2 times as fast as the default of 16 KB (measured).
const writeChunkSize = 1 << 20
const flushSize = 64 * 1024 ** 2

type Callback = (error: Error | null) => void

const flush = promisify(fdatasync)

/** One flush at a time for all files: each occupies a thread of libuv's pool. */
let isFlushing = false

/**
 * Writes a file that is on the disk (fsync) once the writer has closed. Every 64 MB are flushed while more arrives:
 * otherwise the kernel writes nearly everything at the end, and the client and the database wait for it.
 */
export function openFileWriter(path: string, flags: 'wx' | 'a'): WriteStream {
  let flushedBytes = 0
  let flushing = Promise.resolve()

  function flushIfNeeded(fd: number): void {
    if (isFlushing || writer.bytesWritten - flushedBytes < flushSize) return
    isFlushing = true
    flushedBytes = writer.bytesWritten
    // The kernel reports a write error to one flush only, so an error here must fail the final fsync as well.
    flushing = flushing.then(() => flush(fd)).finally(() => (isFlushing = false))
    flushing.catch(() => undefined)
  }

  const fsAfterFlush = {
    ...fs,
    fsync: (fd: number, done: Callback) => flushing.then(() => fs.fsync(fd, done), done),
    // The number of a closed descriptor may belong to another file when a later flush uses it.
    close(fd: number, done: Callback) {
      const close = () => fs.close(fd, done)
      flushing.then(close, close)
    },
  }
  const writer = createWriteStream(path, {
    flags,
    mode: 0o600,
    highWaterMark: writeChunkSize,
    flush: true,
    fs: fsAfterFlush,
  })
  writer.once('open', (fd) => writer.on('drain', () => flushIfNeeded(fd)))
  return writer
}
