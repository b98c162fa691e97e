import { open } from 'node:fs/promises'
import { Writable } from 'node:stream'

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'

import { forEachConcurrent } from '#platform/concurrency.ts'

import { ignoreMissingObject, timeoutFor, longTimeout, shortTimeout, type Bucket } from './bucket.ts'

/** Size of every part but the last: the minimum of S3. Some stores require parts of equal size. */
export const partSize = 5 * 1024 ** 2

/** The content of one part: bytes that are read when the part is sent, or an object to copy inside the store. */
export type PartSource = { bytes: () => Promise<Uint8Array> } | { copyOf: string }

// Parts with bytes are held in memory while they are sent.
const byteConcurrency = 3
const copyConcurrency = 8

/** Uploads a file of any size with bounded memory. */
export async function putFile(bucket: Bucket, name: string, path: string): Promise<void> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const read = async (start: number) => {
    const bytes = Buffer.allocUnsafeSlow(Math.min(partSize, size - start))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
    if (bytesRead !== bytes.length) throw new Error(`${path} changed while it was read`)
    return bytes
  }
  if (size <= partSize) return bucket.put(name, await read(0))
  const starts = Array.from({ length: Math.ceil(size / partSize) }, (_, index) => index * partSize)
  await putParts(
    bucket,
    name,
    starts.map((start) => ({ bytes: () => read(start) })),
  )
}

/** Creates one object from parts. It is visible only when complete; after an error nothing remains. */
export async function putParts(bucket: Bucket, name: string, parts: readonly PartSource[]): Promise<void> {
  const { withTimeout, client, slowClient } = bucket
  const object = { Bucket: bucket.name, Key: name }
  const { UploadId } = await withTimeout(shortTimeout, (options) =>
    client.send(new CreateMultipartUploadCommand(object), options),
  )
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    const concurrency = parts.every((part) => 'copyOf' in part) ? copyConcurrency : byteConcurrency
    await forEachConcurrent(parts.entries(), concurrency, async ([index, part]) => {
      const target = { ...object, UploadId, PartNumber: index + 1 }
      const ETag = await putPart(bucket, target, part)
      Parts[index] = { PartNumber: index + 1, ETag }
    })
    const command = new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } })
    const completed = await ignoreMissingObject(
      withTimeout(longTimeout, (options) => slowClient.send(command, options)),
    )
    // After a retry the upload is missing if the first attempt has completed it.
    if (!completed && !(await bucket.head(name)))
      throw bucket.toUnavailableError(new Error(`The parts of ${name} are missing`))
  } catch (error) {
    // If this fails too, the sweep aborts the upload.
    const abort = new AbortMultipartUploadCommand({ ...object, UploadId })
    await withTimeout(shortTimeout, (options) => client.send(abort, options)).catch(() => undefined)
    throw error
  }
}

type PartTarget = { Bucket: string; Key: string; UploadId: string | undefined; PartNumber: number }

async function putPart(
  { withTimeout, client, slowClient }: Bucket,
  target: PartTarget,
  part: PartSource,
): Promise<string | undefined> {
  if ('copyOf' in part) {
    const command = new UploadPartCopyCommand({ ...target, CopySource: `${target.Bucket}/${part.copyOf}` })
    const { CopyPartResult } = await withTimeout(longTimeout, (options) => slowClient.send(command, options))
    return CopyPartResult?.ETag
  }
  const Body = await part.bytes()
  const command = new UploadPartCommand({ ...target, Body })
  const { ETag } = await withTimeout(timeoutFor(Body.length), (options) => client.send(command, options))
  return ETag
}

/** Aborts multipart uploads that a stopped process left incomplete. */
export async function abortStale({ withTimeout, client, name }: Bucket, olderThan: Date): Promise<number> {
  let aborted = 0
  const Bucket = name
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    const next = page && { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    const command = new ListMultipartUploadsCommand({ Bucket, ...next })
    page = await withTimeout(shortTimeout, (options) => client.send(command, options))
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Initiated || Initiated >= olderThan) continue
      const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
      await withTimeout(shortTimeout, (options) => client.send(abort, options))
      aborted += 1
    }
  } while (page.IsTruncated)
  return aborted
}

/** A received range of an upload, stored as an object whose name ends with its start offset. */
export type Chunk = { object: string; start: number; size: number }

export const uploadPrefix = 'incoming/'

const idPattern = /^[\da-f]{32}$/
const offsetDigits = 12

function folderOf(id: string): string {
  if (!idPattern.test(id)) throw new Error(`Not the id of an upload: ${JSON.stringify(id)}`)
  return `${uploadPrefix}${id}/`
}

/** The offset has a fixed width, so that the store lists chunks in order. */
function chunkName(id: string, start: number): string {
  return `${folderOf(id)}${String(start).padStart(offsetDigits, '0')}`
}

/** The contiguous chunks from offset 0. Chunks after a gap are orphaned: the request before them failed. */
export async function readChunks(
  bucket: Bucket,
  id: string,
): Promise<{ chunks: Chunk[]; size: number; orphaned: string[] }> {
  const folder = folderOf(id)
  const chunks: Chunk[] = []
  const orphaned: string[] = []
  let end = 0
  for await (const { name: object, size } of bucket.list(folder)) {
    const start = Number(object.slice(folder.length))
    if (start !== end) {
      orphaned.push(object)
      continue
    }
    chunks.push({ object, start, size })
    end += size
  }
  return { chunks, size: end, orphaned }
}

/**
 * Writes an upload from this offset on, as chunks that end at multiples of `partSize`. Two chunks are in memory: one
 * is being sent while the next one fills. The last one is sent when the writer ends.
 */
export function createChunkWriter(bucket: Bucket, id: string, offset: number): Writable {
  let start = offset
  let [current, other] = [Buffer.allocUnsafeSlow(partSize), Buffer.allocUnsafeSlow(partSize)]
  let filled = 0
  let sending: Promise<void> = Promise.resolve()

  const capacity = () => partSize - (start % partSize)

  /** Waits for the previous chunk, so that no chunk is stored without those before it. */
  async function sendChunk(): Promise<void> {
    await sending
    sending = bucket.put(chunkName(id, start), current.subarray(0, filled))
    // Awaited with the next chunk or at the end.
    sending.catch(() => undefined)
    ;[current, other] = [other, current]
    start += filled
    filled = 0
  }

  async function write(bytes: Buffer): Promise<void> {
    for (let position = 0; position < bytes.length;) {
      const copied = bytes.copy(current, filled, position, position + capacity() - filled)
      position += copied
      filled += copied
      if (filled === capacity()) await sendChunk()
    }
  }

  return new Writable({
    highWaterMark: 1 << 20,
    write(bytes: Buffer, _encoding, done) {
      write(bytes).then(() => done(), done)
    },
    final(done) {
      const last = filled > 0 ? sendChunk() : Promise.resolve()
      last.then(() => sending).then(() => done(), done)
    },
  })
}
