import { after } from '#platform/clock.ts'
import type { Hub } from '#platform/hub.ts'

import { uploadLifetime } from './give-upload-address.ts'
import { removeExpiredUploads } from './uploads.queries.ts'

/** Forgets uploads that no script took in time, and the bytes that interrupted requests left. */
export async function sweepUploads({ db, clock, incoming, log }: Hub): Promise<void> {
  const before = after(clock.now(), -uploadLifetime)
  await removeExpiredUploads(db, before)
  const removed = await incoming.sweep(before)
  if (removed > 0) log.info('Uploads that no script took were removed', { files: removed })
}
