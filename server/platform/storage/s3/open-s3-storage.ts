import { randomUUID } from 'node:crypto'

import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3'

import { after, day, hour, systemClock } from '#platform/clock.ts'
import type { S3Config } from '#platform/config.ts'
import { serializeError, type Log } from '#platform/log.ts'
import type { Storage } from '#platform/storage/open-storage.ts'
import { sweepStaging } from '#platform/storage/staging.ts'
import { StartupError } from '#postgres-launcher/startup-error.ts'

import { openBucket } from './bucket.ts'
import { uploadPrefix } from './multipart.ts'
import { createS3Store } from './s3-store.ts'
import { createS3UploadStore } from './s3-upload-store.ts'

export async function openS3Storage(config: S3Config, staging: string, log: Log): Promise<Storage> {
  const bucket = openBucket(config, log)
  try {
    await verifyBucketAccess(bucket.client, config)
  } catch (error) {
    bucket.close()
    throw error
  }
  const files = createS3Store(bucket)
  const stopSweeping = sweepRegularly(staging, log)
  return {
    files,
    staging,
    uploads: createS3UploadStore(bucket, staging, files),
    close() {
      stopSweeping()
      bucket.close()
    },
  }
}

/** The sweep job runs on one node and covers the bucket; each node has a staging folder of its own. */
function sweepRegularly(staging: string, log: Log): () => void {
  const sweep = () => {
    sweepStaging(staging, after(systemClock.now(), -day)).catch((error: unknown) =>
      log.warn('The staging folder was not swept', serializeError(error)),
    )
  }
  sweep()
  const timer = setInterval(sweep, hour).unref()
  return () => clearInterval(timer)
}

type TestObject = { Bucket: string; Key: string }

const timeoutMs = 10_000

/** Tries every operation on a test object, so that a wrong setting fails at start and not with the first upload. */
export async function verifyBucketAccess(client: S3Client, config: S3Config): Promise<void> {
  const object = { Bucket: config.bucket, Key: `${uploadPrefix}check-${randomUUID()}` }
  const abortSignal = AbortSignal.timeout(timeoutMs)
  const steps: [string, () => Promise<unknown>][] = [
    ['write to', () => client.send(new PutObjectCommand({ ...object, Body: 'ok' }), { abortSignal })],
    ['list', () => assertListed(client, object, abortSignal)],
    [
      'read from',
      async () =>
        (await client.send(new GetObjectCommand(object), { abortSignal })).Body?.transformToString(),
    ],
    ['delete from', () => assertRemoved(client, object, abortSignal)],
  ]
  for (const [operation, step] of steps) {
    try {
      await step()
    } catch (error) {
      throw new StartupError(explain(error, operation, config), { cause: error })
    }
  }
}

/** Uploads read their offset from the list, so the list must be strongly consistent. */
async function assertListed(client: S3Client, object: TestObject, abortSignal: AbortSignal): Promise<void> {
  const command = new ListObjectsV2Command({ Bucket: object.Bucket, Prefix: object.Key })
  const { Contents } = await client.send(command, { abortSignal })
  if (Contents?.[0]?.Key !== object.Key)
    throw new Error('an object is not in its list immediately after it was written')
}

async function assertRemoved(client: S3Client, object: TestObject, abortSignal: AbortSignal): Promise<void> {
  const command = new DeleteObjectsCommand({
    Bucket: object.Bucket,
    Delete: { Objects: [{ Key: object.Key }] },
  })
  const { Errors } = await client.send(command, { abortSignal })
  if (Errors?.[0]) throw new Error(`deleting fails with ${Errors[0].Code}`)
}

function explain(error: unknown, operation: string, { endpoint, bucket, region }: S3Config): string {
  if (!(error instanceof S3ServiceException)) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    const reason = error instanceof Error ? error.message || code : String(error)
    return `The object store at S3_ENDPOINT (${endpoint}) cannot be used: ${reason ?? 'it does not respond'}.`
  }
  const status = error.$metadata.httpStatusCode
  if (['InvalidAccessKeyId', 'SignatureDoesNotMatch'].includes(error.name))
    return `The object store rejects the key: S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong (${error.name}).`
  if (['AuthorizationHeaderMalformed', 'PermanentRedirect'].includes(error.name))
    return `The object store does not serve the bucket from S3_REGION ${region} (${error.name}).`
  if (status === 404)
    return `There is no bucket ${bucket} at ${endpoint}. Create it, or correct S3_BUCKET and S3_ENDPOINT.`
  if (status === 403)
    return `The key in S3_ACCESS_KEY_ID may not ${operation} the bucket ${bucket} (${error.name}).`
  return `The object store at ${endpoint} cannot be used: it responds with ${status} (${error.name}).`
}
