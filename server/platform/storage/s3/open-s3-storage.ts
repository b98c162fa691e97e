import { after, day, hour, systemClock } from '#platform/clock.ts'
import type { S3Config } from '#platform/config.ts'
import type { Storage } from '#platform/storage/open-storage.ts'
import { sweepStaging } from '#platform/storage/staging.ts'
import { serializeError, type Log } from '#platform/log.ts'

import { openBucket } from './bucket.ts'
import { verifyBucketAccess } from './verify-bucket.ts'
import { createS3UploadStore } from './s3-upload-store.ts'
import { createS3Store } from './s3-store.ts'

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
