import type { DailyStats } from '#contract/stats.ts'
import type { Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'

import { selectSiteStats, upsertDailyStats } from './stats.queries.ts'

/** Daily, late: the last snapshot of a day is the day's. */
export async function takeDailySnapshot({ db, clock }: Hub): Promise<void> {
  await takeSnapshot(db, clock.now())
}

/** Keeps the totals of now for comparison; one a day stays, the last. */
export async function takeSnapshot(db: Db, now: Date): Promise<DailyStats> {
  const totals = await selectSiteStats(db)
  const date = now.toISOString().slice(0, 10)
  await upsertDailyStats(db, date, totals, now)
  return { date, ...totals }
}
