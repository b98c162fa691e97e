import { open } from 'node:fs/promises'

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
