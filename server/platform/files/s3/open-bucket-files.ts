import { after, day, hour, systemClock } from '#platform/clock.ts'
import type { S3Config } from '#platform/config.ts'
import type { OpenedFiles } from '#platform/files/open-files.ts'
import { sweepStaging } from '#platform/files/staging.ts'
import { describeError, type Log } from '#platform/log.ts'

import { openBucket } from './bucket.ts'
import { proveBucket } from './prove-bucket.ts'
import { openS3Incoming } from './s3-incoming.ts'
import { openS3Store } from './s3-store.ts'

export async function openBucketFiles(place: S3Config, staging: string, log: Log): Promise<OpenedFiles> {
  const bucket = openBucket(place, log)
  try {
    await proveBucket(bucket.client, place)
  } catch (error) {
    bucket.close()
    throw error
  }
  const files = openS3Store(bucket)
  const stopSweeping = keepSwept(staging, log)
  return {
    files,
    staging,
    incoming: openS3Incoming(bucket, staging, files),
    close() {
      stopSweeping()
      bucket.close()
    },
  }
}

/** Jobs run at one node and look after the bucket; what interrupted work left in its folder each node removes itself. */
function keepSwept(staging: string, log: Log): () => void {
  const sweep = () => {
    sweepStaging(staging, after(systemClock.now(), -day)).catch((error: unknown) =>
      log.warn('The staging folder was not swept', describeError(error)),
    )
  }
  sweep()
  const timer = setInterval(sweep, hour).unref()
  return () => clearInterval(timer)
}
