import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { forEachConcurrent } from '#platform/concurrency.ts'
import { ignoreMissing } from '#platform/storage/disk-errors.ts'
import { hashFile } from '#platform/storage/hash-file.ts'
import { appendStream } from '#platform/storage/receive-stream.ts'
import { assertKey, type FileStore } from '#platform/storage/store.ts'
import type { UploadStore } from '#platform/storage/upload-store.ts'

import type { Bucket } from './bucket.ts'
import {
  createChunkWriter,
  readChunks,
  uploadPrefix,
  type Chunk,
  abortStale,
  partSize,
  putParts,
  type PartSource,
} from './multipart.ts'
import { download, downloadBytes } from './s3-store.ts'

const downloadConcurrency = 4

/** Stores the chunks of an upload as they arrive, from any node. The staging folder holds local copies for reading. */
export function createS3UploadStore(bucket: Bucket, staging: string, store: FileStore): UploadStore {
  const copyPath = (id: string) => join(staging, `${id}.copy`)

  async function localPath(id: string, size: number): Promise<string> {
    const path = copyPath(id)
    const copy = await stat(path).catch(ignoreMissing)
    if (copy?.size !== size) await downloadChunks(bucket, id, size, path)
    return path
  }

  async function remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const { chunks, orphaned } = await readChunks(bucket, id)
      await bucket.remove([...chunks.map(({ object }) => object), ...orphaned])
      await rm(copyPath(id), { force: true })
    }
  }

  return {
    createId,
    async receive(stream, limits) {
      const id = createId()
      try {
        return { id, ...(await appendStream(createChunkWriter(bucket, id, 0), stream, limits)) }
      } catch (error) {
        // If this fails too, the sweep removes the chunks.
        await remove([id]).catch(() => undefined)
        throw error
      }
    },
    sizeOf: async (id) => (await readChunks(bucket, id)).size,
    async append(id, stream, limits) {
      const { size, orphaned } = await readChunks(bucket, id)
      if (orphaned.length > 0) await bucket.remove(orphaned)
      await appendStream(createChunkWriter(bucket, id, size), stream, limits)
    },
    sha256Of: async (id, size) => hashFile(await localPath(id, size)),
    localPath,
    async copyFile(id, size, key) {
      assertKey(key)
      if (size <= partSize) await store.importFile(await localPath(id, size), key)
      else await putParts(bucket, key, await partsOf(bucket, id, size))
    },
    remove,
    async sweep(olderThan) {
      const stale: string[] = []
      for await (const { name, modifiedAt } of bucket.list(uploadPrefix))
        if (modifiedAt < olderThan) stale.push(name)
      await bucket.remove(stale)
      return stale.length + (await abortStale(bucket, olderThan))
    },
  }
}

function createId(): string {
  return randomBytes(16).toString('hex')
}

async function allChunks(bucket: Bucket, id: string, size: number): Promise<Chunk[]> {
  const stored = await readChunks(bucket, id)
  if (stored.size !== size) throw new Error(`An upload has ${stored.size} bytes instead of ${size}`)
  return stored.chunks
}

/** Renamed to `path` when complete: several requests may download the same upload. */
async function downloadChunks(bucket: Bucket, id: string, size: number, path: string): Promise<void> {
  const chunks = await allChunks(bucket, id, size)
  const partial = join(path, '..', `${randomUUID()}.part`)
  try {
    await (await open(partial, 'wx', 0o600)).close()
    await forEachConcurrent(chunks, downloadConcurrency, async ({ object, start }) => {
      const exists = await download(bucket, object, () => createWriteStream(partial, { flags: 'r+', start }))
      if (!exists) throw missingChunk(object)
    })
    await rename(partial, path)
  } finally {
    await rm(partial, { force: true })
  }
}

/** The store copies chunks of full size. Smaller ones, left by interrupted requests, are joined here. */
async function partsOf(bucket: Bucket, id: string, size: number): Promise<PartSource[]> {
  const chunksByPart = Map.groupBy(await allChunks(bucket, id, size), ({ start }) =>
    Math.floor(start / partSize),
  )
  return [...chunksByPart.values()].map((chunks): PartSource => {
    const [first] = chunks
    if (first && chunks.length === 1) return { copyOf: first.object }
    return { bytes: () => joinChunks(bucket, chunks) }
  })
}

async function joinChunks(bucket: Bucket, chunks: readonly Chunk[]): Promise<Uint8Array> {
  const parts: Buffer[] = []
  for (const { object } of chunks) {
    const bytes = await downloadBytes(bucket, object)
    if (!bytes) throw missingChunk(object)
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}

function missingChunk(object: string): Error {
  return new Error(`A chunk of an upload is missing: ${object}`)
}
