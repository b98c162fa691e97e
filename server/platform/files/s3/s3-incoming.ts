import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { appendStream } from '#platform/files/append-stream.ts'
import { hashFile } from '#platform/files/hash-file.ts'
import { isErrorCode } from '#platform/files/disk-failures.ts'
import type { IncomingFiles } from '#platform/files/incoming.ts'
import { assertKey, type FileStore } from '#platform/files/store.ts'
import { workThrough } from '#platform/work-through.ts'

import type { Bucket } from './bucket.ts'
import { download, downloadBytes } from './download.ts'
import { abortStale, partSize, putParts, type PartSource } from './multipart.ts'
import { openPieceWriter } from './piece-writer.ts'
import { incomingPrefix, readPieces, type Piece } from './pieces.ts'

const fetchedAtOnce = 4

/**
 * Keeps them in the bucket, in pieces as they arrived: each is safe on its own, whichever node took it. The staging
 * folder holds copies for reading, which any node can make anew.
 */
export function openS3Incoming(bucket: Bucket, staging: string, store: FileStore): IncomingFiles {
  const copyOf = (name: string) => join(staging, `${name}.copy`)

  async function localPath(name: string, size: number): Promise<string> {
    const path = copyOf(name)
    if ((await fileSize(path)) !== size) await fetchWhole(bucket, name, size, path)
    return path
  }

  async function remove(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const { pieces, astray } = await readPieces(bucket, name)
      await bucket.remove([...pieces.map(({ object }) => object), ...astray])
      await rm(copyOf(name), { force: true })
    }
  }

  return {
    newName: () => randomBytes(16).toString('hex'),
    async receive(stream, limits) {
      const name = randomBytes(16).toString('hex')
      try {
        return { name, ...(await appendStream(openPieceWriter(bucket, name, 0), stream, limits)) }
      } catch (error) {
        // What cannot be removed now is found by the sweep.
        await remove([name]).catch(() => undefined)
        throw error
      }
    },
    sizeOf: async (name) => (await readPieces(bucket, name)).size,
    async append(name, stream, limits) {
      const { size, astray } = await readPieces(bucket, name)
      if (astray.length > 0) await bucket.remove(astray)
      await appendStream(openPieceWriter(bucket, name, size), stream, limits)
    },
    sha256Of: async (name, size) => hashFile(await localPath(name, size)),
    localPath,
    async moveIn(name, size, key) {
      assertKey(key)
      if (size <= partSize) await store.moveIn(await localPath(name, size), key)
      else await putParts(bucket, key, await partsOf(bucket, name, size))
      // The file is there; what is left of the upload now is found by the sweep.
      await remove([name]).catch(() => undefined)
    },
    remove,
    async sweep(olderThan) {
      const stale: string[] = []
      for await (const { name, modifiedAt } of bucket.list(incomingPrefix))
        if (modifiedAt < olderThan) stale.push(name)
      await bucket.remove(stale)
      return stale.length + (await abortStale(bucket, olderThan))
    },
  }
}

async function wholePieces(bucket: Bucket, name: string, size: number): Promise<Piece[]> {
  const found = await readPieces(bucket, name)
  if (found.size !== size) throw new Error(`An upload has ${found.size} bytes instead of ${size}`)
  return found.pieces
}

/** Under its name only once it is whole, for several requests may want it at the same time. */
async function fetchWhole(bucket: Bucket, name: string, size: number, path: string): Promise<void> {
  const pieces = await wholePieces(bucket, name, size)
  const partial = join(path, '..', `${randomUUID()}.part`)
  try {
    await (await open(partial, 'wx', 0o600)).close()
    await workThrough(pieces, fetchedAtOnce, async ({ object, start }) => {
      const isThere = await download(bucket, object, () => createWriteStream(partial, { flags: 'r+', start }))
      if (!isThere) throw new Error(`A piece of an upload has gone: ${object}`)
    })
    await rename(partial, path)
  } finally {
    await rm(partial, { force: true })
  }
}

/** The store puts the pieces together by itself, but for those that a broken connection left smaller than a part. */
async function partsOf(bucket: Bucket, name: string, size: number): Promise<PartSource[]> {
  const cells = Map.groupBy(await wholePieces(bucket, name, size), ({ start }) =>
    Math.floor(start / partSize),
  )
  return [...cells.values()].map((pieces): PartSource => {
    const [first] = pieces
    if (first && pieces.length === 1) return { copyOf: first.object }
    return { bytes: () => joined(bucket, pieces) }
  })
}

async function joined(bucket: Bucket, pieces: readonly Piece[]): Promise<Uint8Array> {
  const parts: Buffer[] = []
  for (const { object } of pieces) {
    const bytes = await downloadBytes(bucket, object)
    if (!bytes) throw new Error(`A piece of an upload has gone: ${object}`)
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}

async function fileSize(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined
    throw error
  }
}
