import { randomUUID } from 'node:crypto'
import type { WriteStream } from 'node:fs'
import { mkdir, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ignoreMissing, toDiskFullError } from './disk-errors.ts'
import { openFileWriter } from './file-writer.ts'
import { receiveStream, type ReceiveLimits } from './receive-stream.ts'

export type StagedFile = {
  path: string
  size: number
  /** Lower-case hex of the whole content. */
  sha256: string
  /** The first 4 KB, for detecting the type. */
  head: Buffer
  /** May be called twice, and after the file has been moved into the store. */
  discard(): Promise<void>
}

export type StageFile = (stream: Readable, sizeMax: number) => Promise<StagedFile>

/** Creates the folder for incomplete uploads next to the files: a rename is atomic only within one file system. */
export async function prepareStaging(filesDirectory: string): Promise<string> {
  const directory = join(filesDirectory, 'tmp')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  return directory
}

/**
 * Writes a stream to a new file, counting and hashing it; resolves once the file is on the disk (fsync). An error leaves
 * no file; the stream is drained, so that its request can still get a response.
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
    throw toDiskFullError(error) ?? error
  } finally {
    if (!staged) await closeAndRemove(writer, discard)
  }
}

/** The file may not exist before the writer has opened it, so it is removed after the writer has closed. */
async function closeAndRemove(writer: WriteStream, discard: () => Promise<void>): Promise<void> {
  writer.destroy()
  if (!writer.closed) await new Promise((resolve) => writer.once('close', resolve))
  await discard()
}

/** Removes the files of interrupted processes and returns their number. */
export async function sweepStaging(directory: string, olderThan: Date): Promise<number> {
  let swept = 0
  for await (const file of await opendir(directory)) {
    const path = join(directory, file.name)
    const stats = await stat(path).catch(ignoreMissing)
    if (!stats?.isFile() || stats.mtime >= olderThan) continue
    await rm(path, { force: true })
    swept += 1
  }
  return swept
}
