import { Readable } from 'node:stream'

import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

import type { S3Config } from '#platform/config.ts'
import type { ByteRange } from '#platform/files/store.ts'
import type { Log } from '#platform/log.ts'

import { bucketOutage, isMissing } from './bucket-failures.ts'

/** How an object is answered to whoever holds its address. */
type AnsweredAs = { contentType: string; contentDisposition: string }

export type StoredObject = { name: string; size: number; modifiedAt: Date }

export type Bucket = ReturnType<typeof openBucket>

/** Milliseconds for a call and its repeats, until the store begins to answer: for a question, and for work of its own. */
export const quick = 12_000
export const patient = 120_000

/** For a call that carries bytes; slower than 100 KB a second is as good as not at all. */
export const patienceFor = (bytes: number) => quick + bytes / 100

const connectWithin = 3000
// A store that takes a request and falls silent is asked again; one that is slow but moves is waited for.
const silenceMax = 8000
const batchSize = 1000

/** One bucket, as far as a hub needs it. A store that fails, refuses or is late is a Failure unavailable. */
export function openBucket(place: S3Config, log: Log) {
  const client = openClient(place, silenceMax)
  const workClient = openClient(place, patient)
  const { bucket } = place
  const of = (name: string) => ({ Bucket: bucket, Key: name })

  /** Asks the store, within a time that ends when it begins to answer. */
  async function ask<T>(
    within: number,
    call: (options: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), within)
    try {
      return await call({ abortSignal: patience.signal })
    } catch (error) {
      throw bucketOutage(error, log)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    name: bucket,
    client,
    /** For calls at which the store works in silence, such as putting parts together. */
    workClient,
    ask,
    outage: (error: unknown) => bucketOutage(error, log),

    async put(name: string, bytes: Uint8Array): Promise<void> {
      const command = new PutObjectCommand({ ...of(name), Body: bytes })
      await ask(patienceFor(bytes.length), (options) => client.send(command, options))
    },

    /** `size` is the size of the whole object. */
    async get(name: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | undefined> {
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await orMissing(
        ask(quick, (options) =>
          client.send(new GetObjectCommand({ ...of(name), ...(Range && { Range }) }), options),
        ),
      )
      if (!found) return undefined
      const whole = found.ContentRange?.split('/')[1]
      if (!(found.Body instanceof Readable)) throw new Error(`${name} came without a body`)
      return { stream: found.Body, size: Number(whole ?? found.ContentLength) }
    },

    async head(name: string): Promise<{ size: number } | undefined> {
      const found = await orMissing(
        ask(quick, (options) => client.send(new HeadObjectCommand(of(name)), options)),
      )
      return found && { size: found.ContentLength ?? 0 }
    },

    async *list(prefix: string): AsyncGenerator<StoredObject> {
      for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
        const input = {
          Bucket: bucket,
          Prefix: prefix,
          ...(token !== undefined && { ContinuationToken: token }),
        }
        const page = await ask(quick, (options) => client.send(new ListObjectsV2Command(input), options))
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          if (Key !== undefined && LastModified)
            yield { name: Key, size: Size ?? 0, modifiedAt: LastModified }
        token = page.NextContinuationToken
      }
    },

    /** A name without an object is no error. */
    async remove(names: readonly string[]): Promise<void> {
      for (let start = 0; start < names.length; start += batchSize) {
        const Objects = names.slice(start, start + batchSize).map((Key) => ({ Key }))
        const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } })
        const { Errors } = await ask(quick, (options) => client.send(command, options))
        const [first] = Errors ?? []
        if (first) throw bucketOutage(new Error(`${first.Key} was not removed: ${first.Code}`), log)
      }
    },

    /** An address at the store itself, for whoever holds it. */
    sign(method: 'GET' | 'HEAD', name: string, as: AnsweredAs, seconds: number): Promise<string> {
      const input = {
        ...of(name),
        ResponseContentType: as.contentType,
        ResponseContentDisposition: as.contentDisposition,
        ResponseCacheControl: 'private, no-store',
      }
      const command = method === 'GET' ? new GetObjectCommand(input) : new HeadObjectCommand(input)
      return getSignedUrl(client, command, { expiresIn: seconds })
    },

    /** Whether the store answers at all, soon enough for the health call. */
    async check(): Promise<void> {
      await ask(2500, (options) => client.send(new HeadBucketCommand({ Bucket: bucket }), options))
    },

    close() {
      client.destroy()
      workClient.destroy()
    },
  }
}

export async function orMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function openClient({ endpoint, region, accessKeyId, secretAccessKey }: S3Config, silence: number): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other stores seldom have a host name for each bucket.
    forcePathStyle: !new URL(endpoint).hostname.endsWith('.amazonaws.com'),
    // Once and three times more, each time after a longer wait of random length.
    maxAttempts: 4,
    // Not every store knows the checksums that are new in S3; the signature covers the content either way.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectWithin,
      requestTimeout: patient,
      throwOnRequestTimeout: true,
      socketTimeout: silence,
      httpAgent: { maxSockets: 200 },
      httpsAgent: { maxSockets: 200 },
    },
  })
}
