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

import { workThrough } from '#platform/work-through.ts'

import { orMissing, patienceFor, patient, quick, type Bucket } from './bucket.ts'

/** Every part but the last has this size: no store takes less, and some no mixture. */
export const partSize = 5 * 1024 ** 2

/** What becomes one part: bytes that are read when their turn comes, or an object that lies at the store already. */
export type PartSource = { bytes: () => Promise<Uint8Array> } | { copyOf: string }

// Parts on their way at the same time: their bytes are in memory.
const bytesAtOnce = 3
const copiesAtOnce = 8

/** Puts a file of any size; memory does not grow with it. */
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

/** Makes one object of parts. Until all are there nothing shows under its name, and after a failure nothing stays. */
export async function putParts(bucket: Bucket, name: string, parts: readonly PartSource[]): Promise<void> {
  const { ask, client, workClient } = bucket
  const of = { Bucket: bucket.name, Key: name }
  const { UploadId } = await ask(quick, (options) =>
    client.send(new CreateMultipartUploadCommand(of), options),
  )
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    const isCopied = parts.every((part) => 'copyOf' in part)
    await workThrough(parts.entries(), isCopied ? copiesAtOnce : bytesAtOnce, async ([index, part]) => {
      const place = { ...of, UploadId, PartNumber: index + 1 }
      const ETag = await putPart(bucket, place, part)
      Parts[index] = { PartNumber: index + 1, ETag }
    })
    const command = new CompleteMultipartUploadCommand({ ...of, UploadId, MultipartUpload: { Parts } })
    const done = await orMissing(ask(patient, (options) => workClient.send(command, options)))
    // A call that was repeated may find that the first one has done it.
    if (!done && !(await bucket.head(name))) throw bucket.outage(new Error(`The parts of ${name} have gone`))
  } catch (error) {
    // What cannot be taken back now is found by the sweep.
    const abort = new AbortMultipartUploadCommand({ ...of, UploadId })
    await ask(quick, (options) => client.send(abort, options)).catch(() => undefined)
    throw error
  }
}

type Place = { Bucket: string; Key: string; UploadId: string | undefined; PartNumber: number }

async function putPart(
  { ask, client, workClient }: Bucket,
  place: Place,
  part: PartSource,
): Promise<string | undefined> {
  if ('copyOf' in part) {
    const command = new UploadPartCopyCommand({ ...place, CopySource: `${place.Bucket}/${part.copyOf}` })
    const { CopyPartResult } = await ask(patient, (options) => workClient.send(command, options))
    return CopyPartResult?.ETag
  }
  const Body = await part.bytes()
  const command = new UploadPartCommand({ ...place, Body })
  const { ETag } = await ask(patienceFor(Body.length), (options) => client.send(command, options))
  return ETag
}

/** Gives up what was begun before then and never completed, such as by a hub that was killed. */
export async function abortStale({ ask, client, name }: Bucket, olderThan: Date): Promise<number> {
  let aborted = 0
  const Bucket = name
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    const next = page && { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    const command = new ListMultipartUploadsCommand({ Bucket, ...next })
    page = await ask(quick, (options) => client.send(command, options))
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Initiated || Initiated >= olderThan) continue
      const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
      await ask(quick, (options) => client.send(abort, options))
      aborted += 1
    }
  } while (page.IsTruncated)
  return aborted
}
