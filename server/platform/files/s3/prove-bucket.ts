import { randomUUID } from 'node:crypto'

import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3'

import type { S3Config } from '#platform/config.ts'
import { StartRefused } from '#platform/postgres/start-refused.ts'

import { incomingPrefix } from './pieces.ts'

type Place = { Bucket: string; Key: string }

const within = 10_000

/** Does once all that a hub will do with its bucket, so that a wrong setting ends the start and not the first upload. */
export async function proveBucket(client: S3Client, place: S3Config): Promise<void> {
  const of = { Bucket: place.bucket, Key: `${incomingPrefix}check-${randomUUID()}` }
  const abortSignal = AbortSignal.timeout(within)
  const steps: [string, () => Promise<unknown>][] = [
    ['write to', () => client.send(new PutObjectCommand({ ...of, Body: 'ok' }), { abortSignal })],
    ['list', () => requireListed(client, of, abortSignal)],
    [
      'read from',
      async () => (await client.send(new GetObjectCommand(of), { abortSignal })).Body?.transformToString(),
    ],
    ['delete from', () => requireRemoved(client, of, abortSignal)],
  ]
  for (const [what, step] of steps) {
    try {
      await step()
    } catch (error) {
      throw new StartRefused(explain(error, what, place), { cause: error })
    }
  }
}

/** Where uploads go on is read from the list, so it must show at once what was written. */
async function requireListed(client: S3Client, of: Place, abortSignal: AbortSignal): Promise<void> {
  const command = new ListObjectsV2Command({ Bucket: of.Bucket, Prefix: of.Key })
  const { Contents } = await client.send(command, { abortSignal })
  if (Contents?.[0]?.Key !== of.Key) throw new Error('its list does not show at once what was written')
}

async function requireRemoved(client: S3Client, of: Place, abortSignal: AbortSignal): Promise<void> {
  const command = new DeleteObjectsCommand({ Bucket: of.Bucket, Delete: { Objects: [{ Key: of.Key }] } })
  const { Errors } = await client.send(command, { abortSignal })
  if (Errors?.[0]) throw new Error(`deleting is answered with ${Errors[0].Code}`)
}

function explain(error: unknown, what: string, { endpoint, bucket, region }: S3Config): string {
  if (!(error instanceof S3ServiceException)) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    const reason = error instanceof Error ? error.message || code : String(error)
    return `The object store at S3_ENDPOINT (${endpoint}) cannot be used: ${reason ?? 'it does not answer'}.`
  }
  const status = error.$metadata.httpStatusCode
  if (['InvalidAccessKeyId', 'SignatureDoesNotMatch'].includes(error.name))
    return `The object store refuses the key: S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong (${error.name}).`
  if (['AuthorizationHeaderMalformed', 'PermanentRedirect'].includes(error.name))
    return `The object store does not serve the bucket from S3_REGION ${region} (${error.name}).`
  if (status === 404)
    return `There is no bucket ${bucket} at ${endpoint}. Make it, or set S3_BUCKET and S3_ENDPOINT right.`
  if (status === 403)
    return `The key in S3_ACCESS_KEY_ID may not ${what} the bucket ${bucket} (${error.name}).`
  return `The object store at ${endpoint} cannot be used: it answers ${status} (${error.name}).`
}
