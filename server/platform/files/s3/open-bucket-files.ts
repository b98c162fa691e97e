import type { S3Config } from '#platform/config.ts'
import type { OpenedFiles } from '#platform/files/open-files.ts'
import type { Log } from '#platform/log.ts'

import { openBucket } from './bucket.ts'
import { proveBucket } from './prove-bucket.ts'
import { openS3Incoming } from './s3-incoming.ts'
import { openS3Store } from './s3-store.ts'

export async function openBucketFiles(place: S3Config, staging: string, log: Log): Promise<OpenedFiles> {
  const bucket = openBucket(place, log)
  await proveBucket(bucket.client, place)
  const files = openS3Store(bucket)
  return { files, staging, incoming: openS3Incoming(bucket, staging, files), close: () => bucket.close() }
}
