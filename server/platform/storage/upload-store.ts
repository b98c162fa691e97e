import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'

import { afterCommit, type Db } from '#platform/database/database.ts'
import { serializeError, type Log } from '#platform/log.ts'

import { ignoreMissing } from './disk-errors.ts'
import { linkOrCopy } from './disk-store.ts'
import { openFileWriter } from './file-writer.ts'
import { hashFile } from './hash-file.ts'
import { appendStream, type ReceiveLimits } from './receive-stream.ts'
import { stageStream, sweepStaging } from './staging.ts'
import type { FileStore } from './store.ts'

/** Stores archives that are uploaded before their script is submitted. Every node can continue each upload. */
export type UploadStore = {
  /** The id of a new resumable upload. */
  createId(): string
  /** Stores a whole stream as a new upload; an error leaves nothing. */
  receive(stream: Readable, limits: ReceiveLimits): Promise<{ id: string; size: number; sha256: string }>
  /** The number of bytes stored; 0 for a missing upload. */
  sizeOf(id: string): Promise<number>
  /** The bytes that arrived are stored once this settles, also when the stream breaks off or is too long. */
  append(id: string, stream: Readable, limits: ReceiveLimits): Promise<void>
  /** Read from the stored file, because several requests and nodes may have written it. */
  sha256Of(id: string, size: number): Promise<string>
  /** A local path from which the whole upload can be read. */
  localPath(id: string, size: number): Promise<string>
  /** Copies the upload into the file store. */
  copyFile(id: string, size: number, key: string): Promise<void>
  /** Ignores missing uploads. */
  remove(ids: readonly string[]): Promise<void>
  /** Removes files that were last written before this time and returns their number. */
  sweep(olderThan: Date): Promise<number>
}

/** Stores each upload as one file in the staging folder. */
export function createDiskUploadStore(staging: string, store: FileStore): UploadStore {
  const pathOf = (id: string) => join(staging, id)

  return {
    createId: () => `${randomUUID()}.part`,
    async receive(stream, limits) {
      const { path, size, sha256 } = await stageStream(staging, stream, limits)
      return { id: basename(path), size, sha256 }
    },
    sizeOf: async (id) => (await stat(pathOf(id)).catch(ignoreMissing))?.size ?? 0,
    async append(id, stream, limits) {
      await appendStream(openFileWriter(pathOf(id), 'a'), stream, limits)
    },
    sha256Of: (id) => hashFile(pathOf(id)),
    localPath: async (id) => pathOf(id),
    async copyFile(id, _size, key) {
      const copy = join(staging, `${randomUUID()}.part`)
      await linkOrCopy(pathOf(id), copy)
      await store.importFile(copy, key)
    },
    async remove(ids) {
      for (const id of ids) await rm(pathOf(id), { force: true })
    },
    sweep: (olderThan) => sweepStaging(staging, olderThan),
  }
}

type Uploads = { uploads: UploadStore; log: Log }

/** Logs errors instead of throwing: the sweep removes what remains. */
export async function removeUploadFiles({ uploads, log }: Uploads, ids: readonly string[]): Promise<void> {
  await uploads
    .remove(ids)
    .catch((error: unknown) => log.warn('An upload was not removed', serializeError(error)))
}

export function removeUploadFilesAfterCommit(tx: Db, app: Uploads, ids: readonly string[]): void {
  afterCommit(tx, () => void removeUploadFiles(app, ids))
}
