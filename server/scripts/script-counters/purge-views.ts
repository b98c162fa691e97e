import type { App } from '#platform/app.ts'
import { after, day, dayOf } from '#platform/clock.ts'
import { removeOldDays } from '#server/scripts/script-statistics/script-statistics.queries.ts'

import { removeViewsBefore } from './counters.queries.ts'

/** The longest period of statistics, and a day. */
const figuresAge = 366 * day

/** Runs daily. The viewers and servers of past days are not needed and must not be stored. */
export async function purgeViews({ db, clock }: App): Promise<void> {
  const today = dayOf(clock.now())
  await removeViewsBefore(db, today)
  await removeOldDays(db, { figures: dayOf(after(clock.now(), -figuresAge)), servers: today })
}
