import { after, day } from '#platform/clock.ts'
import type { App } from '#platform/app.ts'

import { removeEventsBefore } from './events.queries.ts'

const retention = 30 * day
const batchSize = 5000

/** Runs daily. */
export async function purgeEvents({ db, clock }: App): Promise<void> {
  const before = after(clock.now(), -retention)
  while ((await removeEventsBefore(db, before, batchSize)) === batchSize);
}
