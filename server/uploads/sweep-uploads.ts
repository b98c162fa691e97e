import { after } from '#platform/clock.ts'
import { sweepStaging } from '#platform/files/staging.ts'
import type { Hub } from '#platform/hub.ts'

import { uploadLifetime } from './give-upload-address.ts'
import { removeExpiredUploads } from './uploads.queries.ts'

/** Forgets uploads that no script took in time, and the bytes that interrupted requests left. */
export async function sweepUploads({ db, clock, staging, log }: Hub): Promise<void> {
  const now = clock.now()
  await removeExpiredUploads(db, after(now, -uploadLifetime))
  const removed = await sweepStaging(staging, after(now, -uploadLifetime))
  if (removed > 0) log.info('Uploads that no script took were removed', { files: removed })
}
