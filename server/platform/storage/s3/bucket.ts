import { Readable } from 'node:stream'

import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

import type { S3Config } from '#platform/config.ts'
import { unavailable } from '#platform/errors.ts'
import { serializeError, type Log } from '#platform/log.ts'
import type { ByteRange } from '#platform/storage/store.ts'

type ResponseHeaders = { contentType: string; contentDisposition: string }

type StoredObject = { name: string; size: number; modifiedAt: Date }

export type Bucket = ReturnType<typeof openBucket>

/** Milliseconds until the response starts, with all retries. The long one is for work inside the object store. */
export const shortTimeout = 12_000
export const longTimeout = 120_000

/** Allows 100 KB per second for the request body. */
export const timeoutFor = (bytes: number) => shortTimeout + bytes / 100

const connectionTimeout = 3000
// A request without any traffic for this long is retried.
const socketTimeout = 8000
const batchSize = 1000

/** The operations that the app needs from a bucket. Errors, timeouts and denials of the store are `unavailable`. */
export function openBucket(config: S3Config, log: Log) {
  const client = createClient(config, socketTimeout)
  const slowClient = createClient(config, longTimeout)
  const { bucket } = config
  const objectOf = (name: string) => ({ Bucket: bucket, Key: name })

  /** The timeout ends when the response starts, so that a body may take longer. */
  async function withTimeout<T>(
    milliseconds: number,
    call: (options: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), milliseconds)
    try {
      return await call({ abortSignal: timeout.signal })
    } catch (error) {
      throw toUnavailableError(error, log)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    name: bucket,
    client,
    /** For calls that send nothing while the store works, such as completing a multipart upload. */
    slowClient,
    withTimeout,
    toUnavailableError: (error: unknown) => toUnavailableError(error, log),

    async put(name: string, bytes: Uint8Array): Promise<void> {
      const command = new PutObjectCommand({ ...objectOf(name), Body: bytes })
      await withTimeout(timeoutFor(bytes.length), (options) => client.send(command, options))
    },

    /** `size` is the size of the whole object. */
    async get(name: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | undefined> {
      const Range = range && `bytes=${range.start}-${range.end}`
      const command = new GetObjectCommand({ ...objectOf(name), ...(Range && { Range }) })
      const response = await ignoreMissingObject(
        withTimeout(shortTimeout, (options) => client.send(command, options)),
      )
      if (!response) return undefined
      const size = response.ContentRange?.split('/')[1] ?? response.ContentLength
      if (!(response.Body instanceof Readable)) throw new Error(`The response for ${name} has no body`)
      return { stream: response.Body, size: Number(size) }
    },

    async head(name: string): Promise<{ size: number } | undefined> {
      const command = new HeadObjectCommand(objectOf(name))
      const response = await ignoreMissingObject(
        withTimeout(shortTimeout, (options) => client.send(command, options)),
      )
      return response && { size: response.ContentLength ?? 0 }
    },

    async *list(prefix: string): AsyncGenerator<StoredObject> {
      for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
        const command = new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ...(token !== undefined && { ContinuationToken: token }),
        })
        const page = await withTimeout(shortTimeout, (options) => client.send(command, options))
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          if (Key !== undefined && LastModified)
            yield { name: Key, size: Size ?? 0, modifiedAt: LastModified }
        token = page.NextContinuationToken
      }
    },

    /** Ignores missing objects. */
    async remove(names: readonly string[]): Promise<void> {
      for (let start = 0; start < names.length; start += batchSize) {
        const Objects = names.slice(start, start + batchSize).map((Key) => ({ Key }))
        const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } })
        const { Errors } = await withTimeout(shortTimeout, (options) => client.send(command, options))
        const [first] = Errors ?? []
        if (first) throw toUnavailableError(new Error(`${first.Key} was not removed: ${first.Code}`), log)
      }
    },

    /** A URL at which the object store itself serves the object. */
    sign(method: 'GET' | 'HEAD', name: string, headers: ResponseHeaders, seconds: number): Promise<string> {
      const input = {
        ...objectOf(name),
        ResponseContentType: headers.contentType,
        ResponseContentDisposition: headers.contentDisposition,
        ResponseCacheControl: 'private, no-store',
      }
      const command = method === 'GET' ? new GetObjectCommand(input) : new HeadObjectCommand(input)
      return getSignedUrl(client, command, { expiresIn: seconds })
    },

    async check(): Promise<void> {
      // Short, because the load balancer waits for the health check.
      await withTimeout(2500, (options) => client.send(new HeadBucketCommand({ Bucket: bucket }), options))
    },

    close() {
      client.destroy()
      slowClient.destroy()
    },
  }
}

export async function ignoreMissingObject<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** A missing object is a normal response; a missing bucket is an error. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false
  return (
    error.$metadata.httpStatusCode === 404 && ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(error.name)
  )
}

/** The cause is only logged: it may contain names of the bucket. */
function toUnavailableError(error: unknown, log: Log): unknown {
  if (isMissing(error)) return error
  log.error('The object store failed', serializeError(error))
  return unavailable('The file storage is not available at the moment. Please try again later.', 5)
}

function createClient(config: S3Config, socketTimeoutMs: number): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = config
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Most other S3-compatible stores have no host name per bucket.
    forcePathStyle: !new URL(endpoint).hostname.endsWith('.amazonaws.com'),
    maxAttempts: 4,
    // Not every store supports the newer checksums; the signature covers the content anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout,
      requestTimeout: longTimeout,
      throwOnRequestTimeout: true,
      socketTimeout: socketTimeoutMs,
      httpAgent: { maxSockets: 200 },
      httpsAgent: { maxSockets: 200 },
    },
  })
}
