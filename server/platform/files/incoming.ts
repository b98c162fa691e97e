import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'

import { appendStream } from './append-stream.ts'
import { isErrorCode } from './disk-failures.ts'
import { openFileWriter } from './file-writer.ts'
import { hashFile } from './hash-file.ts'
import type { ReceiveLimits } from './receive-stream.ts'
import { stageStream, sweepStaging } from './staging.ts'
import type { FileStore } from './store.ts'

/**
 * Archives that arrive ahead of the script that takes them, where every node of the hub finds them. A name is all
 * that a row keeps of one; it is made here.
 */
export type IncomingFiles = {
  /** The name of a file that will grow. */
  newName(): string
  /** Takes a whole stream as a file of its own; a failure leaves nothing. */
  receive(stream: Readable, limits: ReceiveLimits): Promise<{ name: string; size: number; sha256: string }>
  /** How many bytes of it are safe; nothing is 0. */
  sizeOf(name: string): Promise<number>
  /** Adds to its end. What has arrived is safe once this settles, also when the stream breaks off or is refused. */
  append(name: string, stream: Readable, limits: ReceiveLimits): Promise<void>
  /** Of the file as it lies there, whichever requests and nodes wrote its parts. */
  sha256Of(name: string, size: number): Promise<string>
  /** A path on this machine where the whole of it can be read. */
  localPath(name: string, size: number): Promise<string>
  /** It becomes the file of the store under this key. */
  moveIn(name: string, size: number, key: string): Promise<void>
  /** A name without a file is no error. */
  remove(names: readonly string[]): Promise<void>
  /** Removes what was last written before then; says how many files went. */
  sweep(olderThan: Date): Promise<number>
}

/** Keeps them in the staging folder, beside the files of the disk store. */
export function openDiskIncoming(staging: string, store: FileStore): IncomingFiles {
  const pathOf = (name: string) => join(staging, name)

  return {
    newName: () => `${randomUUID()}.part`,
    async receive(stream, limits) {
      const { path, size, sha256 } = await stageStream(staging, stream, limits)
      return { name: basename(path), size, sha256 }
    },
    sizeOf: (name) => fileSize(pathOf(name)),
    async append(name, stream, limits) {
      await appendStream(openFileWriter(pathOf(name), 'a'), stream, limits)
    },
    sha256Of: (name) => hashFile(pathOf(name)),
    localPath: async (name) => pathOf(name),
    moveIn: (name, _size, key) => store.moveIn(pathOf(name), key),
    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true })
    },
    sweep: (olderThan) => sweepStaging(staging, olderThan),
  }
}

async function fileSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return 0
    throw error
  }
}
