import { after } from '#platform/clock.ts'
import type { App } from '#platform/app.ts'

import { uploadLifetime } from './create-upload-url.ts'
import { removeExpiredUploads } from './uploads.queries.ts'

/** Removes expired uploads and the files of interrupted requests. */
export async function sweepUploads({ db, clock, uploads, log }: App): Promise<void> {
  const before = after(clock.now(), -uploadLifetime)
  await removeExpiredUploads(db, before)
  const removed = await uploads.sweep(before)
  if (removed > 0) log.info('Expired uploads were removed', { files: removed })
}
