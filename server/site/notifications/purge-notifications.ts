import { after, day } from '#platform/clock.ts'
import type { App } from '#platform/app.ts'

import { removeNotificationsBefore } from './notifications.queries.ts'

const retention = 180 * day
const batchSize = 5000

/** Runs daily. */
export async function purgeNotifications({ db, clock }: App): Promise<void> {
  const before = after(clock.now(), -retention)
  while ((await removeNotificationsBefore(db, before, batchSize)) === batchSize);
}
