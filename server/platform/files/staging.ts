import { randomUUID } from 'node:crypto'
import type { WriteStream } from 'node:fs'
import { mkdir, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { diskFailure, isErrorCode } from './disk-failures.ts'
import { openFileWriter } from './file-writer.ts'
import { receiveStream, type ReceiveLimits } from './receive-stream.ts'

export type StagedFile = {
  path: string
  size: number
  /** Lower-case hex of the whole content. */
  sha256: string
  /** The first 4 KB, enough to tell what the content is. */
  head: Buffer
  /** Safe to call twice, and after the file has been moved into the store. */
  discard(): Promise<void>
}

/** Takes one stream and its cap, gives the file it has become. */
export type Stage = (stream: Readable, sizeMax: number) => Promise<StagedFile>

/** Makes the folder for uploads beside the files: a rename is only atomic within one disk. */
export async function prepareStaging(filesDirectory: string): Promise<string> {
  const directory = join(filesDirectory, 'tmp')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  return directory
}

/**
 * Writes a stream to a file of its own, counting and hashing on the way; resolves once the bytes are safe on the disk.
 * A failure leaves no file. The stream is left open and drained, so that its request can still be answered.
 */
export async function stageStream(
  directory: string,
  stream: Readable,
  limits: ReceiveLimits,
): Promise<StagedFile> {
  const path = join(directory, `${randomUUID()}.part`)
  const discard = () => rm(path, { force: true })
  const writer = openFileWriter(path, 'wx')
  const closed = finished(writer)
  closed.catch(() => undefined)
  let staged = false
  try {
    const received = await receiveStream(stream, writer, limits)
    writer.end()
    await closed
    staged = true
    return { path, ...received, discard }
  } catch (error) {
    writer.destroy()
    throw diskFailure(error) ?? error
  } finally {
    if (!staged) await closeAndRemove(writer, discard)
  }
}

/** The file is only there to be removed once the writer has opened and closed it. */
async function closeAndRemove(writer: WriteStream, discard: () => Promise<void>): Promise<void> {
  writer.destroy()
  if (!writer.closed) await new Promise((resolve) => writer.once('close', resolve))
  await discard()
}

/** Removes what an interrupted process left behind. Returns how many files went. */
export async function sweepStaging(directory: string, olderThan: Date): Promise<number> {
  let swept = 0
  for await (const file of await opendir(directory)) {
    const path = join(directory, file.name)
    const found = await stat(path).catch((error: unknown) => {
      if (isErrorCode(error, 'ENOENT')) return undefined
      throw error
    })
    if (!found?.isFile() || found.mtime >= olderThan) continue
    await rm(path, { force: true })
    swept += 1
  }
  return swept
}
