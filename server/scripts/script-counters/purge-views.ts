import type { App } from '#platform/app.ts'

import { removeViewsBefore } from './counters.queries.ts'

/** Runs daily. The viewers of past days are not needed and must not be stored. */
export async function purgeViews({ db, clock }: App): Promise<void> {
  await removeViewsBefore(db, clock.now().toISOString().slice(0, 10))
}
