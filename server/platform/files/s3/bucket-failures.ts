import { S3ServiceException } from '@aws-sdk/client-s3'

import { unavailable } from '#platform/failures.ts'
import { describeError, type Log } from '#platform/log.ts'

/** A store that has no such object has answered well; one that has no such bucket has not. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false
  return (
    error.$metadata.httpStatusCode === 404 && ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(error.name)
  )
}

/** Whatever is wrong at the store is the hub's trouble and not the sender's mistake; the log says what it was. */
export function bucketOutage(error: unknown, log: Log): unknown {
  if (isMissing(error)) return error
  log.error('The object store failed', describeError(error))
  return unavailable('The file storage is not available at the moment. Please try again later.', 5)
}
