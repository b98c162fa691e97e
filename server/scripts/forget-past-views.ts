import type { Hub } from '#platform/hub.ts'

import { removeViewsBefore } from './counters.queries.ts'

/** Daily: who looked yesterday decides nothing today, and is nobody's to keep. */
export async function forgetPastViews({ db, clock }: Hub): Promise<void> {
  await removeViewsBefore(db, clock.now().toISOString().slice(0, 10))
}
